/// One way through a trace, call by call, with the facts that analyses need about the calls around each.
///
/// Memory grows with nodes, subscriptions and open calls, not with calls.
final class TraceWalk {
    let source: any TraceSource
    /// How many calls the walk has come across, and when the last of them ended.
    private(set) var callCount = 0
    private(set) var end: UInt64 = 0
    /// The subscriptions that have ended, in their order.
    private(set) var ended: [Int] = []
    /// Whether the bag, by its node, was released.
    private(set) var releasedBags: Set<Int> = []
    private var open: OpenCalls
    private var nodes: WalkedNodes
    private let table: TraceTable<Trace.Node>
    private var current: OpenCalls.Frame?
    private var closures: WalkedClosures
    private var subscriptions: WalkedSubscriptions
    private var work: [Int: ScheduledWork] = [:]
    private var itemWork: [Int: ScheduledWork] = [:]
    private(set) var words: SourceWords
    private(set) var makers = NodeMakers()
    /// The subscriptions that operators made, by those that they made them for.
    private(set) lazy var parts = SubscriptionParts(source.subscriptions)
    /// The subscriptions that the user's code made.
    private(set) lazy var users = source.subscriptions.filter { $0.parent == nil }
    /// The connectables to which a connection lives; to be asked for when the walk is over.
    private(set) lazy var connected = Set(
        source.subscriptions.compactMap { $0.ended == nil ? facts(of: $0.id)?.connectable : nil })
    /// Whether all that the program subscribes to are ReactiveObjC's signals.
    private(set) lazy var hasSignalsOnly = !table.contains { node in
        !node.isReactiveObjC && [.observable, .subject, .connectable].contains(node.role)
    }
    /// The connections of signals; to be asked for where a trace has signals.
    private(set) lazy var signals = SignalConnections(table)
    /// The titles that were told, with the word for what the source has a name for: `query (PublishSubject)`, `query`.
    var titles: [String: String] = [:]
    /// The deeds of each thread that no call is around.
    private var deeds: [Int: Int] = [:]
    private let mainThread: Int?
    private var asked: AskedWork
    private var unmarked: UnmarkedCalls
    private(set) var hopWorks = HopWorks()
    /// Whether no mark runs: most traces have none.
    private var isUnmarked = true

    /// - Parameters:
    ///   - source: the trace; the walk leaves out the program's marks.
    ///   - text: where the user's own words for sources are read.
    init(_ source: any TraceSource, text: SourceText? = nil) {
        self.source = source
        asked = AskedWork(of: source)
        unmarked = UnmarkedCalls(of: source)
        table = source.nodes
        nodes = WalkedNodes(count: table.count)
        closures = WalkedClosures(source.closures)
        subscriptions = WalkedSubscriptions(source.subscriptions)
        words = SourceWords(text)
        open = OpenCalls(isCanonical: source.isCanonical)
        mainThread = source.threads.first { $0.name == "main" }?.id
    }

    /// Takes the next call of the trace.
    ///
    /// - Parameters:
    ///   - opened: is given the call as it starts, with the number of its ``sort``; `callers` are those around it.
    ///   - closed: is given each call that has ended by then, with the same.
    func take(
        _ call: Trace.Call, opened: (_ call: Trace.Call, _ sort: Int) -> Void,
        closed: (_ call: Trace.Call, _ sort: Int) -> Void = { _, _ in }
    ) {
        asked.note(call)
        if isUnmarked, !call.isNoteOrHop { return step(call, opened, closed) }
        hopWorks.note(call)
        let relinked = unmarked.relinked(call)
        isUnmarked = unmarked.isEmpty
        if let relinked { step(relinked, opened, closed) }
    }

    /// Says that all calls have come by.
    func finish(closed: (_ call: Trace.Call, _ sort: Int) -> Void = { _, _ in }) {
        while let frame = open.endNext() { closed(frame.call, frame.sort) }
    }

