import RxTraceKit

/// Writes a trace by hand, nested as the calls were, so that a test shows the shape it is about.
///
/// Nodes are named by any word: `map` or `map2` may both be a `MapSink`. Ids follow the order of first mention.
final class TraceScript {
    private(set) var trace: Trace
    private var nodes: [String: Int] = [:]
    private var parents: [Int] = []
    private var thread = 0

    init(_ scenario: String = "script", threads: [String] = ["main"]) {
        trace = Trace(
            scenario: scenario, threads: threads.enumerated().map { Trace.Thread(id: $0.offset, name: $0.element) })
    }

    /// Declares a node under a word of the test's own.
    func node(
        _ word: String, _ type: String, _ role: Trace.Role, site: Trace.Site? = nil, name: String? = nil,
        isEarly: Bool = false
    ) {
        let id = trace.nodes.count + 1
        nodes[word] = id
        trace.nodes.append(Trace.Node(id: id, type: type, role: role, site: site, name: name, isEarly: isEarly))
    }

    /// Makes a node the owner of another.
    func own(_ word: String, by owner: String) {
        guard let id = nodes[word] else { return }
        trace.nodes[id - 1].owner = nodes[owner]
    }

    func setVariable(_ variable: String, of word: String) {
        guard let id = nodes[word] else { return }
        trace.nodes[id - 1].variable = variable
    }

    func behave(_ behaviors: Trace.Behaviors, _ word: String) {
        guard let id = nodes[word] else { return }
        trace.nodes[id - 1].behaviors = behaviors
    }

    func setKinds(_ kinds: Set<Trace.ClosureKind>, of label: String) { trace.closures[label] = kinds }

    @discardableResult
    func subscription(
        of word: String, in parent: Int? = nil, name: String? = nil, site: Trace.Site? = nil,
        ended: String? = "completed"
    ) -> Int {
        let id = trace.subscriptions.count + 1
        trace.subscriptions.append(
            Trace.Subscription(
                id: id, parent: parent, node: nodes[word] ?? 0, name: name, site: site, ended: ended))
        return id
    }

    /// Adds a call and, inside it, those that `body` makes; answers its id.
    @discardableResult
    func call(
        _ operation: Trace.Operation, _ word: String? = nil, _ event: Trace.Event? = nil, label: String? = nil,
        type: String? = nil, disposable: String? = nil, subscription: Int? = nil, cause: Int? = nil, origin: Int? = nil,
        parts: [Int] = [],
        site: Trace.Site? = nil, _ body: () -> Void = {}
    ) -> Int {
        let id = trace.calls.count + 1
        trace.calls.append(
            Trace.Call(
                id: id, parent: parents.last, cause: cause, origin: origin, parts: parts, operation: operation,
                node: word.flatMap { nodes[$0] }, disposable: disposable.flatMap { nodes[$0] }, thread: thread,
                type: type, label: label, subscription: subscription,
                event: event, site: site))
        parents.append(id)
        body()
        parents.removeLast()
        return id
    }

    /// Makes the calls of `body` on another thread, where nothing is running yet.
    func on(thread other: Int, _ body: () -> Void) {
        let (oldThread, oldParents) = (thread, parents)
        (thread, parents) = (other, [])
        body()
        (thread, parents) = (oldThread, oldParents)
    }

    func dropped(_ count: Int) { trace.drops.memory = count }
}

extension Trace.Event {
    static func next(_ value: String) -> Trace.Event { Trace.Event(.next, value: value) }
    static let completed = Trace.Event(.completed)
}

extension TraceScript {
    /// `create { … }.subscribe(…)` of one value, as the library calls it.
    static func create(value: String = "10") -> Trace {
        let script = TraceScript("create-subscribe")
        let site = Trace.Site(file: "samples/CreateSubscribe.swift", line: 12)
        script.node("source", "AnonymousObservable", .observable, site: site)
        script.node("observer", "AnonymousObserver", .observer)
        script.node("current", "CurrentThreadScheduler", .scheduler)
        script.node("sink", "AnonymousObservableSink", .sink)
        script.node("ended", "AnonymousDisposable", .disposable)
        script.node("disposer", "SinkDisposer", .disposable)
        let one = script.subscription(of: "source", site: Trace.Site(file: "samples/CreateSubscribe.swift", line: 18))
        func deliver(_ event: Trace.Event, handler: String, then: () -> Void = {}) {
            script.call(.on, "sink", event, type: "AnyObserver", subscription: one) {
                script.call(.on, "sink", event, subscription: one) {
                    script.call(.forwardOn, "sink", event, subscription: one) {
                        script.call(.on, "observer", event, subscription: one) {
                            script.call(.onCore, "observer", event, subscription: one) {
                                script.call(.handler, "observer", label: handler, subscription: one)
                                then()
                            }
                        }
                    }
                }
            }
        }
        script.call(.create, "source", label: "create")
        script.call(.subscribe, "source", subscription: one) {
            script.call(.subscribe, "source", subscription: one) {
                script.call(.schedule, "current", subscription: one) {
                    script.call(.run, "source", subscription: one) {
                        script.call(.run, "sink", subscription: one) {
                            script.call(.handler, "source", label: "subscribeHandler", subscription: one) {
                                deliver(.next(value), handler: "onNext")
                                deliver(.completed, handler: "onCompleted") {
                                    script.call(.dispose, "ended", subscription: one) {
                                        script.call(.handler, "ended", label: "onDisposed", subscription: one)
                                    }
                                }
                                script.call(.dispose, "sink", subscription: one) {
                                    script.call(.dispose, "disposer", subscription: one)
                                }
                            }
                        }
                    }
                }
            }
        }
        return script.trace
    }

    /// One value through `observe(on:)`: asked for on the main thread, delivered on another.
    static func observeOn() -> Trace {
        let script = TraceScript("observe-on", threads: ["main", "rx.held"])
        script.node("just", "Just", .observable, site: Trace.Site(file: "samples/ObserveOn.swift", line: 3))
        script.node("hop", "ObserveOnSerialDispatchQueue", .observable)
        script.node("sink", "ObserveOnSerialDispatchQueueSink", .sink)
        script.node("serial", "SerialDispatchQueueScheduler", .scheduler, name: "rx.held")
        script.node("item", "ScheduledItem", .item)
        script.node("observer", "AnonymousObserver", .observer)
        let one = script.subscription(of: "hop", site: Trace.Site(file: "samples/ObserveOn.swift", line: 5))
        var cause = 0
        script.call(.create, "just", label: "just")
        script.call(.create, "hop", label: "observe(on:)")
        script.call(.subscribe, "hop", subscription: one) {
            script.call(.run, "hop", subscription: one) {
                script.call(.subscribe, "just", subscription: one) {
                    script.call(.on, "sink", .next("1"), subscription: one) {
                        script.call(.onCore, "sink", .next("1"), subscription: one) {
                            cause = script.call(.schedule, "serial", subscription: one)
                        }
                    }
                }
            }
        }
        script.on(thread: 1) {
            script.call(.invoke, "item", subscription: one, cause: cause) {
                script.call(.on, "observer", .next("1"), subscription: one) {
                    script.call(.onCore, "observer", .next("1"), subscription: one) {
                        script.call(.handler, "observer", label: "onNext", subscription: one)
                    }
                }
            }
        }
        return script.trace
    }
}
