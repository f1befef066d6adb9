extension Trace {
    /// The operation of a recorded call: the vocabulary of the trace.
    ///
    /// What there is to know of each stands in one row of the table in `OperationRow`.
    public struct Operation: RawRepresentable, Hashable, Sendable {
        /// Its place in the table.
        public let rawValue: UInt8

        /// The operation with a number, or nil for a number that is none.
        public init?(rawValue: UInt8) {
            guard Int(rawValue) < OperationRow.all.count else { return nil }
            self.rawValue = rawValue
        }

        @inlinable init(_ number: UInt8) { rawValue = number }

        /// An observable or a subject comes to be.
        @inlinable public static var create: Operation { Operation(0) }
        /// The user's `subscribe(onNext:…)`, and each node's own `subscribe(_:)` below it.
        @inlinable public static var subscribe: Operation { Operation(1) }
        /// A scheduler is handed work.
        @inlinable public static var schedule: Operation { Operation(2) }
        /// Work that was handed on runs; the call's `cause` is its ``schedule`` or ``hop`` call.
        @inlinable public static var invoke: Operation { Operation(3) }
        /// A producer or a sink starts.
        @inlinable public static var run: Operation { Operation(4) }
        /// An observer is handed an event.
        @inlinable public static var on: Operation { Operation(5) }
        /// A sink passes an event on, or drops it because it is disposed.
        @inlinable public static var forwardOn: Operation { Operation(6) }
        /// An observer base hands an event to its concrete type.
        @inlinable public static var onCore: Operation { Operation(7) }
        /// A closure of the user's runs; the call's `label` says which.
        @inlinable public static var handler: Operation { Operation(8) }
        /// A connectable observable connects.
        @inlinable public static var connect: Operation { Operation(9) }
        /// A disposable enters a dispose bag or a compound disposable. Of RxSwift's `CompositeDisposable` that is ``add``.
        @inlinable public static var insert: Operation { Operation(10) }
        /// `dispose()` runs.
        @inlinable public static var dispose: Operation { Operation(11) }
        /// A dispose bag, or a watched object, is released.
        @inlinable public static var `deinit`: Operation { Operation(12) }
        /// The program notes something, with `Trace.mark` or by a line of `debug()`; the call's `label` is the text.
        /// Calls made within a mark's closure hang below it.
        @inlinable public static var mark: Operation { Operation(13) }
        /// The program hands on work by itself: to a dispatch queue, an operation queue, a task or a thread. The call's
        /// `label` says by what, its `site` where.
        @inlinable public static var hop: Operation { Operation(14) }
        /// A disposable is taken out of a compound disposable, which keeps it no longer; it is not disposed by that.
        @inlinable public static var remove: Operation { Operation(15) }
        /// A disposable enters a `CompositeDisposable`.
        @inlinable public static var add: Operation { Operation(16) }

        /// The word of the trace document, such as `forwardOn`.
        public var name: String { word.description }

        /// The operation a trace document names, or nil for a word that is none.
        public init?(name: some StringProtocol) {
            guard let match = Self.byName[String(name)] else { return nil }
            self = match
        }

        private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })
    }
}

extension Trace.Operation: CaseIterable {
    public static var allCases: [Trace.Operation] { OperationRow.all.indices.map { Trace.Operation(UInt8($0)) } }
}

extension Trace.Operation: CustomStringConvertible {
    public var description: String { name }
}

extension Trace.Operation {
    package var row: OperationRow { OperationRow.all[Int(rawValue)] }

    /// The name, for where there are too many calls to make a string of each.
    var word: StaticString { row.name }

    /// Whether calls of it hand an event on.
    package var hasEvent: Bool { row.meaning == .event }

    /// Whether calls of it ask for work that is done later: they are the ``Trace/Call/cause`` of that work.
    var asksForWork: Bool { row.asksForWork }

    /// Whether the user's code runs in calls of it.
    var isUserCode: Bool { row.isUserCode }

    /// Whether the program says something by it: what is called within hangs below it, and belongs to what is around.
    var isNote: Bool { row.meaning == .note }

    /// Whether a call's label is a part of what it is called, such as which closure ran: that of others says more of
    /// the node.
    var isNamedByLabel: Bool { row.label != .maker && row.label != .owner }
}
