import Testing

@testable import RxTraceKit

@Suite struct FreeRowsTests {
    @Test func `the lowest free row is taken first, whenever it was given up`() {
        var free = FreeRows()
        for row in [200, 3, 64, 63] { free.insert(row) }
        #expect(free.count == 4)
        #expect(free.take() == 3)
        #expect(free.take() == 63)
        free.insert(5)
        var taken: [Int] = []
        while let row = free.take() { taken.append(row) }
        #expect(taken == [5, 64, 200])
        #expect(free.count == 0)
    }
}
