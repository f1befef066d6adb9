import Foundation

/// Many numbers in a text: seven bits a byte, the lowest first, as Base64. A browser takes them in a tenth of the time that as
/// many words of JSON take.
///
/// The first byte says in which form they are; their count comes before them. `columns.mjs` reads them.
enum PageColumn {
    /// Fewer stay as they are, for whoever reads the file.
    static let least = 4_096

    /// What the first byte says.
    private static let (areSigned, areWide, areSteps) = (1 as UInt8, 2 as UInt8, 4 as UInt8)
    private static let (areRuns, areBytes) = (8 as UInt8, 16 as UInt8)

    /// - Parameter inSteps: whether each is told as the distance from the one before.
    static func text(_ numbers: [Int64], inSteps: Bool) -> String {
        var told = numbers
        if inSteps { for place in numbers.indices.dropFirst() { told[place] = numbers[place] - numbers[place - 1] } }
        let isSigned = told.contains { $0 < 0 }
        let isWide = numbers.contains { $0 < Int64(Int32.min) || $0 > Int64(Int32.max) }
        // Many columns have long runs of nothing.
        let runs = 1 + zip(told, told.dropFirst()).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
        let hasRuns = !inSteps && runs < told.count / 3
        // What has a byte each is taken as it is.
        if !inSteps, !hasRuns, told.allSatisfy({ (0...255).contains($0) }) {
            var bytes = [areBytes]
            bytes.add(number: UInt64(told.count))
            return Data(bytes + told.map { UInt8($0) }).base64EncodedString()
        }
        var bytes = [
            (isSigned ? areSigned : 0) | (isWide ? areWide : 0) | (inSteps ? areSteps : 0) | (hasRuns ? areRuns : 0)
        ]
        bytes.reserveCapacity((hasRuns ? 2 * runs : numbers.count) * 3 / 2)
        bytes.add(number: UInt64(numbers.count))
        var next = 0
        while next < told.count {
            bytes.add(number: isSigned ? Zigzag.encode(told[next]) : UInt64(told[next]))
            var end = next + 1
            if hasRuns {
                while end < told.count, told[end] == told[next] { end += 1 }
                bytes.add(number: UInt64(end - next - 1))
            }
            next = end
        }
        return Data(bytes).base64EncodedString()
    }
}
