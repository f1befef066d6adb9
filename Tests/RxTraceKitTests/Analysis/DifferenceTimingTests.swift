import RxTraceKit
import Testing

/// An order that the timing of threads decides is no difference; another order is one.
@Suite struct DifferenceTimingTests {
    /// Two sources on queues of their own, merged: the source that ends last completes the merge, on its queue.
    private func merge(last: Int, values: [String] = ["a", "b"], isZip: Bool = false, disposer: Int = 1) -> Trace {
        let script = TraceScript(threads: ["main", "one", "two"])
        script.node("merge", "MergeArray", .observable)
        script.node("join", isZip ? "ZipSink2_" : "MergeBasicSink", .sink)
        script.node("observer", "AnonymousObserver", .observer)
        script.node("group", "CompositeDisposable", .disposable)
        let outer = script.subscription(of: "merge")
        var causes: [Int] = []
        var inner: [Int] = []
        for source in 1...2 {
            script.node("source\(source)", "Just", .observable)
            script.node("part\(source)", "MergeSinkIter", .observer)
            script.node("queue\(source)", "SerialDispatchQueueScheduler", .scheduler, name: "rx.\(source)")
            inner.append(script.subscription(of: "source\(source)", in: outer))
        }
        script.call(.subscribe, "merge", subscription: outer) {
            script.call(.run, "join", subscription: outer) {
                for source in 1...2 {
                    script.call(.subscribe, "source\(source)", subscription: inner[source - 1]) {
                        causes.append(script.call(.schedule, "queue\(source)", subscription: inner[source - 1]))
                    }
                }
            }
        }
        func deliver(_ event: Trace.Event) {
            script.call(.forwardOn, "join", event, subscription: outer) {
                script.call(.on, "observer", event, subscription: outer)
            }
        }
        for source in [3 - last, last] {
            script.on(thread: source) {
                script.call(.invoke, subscription: inner[source - 1], cause: causes[source - 1]) {
                    let part = "part\(source)"
                    script.call(.on, part, .next(values[source - 1]), subscription: inner[source - 1]) {
                        if !isZip { deliver(.next(values[source - 1])) }
                        if isZip, source == last { deliver(.next(values.joined())) }
                    }
                    script.call(.on, part, .completed, subscription: inner[source - 1]) {
                        if source == last { deliver(.completed) }
                        if source == disposer { script.call(.dispose, "group", subscription: outer) }
                    }
                }
            }
        }
        return script.trace
    }

    @Test(arguments: [false, true])
    func `which source comes last is no difference`(isZip: Bool) {
        let first = merge(last: 1, isZip: isZip)
        let second = merge(last: 2, isZip: isZip)
        #expect(first.canonical() == second.canonical())
        #expect(TraceDifference(first, second).isEmpty)
    }

    @Test func `who disposes first is no difference, that nobody does is one`() {
        #expect(TraceDifference(merge(last: 1, disposer: 1), merge(last: 1, disposer: 2)).isEmpty)
        #expect(!TraceDifference(merge(last: 1, disposer: 1), merge(last: 1, disposer: 0)).isEmpty)
    }

    @Test func `another value of one source is a difference, whichever came last`() {
        let difference = TraceDifference(merge(last: 1), merge(last: 2, values: ["a", "c"]))
        #expect(difference.summary.first?.contains("next(b → c)") == true)
        #expect(TraceDifference(merge(last: 1), merge(last: 2, values: ["a", "c"]), ignoring: [.values]).isEmpty)
    }

    @Test func `the order of the events of one thread is compared, that of several threads is not`() {
        func program(_ order: [(thread: Int, value: String)]) -> Trace {
            Trace(
                scenario: "threads", threads: (0...2).map { Trace.Thread(id: $0, name: $0 == 0 ? "main" : "w\($0)") },
                calls: order.enumerated().map {
                    Trace.Call(
                        id: $0.offset + 1, operation: .on, thread: $0.element.thread,
                        event: Trace.Event(.next, value: $0.element.value))
                })
        }
        let first = program([(1, "a"), (1, "b"), (2, "c")])
        #expect(TraceDifference(first, program([(2, "c"), (1, "a"), (1, "b")])).isEmpty)
        #expect(TraceDifference(first, program([(2, "a"), (1, "c"), (2, "b")])).isEmpty)
        #expect(!TraceDifference(first, program([(1, "b"), (1, "a"), (2, "c")])).isEmpty)
        #expect(!TraceDifference(first, program([(1, "a"), (2, "b"), (2, "c")])).isEmpty)
    }

    /// A timer whose observer stops at the third tick, with some more before the timer hears of it.
    private func timer(late: Int, wanted: Int = 3, isDisposed: Bool = false) -> Trace {
        let script = TraceScript(threads: ["main", "queue"])
        script.node("timer", "TimerSink", .sink)
        script.node("take", "TakeCountSink", .sink)
        script.node("queue", "SerialDispatchQueueScheduler", .scheduler, name: "rx.timer")
        script.node("observer", "AnonymousObserver", .observer)
        func deliver(_ event: Trace.Event) {
            script.call(.forwardOn, "take", event) { script.call(.on, "observer", event) }
        }
        var cause = 0
        script.call(.subscribe) { cause = script.call(.schedule, "queue") }
        for tick in 0..<(wanted + late) {
            script.on(thread: 1) {
                script.call(.invoke, "queue", cause: cause) {
                    script.call(.forwardOn, "timer", .next("\(tick)")) {
                        if isDisposed, tick >= wanted { return }
                        script.call(.on, "take", .next("\(tick)")) {
                            if tick < wanted { deliver(.next("\(tick)")) }
                            if tick == wanted - 1 { deliver(.completed) }
                        }
                    }
                }
            }
        }
        return script.trace
    }

    @Test func `ticks that find their observer stopped are no difference, ticks that do not are one`() {
        #expect(TraceDifference(timer(late: 0), timer(late: 2)).isEmpty)
        #expect(TraceDifference(timer(late: 1), timer(late: 0)).isEmpty)
        #expect(TraceDifference(timer(late: 0), timer(late: 1, isDisposed: true)).isEmpty)
        #expect(!TraceDifference(timer(late: 0), timer(late: 0, wanted: 2)).isEmpty)
        #expect(!TraceDifference(timer(late: 1, wanted: 2), timer(late: 0)).isEmpty)
    }

    @Test func `on one thread, who completes a merge is a difference`() {
        func program(_ last: Int) -> Trace {
            var trace = merge(last: last)
            for position in trace.calls.indices {
                trace.calls[position].thread = 0
                if trace.calls[position].operation == .invoke, let cause = trace.calls[position].cause {
                    // Run at once, within the call that asked for it.
                    trace.calls[position].parent = cause
                }
            }
            return trace
        }
        #expect(!TraceDifference(program(1), program(2)).isEmpty)
    }
}
