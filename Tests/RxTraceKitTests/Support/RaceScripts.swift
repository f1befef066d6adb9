import RxTraceKit

/// Programs of several threads, each written down in any of the orders that chance may give it.
enum RaceScripts {
    /// A source's end on a queue wakes the main thread, which releases the bag.
    ///
    /// - Parameter first: who disposes what is there, 0 the main thread: the other finds nothing left.
    static func bag(first: Int, disposes: Bool = true, handler: String = "onCompleted", lateEnd: Bool? = nil) -> Trace {
        let script = TraceScript(threads: ["main", "queue"])
        script.node("source", "AnonymousObservable", .observable)
        script.node("sink", "AnonymousObservableSink", .sink)
        script.node("observer", "AnonymousObserver", .observer)
        script.node("both", "BinaryDisposable", .disposable)
        script.node("disposer", "SinkDisposer", .disposable)
        script.node("action", "AnonymousDisposable", .disposable)
        script.node("bag", "DisposeBag", .bag)
        script.own("sink", by: "source")
        let ended = lateEnd == nil ? "completed" : lateEnd == true ? "bag" : "completed"
        let one = script.subscription(of: "source", ended: ended)
        var hop = 0
        script.call(.subscribe, "source", subscription: one) {
            script.call(.run, "sink", subscription: one) { hop = script.call(.hop, label: "DispatchQueue.async") }
        }
        script.call(.insert, "bag", subscription: one)
        func disposeParts() {
            script.call(.dispose, "action", subscription: one) {
                script.call(.handler, "action", label: "disposeAction", subscription: one)
            }
        }
        func release() {
            script.call(.deinit, "bag") {
                script.call(.dispose, "both", subscription: one) {
                    script.call(.dispose, "disposer", subscription: one) { if first == 0 { disposeParts() } }
                }
            }
        }
        func end() {
            script.call(.dispose, "sink", subscription: one) {
                script.call(.dispose, "disposer", subscription: one) { if first == 1 { disposeParts() } }
            }
        }
        script.on(thread: 1) {
            script.call(.invoke, cause: hop) {
                script.call(.on, "sink", .next("1"), subscription: one) {
                    script.call(.forwardOn, "sink", .next("1"), subscription: one) {
                        script.call(.on, "observer", .next("1"), subscription: one) {
                            script.call(.handler, "observer", label: "onNext", subscription: one)
                        }
                    }
                }
                script.call(.on, "sink", .completed, subscription: one) {
                    if lateEnd == true {
                        // Disposed before its end has come to the observer.
                        script.on(thread: 0) { release() }
                        script.call(.forwardOn, "sink", .completed, subscription: one)
                    } else {
                        script.call(.forwardOn, "sink", .completed, subscription: one) {
                            script.call(.on, "observer", .completed, subscription: one) {
                                if lateEnd == nil {
                                    script.call(.handler, "observer", label: handler, subscription: one)
                                }
                            }
                        }
                    }
                    if first == 0, lateEnd != true { script.on(thread: 0) { release() } }
                    if disposes { end() }
                }
            }
        }
        if first == 1 { script.on(thread: 0) { release() } }
        return script.trace
    }

    /// Two sources on queues of their own that a sink makes one of: `order` says which of them sends next.
    static func zip(_ order: [Int], values: [[String]] = [["a", "b"], ["1", "2"]]) -> Trace {
        let script = TraceScript(threads: ["main", "one", "two"])
        script.node("zip", "Zip2", .observable)
        script.behave([.combines], "zip")
        script.node("join", "ZipSink2_", .sink)
        script.own("join", by: "zip")
        script.node("observer", "AnonymousObserver", .observer)
        let outer = script.subscription(of: "zip")
        var hops: [Int] = []
        var inner: [Int] = []
        script.call(.subscribe, "zip", subscription: outer) {
            script.call(.run, "join", subscription: outer) {
                for source in 0..<2 {
                    script.node("source\(source)", "AnonymousObservable", .observable)
                    script.node("part\(source)", "ZipObserver", .observer)
                    script.own("part\(source)", by: "join")
                    inner.append(script.subscription(of: "source\(source)", in: outer))
                    script.call(.subscribe, "source\(source)", subscription: inner[source]) {
                        hops.append(script.call(.hop, label: "DispatchQueue.async"))
                    }
                }
            }
        }
        // Each event is work of its own, so that the two take turns.
        var sent: [[Int]] = [[], []]
        var made = 0
        var ended = 0
        for source in order {
            script.on(thread: source + 1) {
                script.call(.invoke, cause: hops[source]) {
                    let number = sent[source].count
                    let isEnd = number == values[source].count
                    let event: Trace.Event = isEnd ? .completed : .next(values[source][number])
                    let call = script.trace.calls.count + 1
                    sent[source].append(call)
                    script.call(.on, "part\(source)", event, subscription: inner[source]) {
                        if isEnd {
                            ended += 1
                            if ended == 2 {
                                script.call(.forwardOn, "join", .completed, subscription: outer) {
                                    script.call(.on, "observer", .completed, subscription: outer) {
                                        script.call(.handler, "observer", label: "onCompleted", subscription: outer)
                                    }
                                }
                            }
                        } else if sent[1 - source].count > made {
                            let parts = [sent[0][made], sent[1][made]]
                            let value = values[0][made] + values[1][made]
                            made += 1
                            script.call(.handler, "join", label: "resultSelector", subscription: outer)
                            script.call(.forwardOn, "join", .next(value), subscription: outer, parts: parts) {
                                script.call(.on, "observer", .next(value), subscription: outer) {
                                    script.call(.handler, "observer", label: "onNext", subscription: outer)
                                }
                            }
                        }
                    }
                }
            }
        }
        return script.trace
    }

