/// What there is to know of an operation: the recorder, the readers, the filters and the views take from here what they
/// need to treat a call of it as it is. A new operation is a row more, and a name for it in ``Trace/Operation``.
package struct OperationRow: Sendable {
    /// What kind of thing it does: views colour and sort it so.
    package enum Meaning: String, Sendable, CaseIterable {
        /// Something comes to be.
        case creation
        /// Somebody subscribes or connects.
        case subscription
        /// What was subscribed starts.
        case start
        /// Work is asked for, or done.
        case work
        /// An event is handed on. Its calls have one.
        case event
        /// A closure of the user's runs.
        case closure
        /// Something is disposed, or kept for that.
        case disposal
        /// The program says something.
        case note
    }

    /// What the label of its calls is.
    package enum Label: String, Sendable {
        case none
        /// The function of the user's code that made the node.
        case maker
        /// Which closure ran, or by what work was handed on.
        case which
        /// Whether it is a turn of work that comes again.
        case turn
        /// Who owned what is released.
        case owner
        /// A text.
        case text
    }

    /// The line of the user's code that its calls have.
    package enum Place: Sendable {
        case none
        /// The line that made the call.
        case ofCaller
        /// The line that let go of the object.
        case ofRelease
    }

    /// To which subscription its calls belong.
    package enum Belonging: Sendable {
        /// It begins one, or goes on with that of the observer.
        case begins
        case toNone
        /// To that of the caller.
        case toCaller
        /// To that of the call that asked for the work.
        case toAsker
        /// To that of the caller, unless that is a closure of the user's.
        case toLibraryCaller
        /// To the one that the event is delivered in.
        case toDelivery
        /// To the one that the disposable ends.
        case toDisposable
        /// To that of the node.
        case toNode
        /// To that of the node; where it has none, as ``toLibraryCaller``.
        case toNodeOrLibraryCaller
    }

    /// From how close on it shows.
    package enum Visibility: Sendable {
        /// Where the user's code makes the call, in each view.
        case user
        case operators
        case internals
    }

    /// What it is in the page's graph: a way from the box of the caller to that of the node.
    package enum Edge: String, Sendable {
        case none, subscribe, event, schedule, dispose, insert
    }

    /// The word of the trace document, which views show.
    package var name: StaticString
    package var meaning: Meaning
    package var label = Label.none
    package var place = Place.none
    package var belonging = Belonging.toNode
    package var visibility = Visibility.user
    package var edge = Edge.none
    /// Whether its calls ask for work that is done later, as their effect.
    package var asksForWork = false
    /// Whether the user's code runs in its calls.
    package var isUserCode = false
    /// Whether the line is looked for also where the library's code made the call.
    package var hasPlaceAnywhere = false
    /// Whether its calls name, in their value, two more objects: an observer and a disposable, or the inserted one.
    package var namesObjects = false
    /// Whether what its calls call is called by the code around them, rather than by the node.
    package var isPassedThrough = false

    package init(
        name: StaticString, meaning: Meaning, label: Label = .none, place: Place = .none,
        belonging: Belonging = .toNode, visibility: Visibility = .user, edge: Edge = .none, asksForWork: Bool = false,
        isUserCode: Bool = false, hasPlaceAnywhere: Bool = false, namesObjects: Bool = false,
        isPassedThrough: Bool = false
    ) {
        self.name = name
        self.meaning = meaning
        self.label = label
        self.place = place
        self.belonging = belonging
        self.visibility = visibility
        self.edge = edge
        self.asksForWork = asksForWork
        self.isUserCode = isUserCode
        self.hasPlaceAnywhere = hasPlaceAnywhere
        self.namesObjects = namesObjects
        self.isPassedThrough = isPassedThrough
    }
}

extension OperationRow {
    /// The recorded number of the disposable that the value of one of its calls names; 0 for none.
    func disposable(in value: UInt64) -> UInt32 {
        guard namesObjects else { return 0 }
        return UInt32(truncatingIfNeeded: belonging == .begins ? value >> 32 : value)
    }

    /// The rows of all operations, in the order of their numbers.
    package static let all = vocabulary + added

    /// Rows after those of the vocabulary. Read once, when the first operation is looked up: to be set before that, by
    /// one thread.
    nonisolated(unsafe) package static var added: [OperationRow] = []

    /// By any number that a record may have, whether calls of that operation hand an event on.
    package static let handsEventOn = (0...Int(UInt8.max)).map { all.indices.contains($0) && all[$0].meaning == .event }

    private static let vocabulary = [
        OperationRow(
            name: "create", meaning: .creation, label: .maker, belonging: .toNone, isPassedThrough: true),
        OperationRow(
            name: "subscribe", meaning: .subscription, belonging: .begins, edge: .subscribe, hasPlaceAnywhere: true,
            namesObjects: true),
        OperationRow(
            name: "schedule", meaning: .work, belonging: .toCaller, edge: .schedule, asksForWork: true,
            isPassedThrough: true),
        OperationRow(
            name: "invoke", meaning: .work, label: .turn, belonging: .toAsker, visibility: .operators,
            isPassedThrough: true),
        OperationRow(name: "run", meaning: .start, visibility: .operators, edge: .subscribe),
        OperationRow(name: "on", meaning: .event, place: .ofCaller, belonging: .toDelivery, edge: .event),
        OperationRow(name: "forwardOn", meaning: .event, place: .ofCaller, visibility: .operators, edge: .event),
        OperationRow(name: "onCore", meaning: .event, visibility: .internals),
        OperationRow(
            name: "handler", meaning: .closure, label: .which, belonging: .toNodeOrLibraryCaller, isUserCode: true),
        OperationRow(name: "connect", meaning: .subscription, belonging: .toLibraryCaller, edge: .subscribe),
        OperationRow(
            name: "insert", meaning: .disposal, belonging: .toDisposable, edge: .insert, namesObjects: true),
        OperationRow(name: "dispose", meaning: .disposal, belonging: .toNodeOrLibraryCaller, edge: .dispose),
        OperationRow(name: "deinit", meaning: .disposal, label: .owner, place: .ofRelease, hasPlaceAnywhere: true),
        OperationRow(name: "mark", meaning: .note, label: .text, belonging: .toCaller, isUserCode: true),
        OperationRow(
            name: "hop", meaning: .work, label: .which, place: .ofCaller, belonging: .toCaller, asksForWork: true,
            hasPlaceAnywhere: true, isPassedThrough: true),
        OperationRow(name: "remove", meaning: .disposal, belonging: .toDisposable, namesObjects: true),
        OperationRow(name: "add", meaning: .disposal, belonging: .toDisposable, edge: .insert, namesObjects: true),
    ]
}
