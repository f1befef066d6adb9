/// The difference between two traces, as causal trees: calls that were added, removed, moved, or changed their value.
///
/// The canonical forms are compared, so that what the timing of threads decides is no difference (see
/// ``Trace/canonical()``). Neither are times, the folders of places, nor whether an object was made before the recording
/// began (its missing `create` is). Two runs of a program have no difference where their canonical forms are the same,
/// byte for byte, and have one where they are not.
///
/// Two runs of a program still differ in whatever the program itself leaves open: which element `take(1)` of a merge
/// lets through, the running sum of concurrent elements, how often `combineLatest` fires. `ignoring: [.values]` helps
/// where only values depend on it.
///
/// ```swift
/// let difference = TraceDifference(golden, trace, ignoring: [.sites])
/// if !difference.isEmpty { print(DifferenceRenderer().string(from: difference)) }
/// ```
/// prints
/// ```
/// Map → CompactMap at Search.swift:12
/// …
/// ```
public struct TraceDifference: Sendable {
    /// An aspect that a comparison may leave out.
    public enum Aspect: String, Sendable, CaseIterable {
        /// The events' values.
        case values
        /// Places in the source code.
        case sites
        /// Whether work ran on another thread than the call that asked for it.
        case threads
    }

    /// One call of the one trace, of the other, or of both.
    public struct Row: Sendable, Equatable {
        /// How a call of the one trace compares with one of the other.
        public enum Kind: String, Sendable, CaseIterable {
            /// Is in both traces.
            case same
            /// Is in both, with another event, operator or place.
            case changed
            /// Is in the old trace alone.
            case removed
            /// Is in the new trace alone.
            case added
            /// Stands elsewhere in the new trace, with all below it.
            case movedAway
            /// Stood elsewhere in the old trace.
            case movedHere
        }

        /// How it compares.
        public let kind: Kind
        /// Whether the row above it, being removed, added or moved, takes it along.
        let isFollower: Bool
        /// Whether it is one of the calls of an operator that only one of the traces has; those below it stand beside it.
        public let isPart: Bool
        // There may be a row for each call: positions take four bytes, and are -1 where there are none.
        private let level: Int32
        private let oldPosition: Int32
        private let newPosition: Int32
        private let oldNumber: Int32
        private let newNumber: Int32

        init(
            kind: Kind, depth: Int, oldCall: Int?, newCall: Int?, oldItem: Int?, newItem: Int?, isFollower: Bool,
            isPart: Bool
        ) {
            self.kind = kind
            self.isFollower = isFollower
            self.isPart = isPart
            level = Int32(depth)
            oldPosition = Int32(oldCall ?? -1)
            newPosition = Int32(newCall ?? -1)
            oldNumber = Int32(oldItem ?? -1)
            newNumber = Int32(newItem ?? -1)
        }

        /// 0 for an item that hangs below nothing.
        public var depth: Int { Int(level) }
        /// The call's position in ``TraceDifference/old``; nil where it has none or stands for several.
        public var oldCall: Int? { oldPosition < 0 ? nil : Int(oldPosition) }
        /// The call's position in ``TraceDifference/new``.
        public var newCall: Int? { newPosition < 0 ? nil : Int(newPosition) }
        /// The compared items; a row of several calls has no call but is an item.
        var oldItem: Int? { oldNumber < 0 ? nil : Int(oldNumber) }
        var newItem: Int? { newNumber < 0 ? nil : Int(newNumber) }
    }

    /// The compared traces in their canonical form.
    public var old: Trace { oldTree.trace }
    /// The new trace in its canonical form.
    public var new: Trace { newTree.trace }
    /// All calls of both traces in the order of the causal tree; empty where the traces are the same.
    public let rows: [Row]

    let labels: ComparedLabels
    let oldTree: ComparedTree
    let newTree: ComparedTree

    /// - Complexity: O(*n*) in time and memory where the traces are the same; otherwise *n* times the number of siblings
    ///   that differ, in the worst case.
    ///   A recorded trace is given up as soon as its canonical form is made, where the caller keeps it no longer.
    public init(_ old: consuming Trace, _ new: consuming Trace, ignoring: Set<Aspect> = []) {
        // Where an event was sent is compared if both traces know it: older ones do not tell.
        let comparesSends = old.knowsSends && new.knowsSends
        var labels = ComparedLabels()
        var oldTree = ComparedTree(
            old.intoCanonical(), ignoring: ignoring, comparesSends: comparesSends, labels: &labels)
        var newTree = ComparedTree(
            new.intoCanonical(), ignoring: ignoring, comparesSends: comparesSends, labels: &labels)
        var numbers = SubtreeNumbers()
        var oldNumbers = numbers.numbers(of: oldTree.items)
        var newNumbers = numbers.numbers(of: newTree.items)
        if oldNumbers[0] == newNumbers[0] {
            let differing = CallIdentities(oldTree.trace, newTree.trace, ignoring: ignoring).differing
            if differing.isEmpty {
                rows = []
            } else {
                labels = ComparedLabels()
                oldTree = ComparedTree(
                    oldTree.trace, ignoring: ignoring, comparesSends: comparesSends,
                    identities: differing.mapValues(\.old), labels: &labels)
                newTree = ComparedTree(
                    newTree.trace, ignoring: ignoring, comparesSends: comparesSends,
                    identities: differing.mapValues(\.new), labels: &labels)
                oldNumbers = numbers.numbers(of: oldTree.items)
                newNumbers = numbers.numbers(of: newTree.items)
                var builder = DifferenceRows(oldTree, newTree, oldNumbers, newNumbers, labels: labels)
                rows = builder.build()
            }
        } else {
            let operators = OperatorAlignment(oldTree.trace, newTree.trace)
            if !operators.isEmpty {
                oldTree.lookThrough(operators.removed)
                newTree.lookThrough(operators.added)
                oldNumbers = numbers.numbers(of: oldTree.items)
                newNumbers = numbers.numbers(of: newTree.items)
            }
            var builder = DifferenceRows(oldTree, newTree, oldNumbers, newNumbers, labels: labels)
            rows = builder.build()
        }
        self.labels = labels
        self.oldTree = oldTree
        self.newTree = newTree
    }

    /// Whether the traces are the same.
    public var isEmpty: Bool { rows.isEmpty && old.drops == new.drops }

    /// How many calls differ in a way; a moved call counts as one, with all below it.
    public func count(_ kind: Row.Kind) -> Int {
        rows.count { $0.kind == kind && ($0.oldCall ?? $0.newCall) != nil && !($0.isFollower && kind == .movedHere) }
    }
}

extension Trace {
    /// Whether it tells where the user's code sent events.
    fileprivate var knowsSends: Bool { calls.contains { $0.site != nil } }

    /// The canonical form in place of the trace.
    fileprivate consuming func intoCanonical() -> Trace { canonical() }
}