    /// All orders in which one takes its turn so often and another so often.
    static func turns(_ ones: Int, _ twos: Int) -> [[Int]] {
        guard ones > 0, twos > 0 else { return [Array(repeating: 0, count: ones) + Array(repeating: 1, count: twos)] }
        return turns(ones - 1, twos).map { [0] + $0 } + turns(ones, twos - 1).map { [1] + $0 }
    }

    /// A source that one element makes, subscribed to at once or, where another is not through yet, as that ends.
    static func waiting(_ hasWaited: Bool) -> Trace {
        let script = TraceScript(threads: ["main", "one", "two"])
        script.node("concat", "ConcatMap", .observable)
        script.behave([.follows, .queues, .continues], "concat")
        script.node("sink", "ConcatMapSink", .sink)
        script.own("sink", by: "concat")
        script.node("current", "CurrentThreadScheduler", .scheduler)
        script.behave([.stays], "current")
        let outer = script.subscription(of: "concat")
        for source in 0..<2 {
            script.node("source\(source)", "AnonymousObservable", .observable)
            script.node("part\(source)", "MergeLimitedSinkIter", .observer)
            script.own("part\(source)", by: "sink")
        }
        var hops: [Int] = []
        script.call(.subscribe, "concat", subscription: outer) {
            script.call(.run, "sink", subscription: outer) {
                hops.append(script.call(.hop, label: "DispatchQueue.async"))
            }
        }
        var inner: [Int] = []
        func subscribe(_ source: Int, isInTrampoline: Bool, origin: Int? = nil) {
            inner.append(script.subscription(of: "source\(source)", in: outer))
            func run() {
                script.call(.run, "source\(source)", subscription: inner[source]) {
                    hops.append(script.call(.hop, label: "DispatchQueue.async"))
                }
            }
            script.call(.subscribe, "source\(source)", subscription: inner[source], origin: origin) {
                if isInTrampoline {
                    run()
                } else {
                    script.call(.schedule, "current", subscription: inner[source]) { run() }
                }
            }
        }
        func element(_ number: Int, _ body: () -> Void) -> Int {
            script.call(.on, "sink", .next("\(number)"), subscription: outer) {
                script.call(.handler, "sink", label: "selector", subscription: outer)
                body()
            }
        }
        func work(_ source: Int, atEnd: () -> Void = {}) {
            script.on(thread: 2) {
                script.call(.invoke, cause: hops[source + 1]) {
                    script.call(.on, "part\(source)", .next("\(source)"), subscription: inner[source]) {
                        script.call(.forwardOn, "sink", .next("\(source)"), subscription: outer) {
                            script.call(.handler, "sink", label: "onNext", subscription: outer)
                        }
                    }
                    script.call(.on, "part\(source)", .completed, subscription: inner[source]) { atEnd() }
                }
            }
        }
        script.on(thread: 1) {
            script.call(.invoke, cause: hops[0]) {
                _ = element(0) { subscribe(0, isInTrampoline: false) }
                if hasWaited {
                    let origin = element(1) {}
                    work(0) {
                        script.call(.schedule, "current", subscription: outer) {
                            subscribe(1, isInTrampoline: true, origin: origin)
                        }
                    }
                } else {
                    work(0)
                    _ = element(1) { subscribe(1, isInTrampoline: false) }
                }
            }
        }
        work(1)
        return script.trace
    }

    /// Elements that a sink hands on in work of its own, so many at a time.
    static func steps(_ steps: [Int]) -> Trace {
        let script = TraceScript(threads: ["main", "one", "two"])
        script.node("hop", "ObserveOn", .observable)
        script.node("sink", "ObserveOnSink", .sink)
        script.own("sink", by: "hop")
        script.node("pool", "ConcurrentDispatchQueueScheduler", .scheduler)
        script.node("observer", "AnonymousObserver", .observer)
        let one = script.subscription(of: "hop")
        var calls: [Int] = []
        var first = 0
        script.call(.subscribe, "hop", subscription: one) {
            script.call(.run, "hop", subscription: one) {
                for number in 0..<steps.reduce(0, +) {
                    calls.append(
                        script.call(.on, "sink", .next("\(number)"), subscription: one) {
                            if number == 0 { first = script.call(.schedule, "pool", subscription: one) }
                        })
                }
            }
        }
        var number = 0
        var next = first
        for (step, count) in steps.enumerated() {
            script.on(thread: step % 2 + 1) {
                script.call(.invoke, "pool", subscription: one, cause: next) {
                    script.call(.run, "sink", subscription: one) {
                        for _ in 0..<count {
                            let event = Trace.Event.next("\(number)")
                            script.call(.on, "observer", event, subscription: one, origin: calls[number]) {
                                script.call(.handler, "observer", label: "onNext", subscription: one)
                            }
                            number += 1
                        }
                        if step < steps.count - 1 { next = script.call(.schedule, "pool", subscription: one) }
                    }
                }
            }
        }
        return script.trace
    }
}