    @inline(__always)
    private func step(_ call: Trace.Call, _ opened: (Trace.Call, Int) -> Void, _ closed: (Trace.Call, Int) -> Void) {
        while let frame = open.end(before: call) { closed(frame.call, frame.sort) }
        callCount += 1
        if let start = call.start { end = max(end, start &+ (call.duration ?? 0)) }
        let traits = traitsNumber(of: call.node)
        let closure = call.operation == .handler ? closures.closure(labelled: call.label) : WalkedClosures.none
        current = nil
        let caller = self.caller
        let frame = open.frame(
            of: call, node: nodes.traits(traits), kinds: closure.kinds,
            sort: CallSort.number(
                of: call, traits: traits, closure: closure.number, isOfWork: caller?.isWork ?? false))
        current = frame
        frame.noteAround(caller)
        note(call, in: frame, caller)
        opened(call, frame.sort)
        noteDeed(call, caller)
        open.open(frame)
    }

    private func traitsNumber(of id: Int?) -> Int {
        guard let id, let position = table.position(of: id) else { return WalkedNodes.unknown }
        if let number = nodes.number(at: position) { return number }
        let node = table[position]
        return nodes.note(WalkedNodes.Traits(of: node), at: position)
    }

    /// What is known of a node without a look at all of it.
    func traits(of id: Int?) -> WalkedNodes.Traits { nodes.traits(traitsNumber(of: id)) }

    /// What the call the walk has come to has in common with others.
    var sort: CallSort? {
        current.map { frame in
            CallSort(
                operation: frame.call.operation, event: frame.call.eventKind, role: frame.role,
                behaviors: frame.behaviors,
                kinds: frame.call.operation != .handler || closures.areNumbered(frame.kinds) ? frame.kinds : nil,
                isOfWork: caller?.isWork ?? false)
        }
    }

    /// The synchronous callers of the call the walk has come to, innermost first.
    var callers: OpenCalls.Callers { open.callers }
    var caller: OpenCalls.Frame? { open.last }
    /// The outermost of them, by its id; the call itself where there are none.
    func outermost(around call: Trace.Call) -> Int { caller?.outermost ?? call.id }

    /// What the node of the call the walk has come to is; nil and none where it has none, or nothing is known of it.
    var role: Trace.Role? { current?.role }
    /// Whether that node is an observer of the user's; where nothing is known of it, it is taken for one.
    var isAtObserver: Bool { current?.call.node == nil || role == .observer }
    var behaviors: Trace.Behaviors { current?.behaviors ?? [] }

    func isMain(_ thread: Int) -> Bool { thread == mainThread }

    func node(_ id: Int?) -> Trace.Node? {
        guard let id else { return nil }
        if let known = nodes[id] { return known }
        let node = table[id: id]
        nodes[id] = node
        return node
    }

    func subscription(_ id: Int?) -> Trace.Subscription? { id.flatMap { subscriptions.row($0) } }

    /// Whether a call begins the subscription that it belongs to.
    func begins(_ call: Trace.Call) -> Bool { call.operation == .subscribe && subscriptions.isBegun(by: call) }

    func facts(of subscription: Int?) -> SubscriptionFacts? { subscriptions.facts(of: subscription) }

    /// The user's subscription that led to `subscription`.
    func root(of subscription: Int?) -> Int? { subscriptions.root(of: subscription) }

    /// Whether an operator made a subscription, rather than the user's code.
    func isOperators(_ subscription: Int) -> Bool { subscriptions.isOperators(subscription) }

    /// The kinds of the closure that a handler call runs; none for any other call.
    func kinds(of call: Trace.Call) -> ClosureKinds {
        guard call.operation == .handler else { return [] }
        return current?.call.id == call.id ? current?.kinds ?? [] : closures.kinds(of: call.label)
    }

    /// The observable that a sink or another inside observer works for; nil where the trace does not tell.
    func observable(of sink: Int) -> Trace.Node? {
        if let known = nodes.observable(of: sink) { return node(known) }
        let found = findObservable(of: sink)
        nodes.note(found?.id, of: sink)
        return found
    }

    /// The stretch of code in which the call the walk has come to is made.
    func stretch(of call: Trace.Call) -> Stretch {
        let caller = self.caller
        return Stretch(
            thread: call.thread, caller: caller?.call.id, deeds: caller?.deeds ?? deeds[call.thread] ?? 0)
    }

    /// How many calls that are more than setting something up its thread has made so far outside of any other.
    func deeds(onThreadOf call: Trace.Call) -> Int { deeds[call.thread] ?? 0 }

    private func noteDeed(_ call: Trace.Call, _ caller: OpenCalls.Frame?) {
        switch call.operation {
        case .create, .subscribe, .insert, .add, .connect: return
        default: if let caller { caller.deeds += 1 } else { deeds[call.thread, default: 0] += 1 }
        }
    }

