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
    /// By an operation's number, the rules that name it: for calls that start, that have ended, and that had not returned.
    private let openingOf: [Choice], closingOf: [Choice], unreturnedOf: [Choice]

    init(_ types: [any LintRule.Type], _ options: LintOptions) {
        precondition(types.count < Choice.bitWidth, "\(types.count) rules are more than bits")
        self.types = types
        rules = types.map { $0.init(options) }
        openingOf = Self.choices(of: types) { $0.opening }
        closingOf = Self.choices(of: types) { $0.closing }
        unreturnedOf = Self.choices(of: types) { $0.unreturned }
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
        if call.duration == nil { bits |= unreturnedOf[Int(call.operation.rawValue)] }
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
        let operation = Int(sort.operation.rawValue)
        opening[number] = Self.known | wanting(sort, of: openingOf[operation])
        closing[number] = wanting(sort, of: closingOf[operation])
    }

    private func wanting(_ sort: CallSort, of choice: Choice) -> Choice {
        var (bits, wanting) = (choice, choice)
        while bits != 0 {
            let position = bits.trailingZeroBitCount
            if !types[position].wants(sort) { wanting &= ~(1 << Choice(position)) }
            bits &= bits - 1
        }
        return wanting
    }

    /// By the number of an operation, the rules that name it.
    private static func choices(
        of types: [any LintRule.Type], _ operations: (any LintRule.Type) -> Set<Trace.Operation>
    ) -> [Choice] {
        var choices: [Choice] = Array(repeating: 0, count: Trace.Operation.allCases.count)
        for (position, type) in types.enumerated() {
            for operation in operations(type) { choices[Int(operation.rawValue)] |= 1 << Choice(position) }
        }
        return choices
    }
}
