import RxTraceKit
import RxTraceTestSupport
import Testing

struct PackedNumbersTests {
    /// Numbers near their positions, far from them, the same for long, and any.
    @Test(arguments: 0..<5)
    func whatIsAddedIsFound(kind: Int) {
        var generator = SeededGenerator(seed: UInt64(kind))
        var numbers = PackedNumbers()
        var expected: [UInt32] = []
        for position in 0..<3_000 as Range<UInt32> {
            let number: UInt32 =
                switch kind {
                case 0: position + 1 - min(position + 1, UInt32.random(in: 0...70, using: &generator))
                case 1: position % 6 == 0 ? 1 : position
                case 2: position / 700
                case 3: UInt32.random(in: 0...UInt32.max, using: &generator)
                default: Bool.random(using: &generator) ? 0 : UInt32.random(in: 0...9, using: &generator)
                }
            numbers.append(number)
            expected.append(number)
            #expect(numbers[Int(position)] == number)
        }
        #expect(numbers.count == expected.count)
        #expect(expected.indices.allSatisfy { numbers[$0] == expected[$0] })
    }
}
