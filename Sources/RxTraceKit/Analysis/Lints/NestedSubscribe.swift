/// The user subscribes inside a handler of another subscription.
struct NestedSubscribe: LintRule {
    static let definition = LintDefinition(
        name: "nested-subscribe", severity: .warning,
        summary: "a subscribe inside a handler of another subscription",
        explanation: """
            Fires where an event handler of a subscription subscribes: onNext, onCompleted, onDisposed, an AnyObserver,
            the closure of map, zip or do …. The inner subscription then has a life, an error and an order of its own;
            flatMap and its kin would look after them. A note: a subscribe in work that the handler hands to a
            scheduler, a queue or a task. No fault: a subscribe inside the closure of create, deferred or flatMap; a
            subscribe to an observable that the event itself hands over, such as a group of groupBy or a window; an
            owner per event, such as a screen or a cell with its bag. Such an owner is recognised by the inner
            subscription's bag: it is not the outer one's, and each event replaces or renews it.
            """,
        example: """
            ids.subscribe(onNext: { id in
                load(id).subscribe(onNext: show).disposed(by: bag)  // nested
            }).disposed(by: bag)
            """,
        remedy: "use flatMap, flatMapLatest or withLatestFrom; subscribe once, at the end")
    static let opening: Set<Trace.Operation> = [.subscribe, .deinit]
    static let closing: Set<Trace.Operation> = [.handler, .on]

    /// Those that are to look at events, to compute, and no more.
    private static let handlers: ClosureKinds = [.next, .error, .completed, .ended, .computes]

    private struct Nested {
        var subscription: Int
        var outer: Int
        var handler: Trace.Call
        /// Whether a bag was released in the handler before: the usual way to give an event an owner of its own.
        var followsRelease: Bool
        /// Whether the handler asked for the work that subscribes, rather than subscribing itself.
        var isAsked: Bool
    }

    private static let askedRemedy = "use observe(on:) for the hop and flatMap for the subscribe, in one chain"

    private var nested: [Nested] = []
    /// The open handlers in which a bag was released.
    private var releasing: Set<Int> = []

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .deinit, let handler = handler(in: walk) {
            releasing.insert(handler.id)
        }
        guard call.operation == .subscribe, let inner = walk.begun(by: call),
            let id = call.subscription, let row = walk.subscription(id), row.parent == nil, row.site != nil,
            case let own = handler(in: walk), let handler = own ?? walk.asker,
            handler.operation == .on || !walk.kinds(of: handler).isDisjoint(with: Self.handlers),
            let outer = handler.subscription, outer != id, inner.root == id
        else { return }
        nested.append(
            Nested(
                subscription: id, outer: outer, handler: handler, followsRelease: releasing.contains(handler.id),
                isAsked: own == nil))
    }

    /// The user's closure that runs: a handler or, without a node of its own, the closure of an `AnyObserver`.
    private func handler(in walk: TraceWalk) -> Trace.Call? {
        walk.callers.first { frame in
            frame.call.operation == .handler || frame.call.operation == .on && frame.call.node == nil
        }?.call
    }

    /// Whether the subscribed observable is an element itself, handed over to be subscribed, or made of one.
    private func isHandedOver(_ subscription: Int, in walk: TraceWalk) -> Bool {
        walk.facts(of: subscription)?.chain.contains { node in
            walk.node(node)?.behaviors.contains(.handedOver) == true
        } == true
    }

    mutating func closed(_ call: Trace.Call, in walk: TraceWalk) {
        if !releasing.isEmpty { releasing.remove(call.id) }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        let own = nested.filter { !isHandedOver($0.subscription, in: walk) }
        let bySite = Dictionary(grouping: own) { walk.subscription($0.subscription)?.site }
        return bySite.compactMap { site, nested in
            let unowned = nested.filter { !isOwned($0, among: nested, in: walk) }
            guard let first = unowned.first(where: { !$0.isAsked }) ?? unowned.first else { return nil }
            let outer = walk.site(of: first.outer)
            let label = first.handler.label ?? "an observer"
            let evidence: [Trace.Finding.Evidence] = [
                .init("\(label) of this subscription runs", call: first.handler.id, site: outer),
                .init(
                    first.isAsked ? "the work it asks for subscribes here" : "it subscribes here",
                    call: walk.facts(of: first.subscription)?.call, site: site),
            ]
            let name = walk.node(walk.subscription(first.subscription)?.node).map(walk.name(of:)) ?? "an observable"
            let place =
                first.isAsked
                ? "in work that \(label) of another subscription asks for" : "inside \(label) of another subscription"
            return finding(
                "\(name) is subscribed \(place)", at: site, evidence, severity: first.isAsked ? .note : nil,
                remedy: first.isAsked ? Self.askedRemedy : nil, count: unowned.count)
        }
    }

    /// Whether an object that the handler made owns the inner subscription.
    private func isOwned(_ one: Nested, among all: [Nested], in walk: TraceWalk) -> Bool {
        guard let bag = walk.facts(of: one.subscription)?.bag else { return false }
        let outerBag = walk.facts(of: walk.root(of: one.outer))?.bag
        if bag == outerBag { return false }
        if one.followsRelease { return true }
        // Events that share a bag do not own the disposables in it.
        let isShared = all.contains {
            $0.handler.id != one.handler.id && walk.facts(of: $0.subscription)?.bag == bag
        }
        if isShared { return false }
        return outerBag != nil || Set(all.map(\.handler.id)).count > 1
    }
}
