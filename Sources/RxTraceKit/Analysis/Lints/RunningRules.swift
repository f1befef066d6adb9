/// The rules that look at a trace, each given the calls that it wants.
struct RunningRules {
    /// Rules as bits, by their positions.
    private typealias Choice = UInt128

    /// The highest bit says that the others are known.
    private static let known: Choice = 1 << 127

    private var rules: [any LintRule]
    private let types: [any LintRule.Type]
    /// The rules that are given the calls of a sort as they start, by the sort's number.
    private var opening: [Choice] = []
    /// Those that are given them when they have ended.
    private var closing: [Choice] = []
    /// Those that are given an operation's calls that had not returned, by its number.
    private let unreturned: [Choice]

    init(_ types: [any LintRule.Type], _ options: LintOptions) {
        precondition(types.count < Choice.bitWidth, "\(types.count) rules are more than bits")
        self.types = types
        rules = types.map { $0.init(options) }
        unreturned = Trace.Operation.allCases.map { operation in
            Self.choice(of: types) { $0.unreturned.contains(operation) }
        }
    }

    /// - Parameter sort: the number of the call's sort.
    @inline(__always)
    mutating func opened(_ call: Trace.Call, sort: Int, in walk: TraceWalk) {
        if sort >= opening.count || opening[sort] == 0 { choose(for: sort, in: walk) }
        var bits = opening[sort] & ~Self.known
        while bits != 0 {
            rules[bits.trailingZeroBitCount].opened(call, in: walk)
            bits &= bits - 1
        }
    }

    @inline(__always)
    mutating func closed(_ call: Trace.Call, sort: Int, in walk: TraceWalk) {
        var bits = closing[sort]
        if call.duration == nil { bits |= unreturned[Int(call.operation.rawValue)] }
        while bits != 0 {
            rules[bits.trailingZeroBitCount].closed(call, in: walk)
            bits &= bits - 1
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        rules.indices.flatMap { rules[$0].findings(in: walk) }
    }

    /// Chooses the rules for the sort of the call the walk has come to.
    private mutating func choose(for number: Int, in walk: TraceWalk) {
        let missing = max(0, number + 1 - opening.count)
        opening += repeatElement(0, count: missing)
        closing += repeatElement(0, count: missing)
        guard let sort = walk.sort else { return }
        opening[number] =
            Self.known | Self.choice(of: types) { $0.opening.contains(sort.operation) && $0.wants(sort) }
        closing[number] = Self.choice(of: types) { $0.closing.contains(sort.operation) && $0.wants(sort) }
    }

    private static func choice(
        of types: [any LintRule.Type], _ isChosen: (any LintRule.Type) -> Bool
    ) -> Choice {
        types.indices.reduce(0) { isChosen(types[$1]) ? $0 | 1 << Choice($1) : $0 }
    }
}
