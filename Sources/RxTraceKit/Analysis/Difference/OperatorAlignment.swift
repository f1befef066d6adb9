/// Finds which operators two traces have in common, told by where and how they were made, and so which were put in or
/// taken out.
///
/// A chain's calls are nested in each other, so that one operator more or less moves all that hangs below it. Known as
/// such, its calls can be looked through.
struct OperatorAlignment {
    /// The nodes that belong to operators of the old trace only, by position.
    private(set) var removed: Set<Int> = []
    /// Those of the new trace only.
    private(set) var added: Set<Int> = []

    init(_ old: Trace, _ new: Trace) {
        let oldOperators = Self.operators(old)
        let newOperators = Self.operators(new)
        var oldRest = Set(oldOperators.indices)
        var newRest = Set(newOperators.indices)
        var pairs: [(Int, Int)] = []
        Self.align(oldOperators, newOperators) { oldPosition, newPosition in
            oldRest.remove(oldPosition)
            newRest.remove(newPosition)
            pairs.append((oldPosition, newPosition))
        }
        // An operator of which only some instances are missing is still there: a closure made it less often.
        let kept = (old: Set(pairs.map { oldOperators[$0.0].place }), new: Set(pairs.map { newOperators[$0.1].place }))
        func only(_ rest: Set<Int>, _ operators: [Operator], _ kept: Set<Operator.Place>) -> Set<Int> {
            Set(rest.map { operators[$0] }.filter { $0.place.site == nil || !kept.contains($0.place) }.map(\.node))
        }
        removed = Self.parts(of: only(oldRest, oldOperators, kept.old), old)
        added = Self.parts(of: only(newRest, newOperators, kept.new), new)
    }

    var isEmpty: Bool { removed.isEmpty && added.isEmpty }

    /// An observable as it was made.
    private struct Operator {
        struct Place: Hashable {
            var type: String
            var label: String?
            var site: Trace.Site?
        }

        /// Its position among the nodes.
        var node: Int
        var generic: String?
        var place: Place

        /// The text by which two are the same, less and less of it.
        func key(_ level: Int) -> [String?] {
            [place.type, place.label, level < 2 ? generic : nil, level == 0 ? place.site?.description : nil]
        }

        static let levels = 3
    }

    private static func operators(_ trace: Trace) -> [Operator] {
        let nodes = IdentifierIndex(trace.nodes)
        return trace.calls.compactMap { call in
            guard call.operation == .create, let position = call.node.flatMap({ nodes[$0] }) else { return nil }
            let node = trace.nodes[position]
            return Operator(
                node: position, generic: node.generic,
                place: Operator.Place(type: call.type ?? node.type, label: call.label, site: node.site?.compared))
        }
    }

    /// Gives the pairs of the operators that are the same, and of those of which one took the other's place.
    private static func align(_ old: [Operator], _ new: [Operator], _ pair: (Int, Int) -> Void) {
        var gaps = [(old: old.indices, new: new.indices)]
        for level in 0..<Operator.levels {
            var numbers: [[String?]: Int] = [:]
            func number(_ value: Operator) -> Int {
                let key = value.key(level)
                if let known = numbers[key] { return known }
                numbers[key] = numbers.count
                return numbers.count - 1
            }
            gaps = gaps.flatMap { gap in
                let found = LineAlignment(old[gap.old].map(number), new[gap.new].map(number)).pairs
                var rest: [(old: Range<Int>, new: Range<Int>)] = []
                var next = (gap.old.lowerBound, gap.new.lowerBound)
                for (oldOffset, newOffset) in found {
                    let (oldPosition, newPosition) = (gap.old.lowerBound + oldOffset, gap.new.lowerBound + newOffset)
                    pair(oldPosition, newPosition)
                    rest.append((next.0..<oldPosition, next.1..<newPosition))
                    next = (oldPosition + 1, newPosition + 1)
                }
                rest.append((next.0..<gap.old.upperBound, next.1..<gap.new.upperBound))
                return rest.filter { !$0.old.isEmpty && !$0.new.isEmpty }
            }
        }
        // Where both have others between the same neighbours, they were replaced, one by one.
        for gap in gaps {
            for (oldPosition, newPosition) in zip(gap.old, gap.new) { pair(oldPosition, newPosition) }
        }
    }

    /// The nodes of operators: their observables, the sinks and inner observers that work for these, and what holds a
    /// sink's subscription.
    private static func parts(of operators: Set<Int>, _ trace: Trace) -> Set<Int> {
        guard !operators.isEmpty else { return [] }
        let index = IdentifierIndex(trace.nodes)
        let nodes = trace.nodesWithRoles
        var parts = operators
        // An owner may stand after those that work for it.
        for _ in 0..<4 {
            let before = parts.count
            for (position, node) in nodes.enumerated() {
                if let owner = node.owner.flatMap({ index[$0] }), parts.contains(owner) { parts.insert(position) }
            }
            if parts.count == before { break }
        }
        let calls = IdentifierIndex(trace.calls)
        for call in trace.calls where call.operation == .dispose {
            guard let position = call.node.flatMap({ index[$0] }), nodes[position].role == .disposable,
                let above = call.parent.flatMap({ calls[$0] }), trace.calls[above].operation == .dispose,
                let holder = trace.calls[above].node.flatMap({ index[$0] }), nodes[holder].role == .sink,
                parts.contains(holder)
            else { continue }
            parts.insert(position)
        }
        return parts
    }
}
