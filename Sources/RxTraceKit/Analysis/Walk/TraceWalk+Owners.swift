/// Whose a subscription is, and where the user's code has what a call is about.
extension TraceWalk {
    /// Where the user subscribed; for a subscription of an operator's, where the user made the one it serves.
    func site(of subscription: Int?) -> Trace.Site? {
        guard let row = self.subscription(subscription) else { return nil }
        return row.site ?? self.subscription(root(of: row.id))?.site ?? node(row.node)?.site
    }

    /// Whether an object of the library made a subscription for its own use, as a command does, rather than the user.
    func isLibrarys(_ subscription: Int) -> Bool {
        guard root(of: subscription) == subscription, let connectable = facts(of: subscription)?.connectable else {
            return false
        }
        return traits(of: connectable).behaviors.contains(.inside)
    }

    /// Where the user's code has a closure: at its operator or, for that of an observer, where the user subscribed.
    func place(ofClosure handler: Trace.Call) -> Trace.Site? {
        observable(ofClosure: handler)?.site ?? site(of: handler.subscription)
    }

    /// The observable whose closure runs: a signal's runs at the signal itself. Nil for that of an observer.
    func observable(ofClosure handler: Trace.Call) -> Trace.Node? {
        guard let node = node(handler.node) else { return nil }
        return node.role == .observable ? node : observable(of: node.id)
    }

    /// The sink that a node is or, as an inner observer, works for; nil where it is neither.
    func sink(of id: Int?) -> Trace.Node? {
        guard let node = node(id) else { return nil }
        let worker = node.role == .observer ? self.node(node.owner) : node
        return worker?.role == .sink ? worker : nil
    }

    /// The subscription that `call` begins; nil if it is none that begins one.
    func begun(by call: Trace.Call) -> SubscriptionFacts? {
        guard call.operation == .subscribe, let facts = facts(of: call.subscription), facts.call == call.id else {
            return nil
        }
        return facts
    }

    /// The user's subscription whose observer `call`, which the walk has come to, tells of an event; nil where the call is
    /// an operator's, or that of an operator's own subscription.
    func userSubscription(told call: Trace.Call) -> Int? {
        guard isAtObserver, let row = call.subscription, !isOperators(row) else { return nil }
        return row
    }

    /// The user's closure that made the call the walk has come to.
    var callingHandler: OpenCalls.Frame? { callers.first { $0.call.operation == .handler } }

    /// The outermost event of a subject or connection, by its call's id, that the call the walk has come to is made for.
    var delivery: Int? { caller?.delivery }

    /// The same, with all that is known of it.
    var deliveringCall: OpenCalls.Frame? { delivery.flatMap { id in callers.first { $0.call.id == id } } }

    /// The operator that subscribes again after an error, in whose attempt the walk is; nil where a closure of the user's
    /// lies between.
    var attempt: OpenCalls.Frame? {
        let frame = callers.first { $0.call.operation == .handler || $0.behaviors.contains(.retries) }
        return frame?.call.operation == .handler ? nil : frame
    }

    /// Whether a scheduler's work runs on the main thread.
    func isMainScheduler(_ id: Int?) -> Bool {
        guard let scheduler = node(id) else { return false }
        // The label of the main queue, which all schedulers of the main thread have for a name.
        return scheduler.behaviors.contains(.main) || scheduler.name == "com.apple.main-thread"
    }

    /// The place in the user's code that the call the walk has come to follows from: of the innermost call that has one.
    var callingSite: Trace.Site? { callers.first { $0.call.site != nil }?.call.site }

    /// The subscription in whose making a closure of the user's, such as that of `create`, subscribes.
    func maker() -> Int? {
        guard let handler = callingHandler?.call, kinds(of: handler).contains(.creates) else { return nil }
        return handler.subscription
    }

    /// The subscription whose operator subscribes on a scheduler, in whose work the walk is. What it subscribes right there
    /// has the line that let the scheduler work as its place, if any: nobody subscribed in that line.
    func starter(_ caller: OpenCalls.Frame?) -> Int? {
        guard let caller else { return nil }
        switch caller.call.operation {
        case .invoke:
            let work = caller.work
            return traits(of: work?.askedBy).behaviors.contains(.starts) ? work?.subscription : nil
        // A scheduler may do its work at once, as that of the main thread does there; another records nothing.
        case .schedule:
            let asker = callers.dropFirst().first { _ in true }
            return asker?.behaviors.contains(.starts) == true ? caller.call.subscription : nil
        case .run: return caller.behaviors.contains(.starts) ? caller.call.subscription : nil
        default: return nil
        }
    }

    /// The connectable or shared observable that is being connected.
    func connectable(above caller: OpenCalls.Frame?) -> Int? {
        // A shared observable's connection connects for the observable that is being subscribed to.
        let caller =
            caller?.call.operation == .connect && node(caller?.call.node)?.role == .observer
            ? callers.first { $0.call.operation == .subscribe } : caller
        guard let caller, let node = node(caller.call.node) else { return nil }
        if caller.call.operation == .connect { return node.id }
        return caller.call.operation == .subscribe && node.behaviors.contains(.shares) ? node.id : nil
    }

    /// Whether a subscription is one that an event began, as that of flatMap for an element, and had ended before a call.
    func isAnswer(_ subscription: Int, before call: Int) -> Bool {
        guard let facts = facts(of: subscription), !facts.isSetup, let end = facts.end else { return false }
        return end < call
    }

    /// Whether an operator begins a source for each element, as flatMap does: those of Completables have done their work
    /// when they end, whether its own source ends or not.
    func asksEach(_ sink: Int?) -> Bool {
        sink.flatMap { observable(of: $0) }.map { word(for: $0).hasPrefix("flatMap") } ?? false
    }

    /// Whether a scheduler of the main queue runs the call: where a program leaves its first thread to the queue, that is
    /// another thread of the system, and main all the same.
    var isOnMainScheduler: Bool {
        isMainScheduler(callers.first { $0.call.operation == .invoke }?.work?.scheduler)
    }

    /// A thread in words: its name, or its number.
    func threadName(_ thread: Int) -> String { source.threads[id: thread]?.name ?? "thread \(thread)" }

    /// The observable that a sink works for, by the owners above it: ``observable(of:)`` looks once.
    func findObservable(of sink: Int) -> Trace.Node? {
        var owner = node(sink)
        // An inner observer works for a sink; nothing works for itself, but a damaged trace may say so.
        for _ in 0..<8 {
            guard let current = owner, current.role == .sink || current.role == .observer else { break }
            owner = node(current.owner)
        }
        return owner?.id == sink || owner?.role == .sink || owner?.role == .observer ? nil : owner
    }

    /// Whether a subscription, or the user's that led to it, ended by an event: what waited in it waits no more.
    func isOver(_ subscription: Int?) -> Bool {
        [subscription, root(of: subscription)].contains { self.subscription($0)?.endedByEvent == true }
    }

    /// Whether a disposal is the user's or a bag's, by the call around it.
    func isOutermost(_ caller: OpenCalls.Frame?, of subscription: Int) -> Bool {
        guard let caller = caller?.call else { return true }
        return switch caller.operation {
        case .handler, .deinit, .insert, .add: true
        case .dispose: caller.subscription != subscription && subscription == root(of: subscription)
        default: false
        }
    }
}