    /// The user's closure that asked for the work in which the call the walk has come to is made; nil where a closure of
    /// the user's makes it itself, and where none asked.
    var asker: Trace.Call? { asked.asker }
}

extension TraceWalk {
    private func note(_ call: Trace.Call, in frame: OpenCalls.Frame, _ caller: OpenCalls.Frame?) {
        switch call.operation {
        case .subscribe:
            frame.isSetup = noteSubscribe(call, caller: caller)
        case .create:
            words.note(call)
            makers.note(call, caller)
        case .run, .connect:
            frame.isSetup = caller?.isSetup ?? (call.operation == .connect)
        case .handler:
            frame.isSetup = caller?.isSetup ?? false
        case .schedule:
            frame.isSetup = caller?.isSetup ?? false
            work[call.id] = ScheduledWork(
                call: call.id, scheduler: call.node, askedBy: caller?.call.node,
                subscription: caller?.call.subscription, isSetup: frame.isSetup)
        case .invoke:
            frame.work = noteInvoke(call)
            frame.isSetup = frame.work?.isSetup ?? false
        case .insert:
            if let subscription = subscriptions.position(of: call.subscription),
                subscriptions.facts[subscription]?.bag == nil, let bag = call.node, traits(of: bag).role == .bag
            {
                subscriptions.facts[subscription]?.bag = bag
                subscriptions.facts[subscription]?.insertion = call.id
            }
        case .add:
            if caller == nil || caller?.call.operation == .handler,
                let subscription = subscriptions.position(of: call.subscription)
            {
                subscriptions.facts[subscription]?.holder = call.node
            }
        case .on:
            noteLastEvent(call)
        case .dispose:
            noteDisposal(call, caller: caller)
        case .deinit:
            if let node = call.node, self.node(node)?.role == .bag { releasedBags.insert(node) }
        default: break
        }
    }

    private func noteSubscribe(_ call: Trace.Call, caller: OpenCalls.Frame?) -> Bool {
        guard let id = call.subscription, let position = subscriptions.position(of: id), let row = subscription(id)
        else {
            return caller?.isSetup ?? false
        }
        let isBegun = subscriptions.facts[position] == nil
        let isSetup = row.parent == nil && row.site != nil && isBegun ? true : caller?.isSetup ?? false
        if isBegun {
            let owner = row.parent ?? maker() ?? starter(caller)
            var new = SubscriptionFacts(
                call: call.id, start: call.start, root: owner.flatMap { root(of: $0) } ?? id, isSetup: isSetup,
                stretch: stretch(of: call))
            new.connectable = facts(of: row.parent)?.connectable ?? connectable(above: caller)
            subscriptions.begin(new, at: position)
        }
        if let node = call.node { subscriptions.facts[position]?.chain.append(node) }
        return isSetup
    }

    private func noteInvoke(_ call: Trace.Call) -> ScheduledWork? {
        guard let cause = call.cause else { return nil }
        // Work that is done again and again names the same schedule each time.
        if let first = work.removeValue(forKey: cause) {
            if let item = call.node { itemWork[item] = first }
            return first
        }
        return call.node.flatMap { itemWork[$0] }
    }

    /// A terminal event that reaches the user's observer ends the subscription.
    private func noteLastEvent(_ call: Trace.Call) {
        guard let kind = call.eventKind, kind != .next, let id = subscriptions.position(of: call.subscription),
            subscriptions.facts[id]?.end == nil, isAtObserver
        else { return }
        subscriptions.facts[id]?.end = call.id
        if let row = call.subscription { ended.append(row) }
        let begin = subscriptions.facts[id]?.call
        subscriptions.facts[id]?.endsWithin = callers.contains { $0.call.id == begin }
    }

    /// A disposal by the user or by a bag, rather than one that came of an event, ends the subscription.
    private func noteDisposal(_ call: Trace.Call, caller: OpenCalls.Frame?) {
        guard let id = call.subscription, let position = subscriptions.position(of: id),
            subscriptions.facts[position]?.end == nil, isOutermost(caller, of: id)
        else { return }
        subscriptions.facts[position]?.end = call.id
        subscriptions.facts[position]?.isDisposed = true
        ended.append(id)
    }
}
