/// The causal tree of a trace: the parent and the children of each call.
///
/// A call is spoken of by its position in the trace's `calls`. The tree is a few flat arrays, and nothing here
/// recurses: a trace may be as deep as it is long.
///
/// ```swift
/// for visit in CallTree(trace) {
///     print(String(repeating: "  ", count: visit.depth), trace.calls[visit.call].operation)
/// }
/// ```
package struct CallTree: Sendable {
    package enum Shape: Sendable {
        /// A call hangs below the call it was made in. Work that a scheduler ran is a root.
        case synchronous
        /// As ``synchronous``, but work that a scheduler ran hangs below the call that scheduled it, after that
        /// call's own children.
        case causal
    }

    /// The positions of all calls, grouped by their causal parent: that of call `i` from `starts[i]` up to `starts[i +
    /// 1]`. The last group is the roots.
    private var grouped: [Int32]
    private let starts: [Int32]
    private let parents: [Int32]
    private let index: IdentifierIndex

    /// - Complexity: O(*n*) in time and memory: twelve bytes per call.
    package init(_ trace: Trace, shape: Shape = .causal) {
        let calls = trace.calls
        let index = IdentifierIndex(calls)
        let root = Int32(calls.count)
        var parents = [Int32](repeating: root, count: calls.count)
        var isCaused = [Bool](repeating: false, count: calls.count)
        var starts = [Int32](repeating: 0, count: calls.count + 2)
        for (position, call) in calls.enumerated() {
            // A link to a later call, which no recording has, could close a circle: it is not followed.
            func resolve(_ id: Int?) -> Int32? { id.flatMap { $0 < call.id ? index[$0] : nil }.map { Int32($0) } }
            if shape == .causal, let cause = resolve(call.cause) {
                parents[position] = cause
                isCaused[position] = true
            } else if let parent = resolve(call.parent) {
                parents[position] = parent
            }
            starts[Int(parents[position]) + 1] += 1
        }
        for group in 1..<starts.count { starts[group] += starts[group - 1] }

        // Calls before work.
        grouped = Self.group(parents, &starts) { fill in
            for caused in [false, true] {
                for position in calls.indices where isCaused[position] == caused { fill(position) }
            }
        }
        self.starts = starts
        self.parents = parents
        self.index = index
    }

    /// The tree of the same calls, hung elsewhere.
    ///
    /// - Complexity: as the tree itself.
    /// - Parameters:
    ///   - isLeftOut: whether a call hangs below none.
    ///   - newParent: the call that a call hangs below.
    ///   - order: each position once, in the order that children of one call have.
    init(
        _ tree: CallTree, isLeftOut: (Int) -> Bool, newParent: (Int) -> Int?,
        inOrder order: some Sequence<Int>
    ) {
        let count = tree.parents.count
        var starts = [Int32](repeating: 0, count: count + 2)
        var parents = [Int32](repeating: Int32(count), count: count)
        for position in 0..<count where !isLeftOut(position) {
            if let parent = newParent(position) { parents[position] = Int32(parent) }
            starts[Int(parents[position]) + 1] += 1
        }
        for group in 1..<starts.count { starts[group] += starts[group - 1] }
        grouped = Self.group(parents, &starts) { fill in
            for position in order { fill(position) }
        }
        self.starts = starts
        self.parents = parents
        index = tree.index
    }

    /// Fills the groups of the calls by their parents, in the order in which `calls` hands them on.
    private static func group(
        _ parents: [Int32], _ starts: inout [Int32], _ calls: ((Int) -> Void) -> Void
    ) -> [Int32] {
        var grouped = [Int32](repeating: 0, count: parents.count)
        // While the groups are filled, a start is the place of the group's next call.
        calls { position in
            let group = Int(parents[position])
            grouped[Int(starts[group])] = Int32(position)
            starts[group] += 1
        }
        // Each has come to where the next group begins.
        for group in (1..<starts.count).reversed() { starts[group] = starts[group - 1] }
        starts[0] = 0
        return grouped
    }

    /// Puts the children of a call from one place on, as many as are given, in another order.
    mutating func setChildren(of position: Int, from first: Int, _ children: [Int]) {
        let start = Int(starts[position]) + first
        for (offset, child) in children.enumerated() { grouped[start + offset] = Int32(child) }
    }

    /// How many calls the tree holds.
    package var count: Int { grouped.count }

    /// The calls that hang below none, in order.
    package var roots: Positions { children(of: grouped.count) }

    /// The calls right below the one at `position`, in order.
    package func children(of position: Int) -> Positions {
        Positions(rest: grouped[places(below: position)])
    }

    private func places(below position: Int) -> Range<Int> { Int(starts[position])..<Int(starts[position + 1]) }

    /// Positions of calls.
    package struct Positions: RandomAccessCollection, Sendable {
        fileprivate var rest: ArraySlice<Int32>

        package var startIndex: Int { rest.startIndex }
        package var endIndex: Int { rest.endIndex }
        package subscript(index: Int) -> Int { Int(rest[index]) }
    }

    /// The causal parent of the call at `position`; nil for a root.
    package func parent(of position: Int) -> Int? {
        let parent = Int(parents[position])
        return parent == grouped.count ? nil : parent
    }

    /// The position of the call with the id `id`; nil if there is none.
    package func position(of id: Int) -> Int? { index[id] }

    /// The call at `position` and all that hangs below it, depth first; its own depth is 0.
    package func subtree(of position: Int) -> DepthFirstWalk {
        DepthFirstWalk(tree: self, from: CollectionOfOne(position))
    }
}

extension CallTree: Sequence {
    /// A call met on a walk.
    package struct Visit: Sendable, Equatable {
        /// The call's position in the trace's `calls`.
        package var call: Int
        /// 0 for a root.
        package var depth: Int
        /// Whether no sibling follows.
        package var isLast: Bool
    }

    /// Every call, each before the calls below it.
    package func makeIterator() -> DepthFirstWalk {
        DepthFirstWalk(tree: self, from: roots)
    }

    package struct DepthFirstWalk: Sequence, IteratorProtocol {
        private let tree: CallTree
        /// Of the calls that it starts at, those still to come.
        private var tops: ArraySlice<Int32>
        /// For each level below, the siblings still to come, by their places among the grouped positions.
        private var levels: [Range<Int>] = []

        init(tree: CallTree, from siblings: some Sequence<Int>) {
            self.tree = tree
            tops = siblings.map { Int32($0) }[...]
        }

        package mutating func next() -> Visit? {
            while let siblings = levels.last {
                guard let place = siblings.first else {
                    levels.removeLast()
                    continue
                }
                let (depth, rest) = (levels.count, place + 1..<siblings.upperBound)
                levels[depth - 1] = rest
                let call = Int(tree.grouped[place])
                levels.append(tree.places(below: call))
                return Visit(call: call, depth: depth, isLast: rest.isEmpty)
            }
            guard let call = tops.popFirst().map({ Int($0) }) else { return nil }
            levels.append(tree.places(below: call))
            return Visit(call: call, depth: 0, isLast: tops.isEmpty)
        }
    }
}
