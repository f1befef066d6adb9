import RxTraceTestSupport
import Testing

@testable import RxTraceKit

@Suite struct PairNumbersTests {
    @Test(arguments: 0..<4)
    func `equal pairs have equal numbers, others have others`(seed: Int) {
        var generator = SeededGenerator(seed: seed)
        let range: ClosedRange<Int32> = seed % 2 == 0 ? -40...40 : .min ... .max
        var numbers = PairNumbers()
        var known: [[Int32]: Int32] = [:]
        for _ in 0..<10_000 {
            let pair = [Int32.random(in: range, using: &generator), Int32.random(in: range, using: &generator)]
            let number = numbers.number(of: pair[0], pair[1])
            if let before = known[pair] {
                #expect(number == before)
            } else {
                #expect(number == Int32(known.count))
                known[pair] = number
            }
        }
        #expect(numbers.count == known.count)
    }

    /// Lists of lists: each has the number of the one before in it.
    @Test func `lists have numbers by what is in them`() {
        var numbers = PairNumbers()
        func list(_ members: [Int32]) -> Int32 { members.reduce(-1) { numbers.number(of: $0, $1) } }
        let lists: [[Int32]] = (0..<500).map { Array(0...$0) }
        let first = lists.map(list)
        #expect(Set(first).count == lists.count)
        #expect(lists.map(list) == first)
    }
}
