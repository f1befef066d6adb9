extension Trace {
    /// The operation of a recorded call: the vocabulary of the trace.
    public enum Operation: UInt8, Sendable, CaseIterable {
        /// An observable or a subject comes to be.
        case create
        /// The user's `subscribe(onNext:…)`, and each node's own `subscribe(_:)` below it.
        case subscribe
        /// A scheduler is handed work.
        case schedule
        /// Work that was handed on runs; the call's `cause` is its ``schedule`` or ``hop`` call.
        case invoke
        /// A producer or a sink starts.
        case run
        /// An observer is handed an event.
        case on
        /// A sink passes an event on, or drops it because it is disposed.
        case forwardOn
        /// An observer base hands an event to its concrete type.
        case onCore
        /// A closure of the user's runs; the call's `label` says which.
        case handler
        /// A connectable observable connects.
        case connect
        /// A disposable enters a dispose bag or a compound disposable.
        case insert
        /// `dispose()` runs.
        case dispose
        /// A dispose bag, or a watched object, is released.
        case `deinit`
        /// The program notes something, with `Trace.mark` or by a line of `debug()`; the call's `label` is the text.
        /// Calls made within a mark's closure hang below it.
        case mark
        /// The program hands on work by itself: to a dispatch queue, an operation queue, a task or a thread. The call's
        /// `label` says by what, its `site` where.
        case hop
        /// A disposable is taken out of a compound disposable, which keeps it no longer; it is not disposed by that.
        case remove

        /// Whether calls of it hand an event on.
        package var hasEvent: Bool { Self.withEvent.contains(rawValue) }

        /// The raw values of those, for where there are too many calls to make an operation of each number.
        package static var withEvent: ClosedRange<UInt8> { Operation.on.rawValue...Operation.onCore.rawValue }

        /// Whether calls of it ask for work that is done later: they are the ``Trace/Call/cause`` of that work.
        var asksForWork: Bool { self == .schedule || self == .hop }

        /// Whether the user's code runs in calls of it.
        var isUserCode: Bool { self == .handler || self == .mark }

        /// Whether a call's label is a part of what it is called, such as which closure ran: that of others says more of
        /// the node.
        var isNamedByLabel: Bool { self != .create && self != .deinit }

        /// The word of the trace document, such as `forwardOn`.
        public var name: String { word.description }

        /// The name, for where there are too many calls to make a string of each.
        var word: StaticString {
            switch self {
            case .create: "create"
            case .subscribe: "subscribe"
            case .schedule: "schedule"
            case .invoke: "invoke"
            case .run: "run"
            case .on: "on"
            case .forwardOn: "forwardOn"
            case .onCore: "onCore"
            case .handler: "handler"
            case .connect: "connect"
            case .insert: "insert"
            case .dispose: "dispose"
            case .deinit: "deinit"
            case .mark: "mark"
            case .hop: "hop"
            case .remove: "remove"
            }
        }

        /// The operation a trace document names, or nil for a word that is none.
        public init?(name: some StringProtocol) {
            guard let match = Self.byName[String(name)] else { return nil }
            self = match
        }

        private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })
    }
}
