/// The user subscribes inside a handler of another subscription.
struct NestedSubscribe: LintRule {
    static let definition = LintDefinition(
        name: "nested-subscribe", severity: .warning,
        summary: "a subscribe inside a handler of another subscription",
        explanation: """
            Fires where an event handler of a subscription subscribes: onNext, onCompleted, onDisposed, an AnyObserver,
            the closure of map, zip or do …. The inner subscription then has a life, an error and an order of its own;
            flatMap and its kin would look after them. A note: a subscribe in work that the handler hands to a
            scheduler, a queue or a task; a `subscribe()` without a closure (read in the source), which had completed
            when it returned. No fault: a subscribe inside the closure of create, deferred or flatMap; a subscribe to an
            observable that the event itself hands over, such as a group of groupBy or a window; an owner per event,
            such as a screen or a cell with its bag. Such an owner is recognised by the inner subscription's bag: it is
            not the outer one's, and each event replaces or renews it; or by a property of an object that the handler
            makes, whose function subscribes and keeps the Disposable there (read in the source). Nor is it a fault
            where the handler disposes of the earlier inner subscription each time, as by a SerialDisposable, or where
            the only event of an outer source that then completes makes an object and subscribes to a subject of it, or
            an operator such as take(1) ended it, or it was a timer that went off once; or where the onError or
            onCompleted of a subscribe does that subscribe again.
            """,
        example: """
            ids.subscribe(onNext: { id in
                load(id).subscribe(onNext: show).disposed(by: bag)  // nested
            }).disposed(by: bag)
            """,
        remedy: "use flatMap, flatMapLatest or withLatestFrom; subscribe once, at the end",
        signalRemedy: "use flattenMap, or map and switchToLatest; subscribe once, at the end")
    static let opening: Set<Trace.Operation> = [.subscribe, .deinit, .create, .handler]
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

    /// The line that subscribes, for one outer subscription.
    private struct Place: Hashable {
        var outer: Int
        var site: Trace.Site?
    }

    /// What becomes of the inner subscriptions of a place as events go on.
    private struct Succession {
        /// Those that had not ended when the last handler returned.
        var standing: [Int] = []
        /// Whether a handler disposed of the one before.
        var replaces = false
        /// Whether one stood beside a newer one.
        var piles = false
    }

    private var nested: [Nested] = []
    /// Those that an open handler has made, by the handler.
    private var current: [Int: [Nested]] = [:]
    private var successions: [Place: Succession] = [:]
    /// How many elements the handlers of each subscription were given.
    private var elements: [Int: Int] = [:]
    /// The handler in which a subject was made.
    private var makers: [Int: Int] = [:]
    /// The subscription in whose closure an observable was made.
    private var owners: [Int: Int] = [:]
    /// The open handlers in which a bag was released.
    private var releasing: Set<Int> = []

    /// Without a node, it is a closure of the user's that is told of an event.
    static func wants(_ sort: CallSort) -> Bool { sort.operation != .on || sort.role == nil }

