/// A closure makes an observable per element, and nobody subscribes to any of them.
struct UnusedElements: LintRule {
    static let definition = LintDefinition(
        name: "unused-elements", severity: .warning,
        summary: "map hands on observables that nobody subscribes to",
        explanation: """
            Fires where the closure of an operator such as map makes an observable for each element and hands it on as
            the element, and nobody ever subscribes to any of these: what they were to do is never done. The line is
            that of the operator. No fault: observables that a later operator (merge, switchLatest, concat) or a closure
            subscribes to, if it is one of them; observables that are kept in an object that is handed on.
            """,
        example: """
            taps.map { follow(user) }  // makes a request, and nobody runs it
                .subscribe(onNext: { _ in showFollowed() })
            """,
        remedy: "use flatMap, flatMapLatest or concatMap, which subscribe to them",
        signalRemedy: "use flattenMap, or switchToLatest, which subscribe to them")
    static let opening: Set<Trace.Operation> = [.create, .forwardOn, .subscribe]

    private struct Elements {
        var first: Trace.Call
        var count = 0
    }

    /// The observable that a sink's closure made last, for the element that it is handed.
    private var made: [Int: Int] = [:]
    /// The sinks that handed these on, by the observable.
    private var makers: [Int: Int] = [:]
    private var elements: [Int: Elements] = [:]
    /// The sinks of which an element was subscribed to.
    private var used: Set<Int> = []

    static func wants(_ sort: CallSort) -> Bool {
        sort.operation == .forwardOn ? sort.event == .next && sort.role == .sink : sort.role == .observable
    }

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard let id = call.node else { return }
        switch call.operation {
        case .create:
            guard walk.role == .observable, let handler = walk.callingHandler?.call, let sink = handler.node,
                walk.node(sink)?.role == .sink, walk.kinds(of: handler).contains(.computes)
            else { return }
            made[sink] = id
        case .subscribe:
            if let sink = makers[id] { used.insert(sink) }
        default:
            guard let node = made.removeValue(forKey: id), let type = walk.node(node)?.generic,
                call.event?.value?.contains(type) == true
            else { return }
            makers[node] = id
            elements[id, default: Elements(first: call)].count += 1
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        elements.sorted { $0.key < $1.key }.compactMap { id, elements in
            guard !used.contains(id), let observable = walk.observable(of: id) else { return nil }
            let count = Count.of(elements.count, "observable")
            return finding(
                "\(walk.name(of: observable)) hands on \(count) that nobody subscribes to", at: observable.site,
                [
                    .init(
                        "the first: \(CallText.event(elements.first))", call: elements.first.id,
                        site: walk.site(of: elements.first.subscription))
                ])
        }
    }
}
