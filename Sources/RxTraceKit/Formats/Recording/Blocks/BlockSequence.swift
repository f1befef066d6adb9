/// Finds, by the numbers and marks of blocks, which of a recording's are not where they were written.
struct BlockSequence {
    enum Place {
        /// Behind all blocks so far.
        case last
        /// Behind blocks that were written after it.
        case late
        case repeated, foreign
    }

    /// Blocks that are missing, and whether damaged bytes stand in their place.
    private typealias Gap = (numbers: Range<UInt64>, isDamage: Bool)

    /// The recording's, which its first block tells; nil before that.
    private(set) var mark: UInt64?
    /// The number of the block that comes next; nil where any may.
    private var next: UInt64?
    /// Ascending.
    private var gaps: [Gap] = []
    /// How many gaps are remembered: of more, blocks that come late are taken for repeated ones.
    private static let gapLimit = 1 << 12
    private var forgotten: UInt64 = 0
    private(set) var repeated = 0
    private(set) var foreign = 0
    private(set) var late = 0

    /// For a recording that is read from its first block on.
    init() { next = 0 }

    /// For one that is read from the middle on.
    init(partOf whole: BlockSequence) { mark = whole.mark }

    /// The number that a block behind all so far has.
    var following: UInt64 { next ?? 0 }

    /// For one of which single blocks are read.
    init(of mark: UInt64) { self.mark = mark }

    /// How many blocks are missing where no damaged bytes are.
    var missing: Int {
        let count = gaps.reduce(into: forgotten) { sum, gap in
            if !gap.isDamage { sum += UInt64(gap.numbers.count) }
        }
        return Int(clamping: count)
    }

    /// Tells where a block stands among the others.
    ///
    /// - Parameters:
    ///   - count: how many blocks it stands for.
    ///   - followsDamage: whether the bytes before it are damaged.
    mutating func add(number: UInt64, mark blockMark: UInt64, count: UInt64, followsDamage: Bool) -> Place {
        mark = mark ?? blockMark
        guard blockMark == mark else {
            foreign += 1
            return .foreign
        }
        let end = number + count
        guard let expected = next, number != expected else {
            next = end
            return .last
        }
        guard number < expected else {
            next = end
            remember((expected..<number, followsDamage))
            return .last
        }
        guard takeFromGap(number..<end) else {
            repeated += 1
            return .repeated
        }
        late += 1
        return .late
    }

    private mutating func remember(_ gap: Gap) {
        if gaps.count < Self.gapLimit {
            gaps.append(gap)
        } else if !gap.isDamage {
            forgotten += UInt64(gap.numbers.count)
        }
    }

    /// Returns whether the blocks were missing.
    private mutating func takeFromGap(_ numbers: Range<UInt64>) -> Bool {
        guard let index = gaps.firstIndex(where: { $0.numbers.contains(numbers.lowerBound) }),
            case let gap = gaps[index], numbers.upperBound <= gap.numbers.upperBound
        else { return false }
        let rest = [
            gap.numbers.lowerBound..<numbers.lowerBound, numbers.upperBound..<gap.numbers.upperBound,
        ].filter { !$0.isEmpty }
        gaps.replaceSubrange(index...index, with: rest.map { ($0, gap.isDamage) })
        return true
    }
}