    private let text: SourceText

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        switch call.operation {
        case .deinit: if let handler = handler(in: walk) { releasing.insert(handler.id) }
        case .handler:
            if let outer = walk.userSubscription(told: call), walk.kinds(of: call).contains(.next) {
                elements[outer, default: 0] += 1
            }
        case .create:
            guard let node = call.node, let handler = handler(in: walk) else { break }
            if walk.role == .subject { makers[node] = handler.id }
            owners[node] = handler.subscription
        default: break
        }
        guard call.operation == .subscribe, let inner = walk.begun(by: call),
            let id = call.subscription, let row = walk.subscription(id), row.parent == nil, row.site != nil,
            case let own = handler(in: walk), let handler = own ?? walk.asker,
            handler.operation == .on || !walk.kinds(of: handler).isDisjoint(with: Self.handlers),
            let outer = handler.subscription, outer != id, inner.root == id
        else { return }
        let new = Nested(
            subscription: id, outer: outer, handler: handler, followsRelease: releasing.contains(handler.id),
            isAsked: own == nil)
        nested.append(new)
        if !new.isAsked { current[handler.id, default: []].append(new) }
    }

    /// The user's closure that runs: a handler or, without a node of its own, the closure of an `AnyObserver`.
    private func handler(in walk: TraceWalk) -> Trace.Call? {
        walk.callers.first { frame in
            frame.call.operation == .handler || frame.call.operation == .on && frame.call.node == nil
        }?.call
    }

    /// Whether the subscribed observable is an element itself, handed over to be subscribed, or made of one.
    private func isHandedOver(_ one: Nested, in walk: TraceWalk) -> Bool {
        walk.facts(of: one.subscription)?.chain.contains { node in
            walk.node(node)?.behaviors.contains(.handedOver) == true
        } == true || isParameter(one, in: walk)
    }

    /// Whether the handler subscribes to what it is handed, by its closure's parameter or `$0`. What its own chain made of the
    /// elements is for flatMap.
    private func isParameter(_ one: Nested, in walk: TraceWalk) -> Bool {
        guard walk.kinds(of: one.handler).contains(.next), let row = walk.subscription(one.subscription),
            let site = row.site, let outer = walk.site(of: one.outer), site.file == outer.file,
            site.line >= outer.line, owners[row.node].map({ walk.root(of: $0) != one.outer }) ?? true
        else { return false }
        return text.answer(at: site, "\(outer.line)") {
            let receivers = text.code(from: site, lines: 2).matches(of: #/(?:^|[^\w.$])(\$0|[a-z]\w*)\s*\.subscribe/#)
                .map { $0.1 }
            if receivers.contains("$0") { return true }
            let code = text.code(from: outer, lines: min(12, site.line - outer.line + 1))
            return code.matches(of: #/\{\s*(?:\[[^\]]*\]\s*)?\(?([a-z]\w*)(?:\s*:[^){\n]*)?\)?\s+in\b/#)
                .contains { receivers.contains($0.1) }
        }
    }

    mutating func closed(_ call: Trace.Call, in walk: TraceWalk) {
        if !releasing.isEmpty { releasing.remove(call.id) }
        guard !current.isEmpty, let made = current.removeValue(forKey: call.id) else { return }
        for (place, new) in Dictionary(grouping: made, by: { place(of: $0, walk) }) {
            follow(new.map(\.subscription), at: place, in: call, walk)
        }
    }

    private func place(of one: Nested, _ walk: TraceWalk) -> Place {
        Place(outer: one.outer, site: walk.subscription(one.subscription)?.site)
    }

    /// Notes what became of the earlier subscriptions of a place by the time a handler that made new ones returns.
    private mutating func follow(_ new: [Int], at place: Place, in handler: Trace.Call, _ walk: TraceWalk) {
        var succession = successions[place] ?? Succession()
        guard !succession.piles else { return }
        for earlier in succession.standing {
            guard let facts = walk.facts(of: earlier), let end = facts.end else {
                succession.piles = true
                continue
            }
            if facts.isDisposed, end > handler.id { succession.replaces = true }
        }
        let standing = new.filter { walk.facts(of: $0)?.end == nil }
        if standing.count > 1 { succession.piles = true }
        succession.standing = succession.piles ? [] : standing
        successions[place] = succession
    }

    /// Whether the handler disposes of the earlier inner subscription whenever it makes a new one.
    private func isReplaced(_ one: Nested, in walk: TraceWalk) -> Bool {
        guard !one.isAsked, let succession = successions[place(of: one, walk)] else { return false }
        return succession.replaces && !succession.piles
    }

    /// Whether the outer source's only event made an object, of which the inner subscription hears.
    private func isOfMadeObject(_ one: Nested, in walk: TraceWalk) -> Bool {
        let outer = walk.subscription(one.outer)
        // What ended begins anew, by the same line.
        if outer?.endedByEvent == true, !walk.kinds(of: one.handler).contains(.next),
            let site = walk.subscription(one.subscription)?.site, site == outer?.site
        {
            return true
        }
        guard outer?.ended == Trace.Event.Kind.completed.name else { return false }
        // The end comes once as well.
        if walk.kinds(of: one.handler).contains(.completed) { return isTaken(one.outer, in: walk) }
        guard elements[one.outer] == 1, walk.kinds(of: one.handler).contains(.next),
            let source = walk.facts(of: one.subscription)?.chain.last
        else { return false }
        // One that was to take one element only does so once.
        return makers[source] == one.handler.id || isTaken(one.outer, in: walk)
    }

    /// Whether an operator such as take(1) ends a subscription, or it begins with a timer that goes off once.
    private func isTaken(_ outer: Int, in walk: TraceWalk) -> Bool {
        guard let chain = walk.facts(of: outer)?.chain else { return false }
        let takes = ["element", "elementAt", "first", "single", "asSingle"]
        if chain.compactMap({ walk.node($0) }).contains(where: { node in
            node.behaviors.contains(.ends) || takes.contains(walk.word(for: node))
        }) {
            return true
        }
        guard let source = walk.node(chain.last), source.role == .observable else { return false }
        return source.behaviors.isEmpty && walk.word(for: source) == "timer"
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        let own = nested.filter { !isHandedOver($0, in: walk) }
        let bySite = Dictionary(grouping: own) { walk.subscription($0.subscription)?.site }
        return bySite.compactMap { site, nested in
            let shared = sharedBags(of: nested, in: walk)
            let isRepeated = nested.contains { $0.handler.id != nested[0].handler.id }
            let unowned = nested.filter { one in
                !isReplaced(one, in: walk) && !isOfMadeObject(one, in: walk) && !isKeptByMadeObject(one, in: walk)
                    && !isOwned(one, isRepeated: isRepeated, shared, in: walk)
            }
            guard let first = unowned.first(where: { !$0.isAsked }) ?? unowned.first else { return nil }
            let outer = walk.site(of: first.outer)
            let label = first.handler.label ?? "an observer"
            let evidence: [Trace.Finding.Evidence] = [
                .init("\(label) of this subscription runs", call: first.handler.id, site: outer),
                .init(
                    first.isAsked ? "the work it asks for subscribes here" : "it subscribes here",
                    call: walk.facts(of: first.subscription)?.call, site: site),
            ]
            let isNote = first.isAsked || unowned.allSatisfy { isDoneAndOver($0, in: walk) }
            let name = walk.node(walk.subscription(first.subscription)?.node).map(walk.name(of:)) ?? "an observable"
            let place =
                first.isAsked
                ? "in work that \(label) of another subscription asks for" : "inside \(label) of another subscription"
            return finding(
                "\(name) is subscribed \(place)", at: site, evidence, severity: isNote ? .note : nil,
                remedy: first.isAsked ? Self.askedRemedy : nil, count: unowned.count)
        }
    }

    /// Whether an inner subscription was to do something only, with no closure, and was over before the handler went on.
    private func isDoneAndOver(_ one: Nested, in walk: TraceWalk) -> Bool {
        guard let row = walk.subscription(one.subscription), row.ended == Trace.Event.Kind.completed.name,
            walk.facts(of: row.id)?.endsWithin == true, let site = row.site
        else { return false }
        return text.answer(at: site) { text.code(from: site, lines: 1).contains(".subscribe()") }
    }

    /// Whether the handler makes an object, a function of which subscribes and keeps the Disposable in its property.
    private func isKeptByMadeObject(_ one: Nested, in walk: TraceWalk) -> Bool {
        guard let site = walk.subscription(one.subscription)?.site, let outer = walk.site(of: one.outer),
            case .property? = SourcePlaces(text: text).keeper(ofStatementAt: site),
            case let lines = text.codeLines(of: site.file),
            let owner = SourceDeclaration.type(around: site.line - 1, in: lines),
            SourceDeclaration.isClass(owner, in: lines)
        else { return false }
        return text.answer(at: outer, String(owner)) {
            let handlers = text.codeLines(of: outer.file)
            guard handlers.indices.contains(outer.line - 1),
                SourceDeclaration.type(around: outer.line - 1, in: handlers) != owner
            else { return false }
            let code = text.code(from: outer, lines: 12)
            let rest = code.firstRange(of: #/(?:^|\W)(?:subscribe|bind|drive|emit)(?=\W)/#)?.upperBound
            guard let closure = rest.flatMap({ SourceCode.argument("onNext:", ofCallAt: code[$0...]) }) else {
                return false
            }
            return closure.matches(of: #/(\w+)\(/#).contains { $0.1 == owner }
        }
    }

    /// The bags that hold what several events made.
    private func sharedBags(of nested: [Nested], in walk: TraceWalk) -> Set<Int> {
        var makers: [Int: Int] = [:]
        return nested.reduce(into: []) { shared, one in
            guard let bag = walk.facts(of: one.subscription)?.bag else { return }
            if makers.updateValue(one.handler.id, forKey: bag) ?? one.handler.id != one.handler.id {
                shared.insert(bag)
            }
        }
    }

    /// Whether an object that the handler made owns the inner subscription.
    private func isOwned(_ one: Nested, isRepeated: Bool, _ shared: Set<Int>, in walk: TraceWalk) -> Bool {
        guard let bag = walk.facts(of: one.subscription)?.bag else { return false }
        let outerBag = walk.facts(of: walk.root(of: one.outer))?.bag
        if bag == outerBag { return false }
        if one.followsRelease { return true }
        // Events that share a bag do not own the disposables in it.
        if shared.contains(bag) { return false }
        return outerBag != nil || isRepeated
    }
}
