/// The rules that look at a trace, each given the calls that it wants.
struct RunningRules {
    /// Rules as bits, by their positions; the highest bit says that the others are known.
    private struct Choice {
        var bits: UInt128 = 0

        static let known: UInt128 = 1 << 127
        static let limit = 127
    }

    private var rules: [any LintRule]
    private let types: [any LintRule.Type]
    /// The rules that are given the calls of a sort as they start, by the sort's number: see ``number(of:traits:)``.
    private var opening: [Choice] = []
    /// Those that are given an operation's calls when they have ended, by its number.
    private let closing: [Choice]
    private let operationCount = Trace.Operation.allCases.count

    init(_ types: [any LintRule.Type], _ options: LintOptions) {
        precondition(types.count <= Choice.limit, "\(types.count) rules are more than bits")
        self.types = types
        rules = types.map { $0.init(options) }
        closing = Trace.Operation.allCases.map { operation in Self.choice(of: types) { $0.closing.contains(operation) }
        }
    }

    /// - Parameter traits: the number of those of its node.
    @inline(__always)
    mutating func opened(_ call: Trace.Call, traits: Int, in walk: TraceWalk) {
        let number = number(of: call, traits: traits)
        if number >= opening.count { opening += repeatElement(Choice(), count: number + 1 - opening.count) }
        if opening[number].bits == 0 { opening[number] = choice(for: call, walk.traits(traits)) }
        var bits = opening[number].bits & ~Choice.known
        while bits != 0 {
            rules[bits.trailingZeroBitCount].opened(call, in: walk)
            bits &= bits - 1
        }
    }

    @inline(__always)
    mutating func closed(_ call: Trace.Call, in walk: TraceWalk) {
        var bits = closing[Int(call.operation.rawValue)].bits & ~Choice.known
        while bits != 0 {
            rules[bits.trailingZeroBitCount].closed(call, in: walk)
            bits &= bits - 1
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        rules.indices.flatMap { rules[$0].findings(in: walk) }
    }

    /// Calls whose operation, kind of event and node's traits are the same are of one sort.
    private func number(of call: Trace.Call, traits: Int) -> Int {
        let event = call.eventKind.map { Int($0.rawValue) + 1 } ?? 0
        return (traits * operationCount + Int(call.operation.rawValue)) * 4 + event
    }

    private func choice(for call: Trace.Call, _ traits: WalkedNodes.Traits) -> Choice {
        let sort = CallSort(
            operation: call.operation, event: call.eventKind, role: traits.role, behaviors: traits.behaviors)
        return Self.choice(of: types) { $0.opening.contains(call.operation) && $0.wants(sort) }
    }

    private static func choice(
        of types: [any LintRule.Type], _ isChosen: (any LintRule.Type) -> Bool
    ) -> Choice {
        var choice = Choice(bits: Choice.known)
        for (position, type) in types.enumerated() where isChosen(type) { choice.bits |= 1 << UInt128(position) }
        return choice
    }
}
