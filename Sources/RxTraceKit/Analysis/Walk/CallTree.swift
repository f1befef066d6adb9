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

    /// The positions of all calls, grouped by what they hang below: that of call `i` from `starts[i]` up to
    /// `starts[i + 1]`. The last group is the roots.
    private let grouped: [Int]
    private let starts: [Int]
    private let parents: [Int]
    private let index: IdentifierIndex

    /// - Complexity: O(*n*) in time and memory.
    package init(_ trace: Trace, shape: Shape = .causal) {
        let calls = trace.calls
        let index = IdentifierIndex(calls)
        let root = calls.count
        var parents = [Int](repeating: root, count: calls.count)
        var isCaused = [Bool](repeating: false, count: calls.count)
        var starts = [Int](repeating: 0, count: calls.count + 2)
        for (position, call) in calls.enumerated() {
            // A link to a later call, which no recording has, could close a circle: it is not followed.
            func resolve(_ id: Int?) -> Int? { id.flatMap { $0 < call.id ? index[$0] : nil } }
            if shape == .causal, let cause = resolve(call.cause) {
                parents[position] = cause
                isCaused[position] = true
            } else if let parent = resolve(call.parent) {
                parents[position] = parent
            }
            starts[parents[position] + 1] += 1
        }
        for group in 1..<starts.count { starts[group] += starts[group - 1] }

        var ends = starts
        var grouped = [Int](repeating: 0, count: calls.count)
        for caused in [false, true] {
            for position in calls.indices where isCaused[position] == caused {
                grouped[ends[parents[position]]] = position
                ends[parents[position]] += 1
            }
        }
        self.grouped = grouped
        self.starts = starts
        self.parents = parents
        self.index = index
    }

    /// How many calls the tree holds.
    package var count: Int { grouped.count }

    /// The calls that hang below none, in order.
    package var roots: ArraySlice<Int> { children(of: grouped.count) }

    /// The calls right below the one at `position`, in order.
    package func children(of position: Int) -> ArraySlice<Int> {
        grouped[starts[position]..<starts[position + 1]]
    }

    /// The causal parent of the call at `position`; nil for a root.
    package func parent(of position: Int) -> Int? {
        parents[position] == grouped.count ? nil : parents[position]
    }

    /// The position of the call with the id `id`; nil if there is none.
    package func position(of id: Int) -> Int? { index[id] }

    /// The call at `position` and all that hangs below it, depth first; its own depth is 0.
    package func subtree(of position: Int) -> DepthFirstWalk {
        DepthFirstWalk(tree: self, from: [position])
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

    /// Every call, each before what hangs below it.
    package func makeIterator() -> DepthFirstWalk {
        DepthFirstWalk(tree: self, from: roots)
    }

    package struct DepthFirstWalk: Sequence, IteratorProtocol {
        private let tree: CallTree
        /// For each level, the siblings still to come.
        private var levels: [ArraySlice<Int>]

        init(tree: CallTree, from siblings: ArraySlice<Int>) {
            self.tree = tree
            levels = [siblings]
        }

        package mutating func next() -> Visit? {
            while let siblings = levels.last {
                guard let call = siblings.first else {
                    levels.removeLast()
                    continue
                }
                levels[levels.count - 1].removeFirst()
                let visit = Visit(call: call, depth: levels.count - 1, isLast: siblings.count == 1)
                levels.append(tree.children(of: call))
                return visit
            }
            return nil
        }
    }
}
