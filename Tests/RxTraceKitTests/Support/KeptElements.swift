import RxTraceKit

extension TraceScript {
    /// Two elements wait in a queue and are handed on by the work that the first asked for, a millisecond per call.
    static func keptElements() -> Trace {
        let script = TraceScript("kept", threads: ["main", "queue"])
        let site = { Trace.Site(file: "App.swift", line: $0) }
        script.node("subject", "PublishSubject", .subject, site: site(1))
        script.node("delay", "Delay", .observable, site: site(2))
        script.node("sink", "DelaySink", .sink)
        script.node("queue", "SerialDispatchQueueScheduler", .scheduler, name: "queue")
        script.node("observer", "AnonymousObserver", .observer)
        script.own("sink", by: "delay")
        let one = script.subscription(of: "delay", site: site(3), ended: nil)
        script.call(.subscribe, "delay", subscription: one) { script.call(.run, "delay", subscription: one) }
        var (work, kept) = (0, [Int]())
        for number in 1...2 {
            script.call(.on, "subject", .next("\(number)"), site: site(3 + number)) {
                kept.append(
                    script.call(.on, "sink", .next("\(number)"), subscription: one) {
                        if number == 1 { work = script.call(.schedule, "queue", subscription: one) }
                    })
            }
        }
        script.on(thread: 1) {
            script.call(.invoke, "queue", subscription: one, cause: work) {
                for number in 1...2 {
                    script.call(
                        .forwardOn, "sink", .next("\(number)"), subscription: one, origin: kept[number - 1]
                    ) {
                        script.call(.on, "observer", .next("\(number)"), subscription: one) {
                            script.call(.handler, "observer", label: "onNext", subscription: one)
                        }
                    }
                }
            }
        }
        return script.timed()
    }

    /// Two sources, of which the elements of one are combined with the latest of the other.
    static func combinedElements() -> Trace {
        let script = TraceScript("combined")
        let site = { Trace.Site(file: "App.swift", line: $0) }
        for name in ["name", "age"] {
            script.node(name, "PublishSubject", .subject, site: site(1))
            script.node(name + "Part", "CombineLatestObserver", .observer)
        }
        script.node("sink", "CombineLatestSink2_", .sink)
        script.node("observer", "AnonymousObserver", .observer)
        var kept = 0
        script.call(.on, "name", .next("Ann"), site: site(2)) { kept = script.call(.on, "namePart", .next("Ann")) }
        for age in 1...2 {
            script.call(.on, "age", .next("\(age)"), site: site(2 + age)) {
                let part = script.nextID
                script.call(.on, "agePart", .next("\(age)")) {
                    script.call(.forwardOn, "sink", .next("Ann \(age)"), parts: [kept, part]) {
                        script.call(.on, "observer", .next("Ann \(age)")) {
                            script.call(.handler, "observer", label: "onNext")
                        }
                    }
                }
            }
        }
        return script.timed()
    }

    /// Two sources that are combined, of which only the first sends.
    static func joinedSources() -> Trace {
        let script = TraceScript("joined")
        for number in 1...2 {
            script.node("source\(number)", "PublishSubject", .subject, site: site(number))
        }
        script.node("joined", "CombineLatest2", .observable, site: site(3))
        script.behave([.combines, .buffers], "joined")
        script.node("sink", "CombineLatestSink2_", .sink)
        script.own("sink", by: "joined")
        let whole = script.subscription(of: "joined", site: site(4), ended: nil)
        var parts: [Int] = []
        for number in 1...2 {
            script.node("part\(number)", "CombineLatestObserver", .observer)
            script.own("part\(number)", by: "sink")
            parts.append(script.subscription(of: "source\(number)", in: whole, ended: nil))
        }
        script.call(.subscribe, "joined", subscription: whole) {
            script.call(.run, "joined", subscription: whole) {
                script.call(.run, "sink", subscription: whole) {
                    for number in 1...2 { script.call(.subscribe, "source\(number)", subscription: parts[number - 1]) }
                }
            }
        }
        for value in ["1", "2"] {
            script.call(.on, "source1", .next(value)) {
                script.call(.on, "part1", .next(value), subscription: parts[0])
            }
        }
        return script.timed()
    }

    /// The id of the call that is added next.
    var nextID: Int { trace.calls.count + 1 }

    private func timed() -> Trace {
        var trace = trace
        for position in trace.calls.indices {
            trace.calls[position].start = UInt64(position) * 1_000_000
            trace.calls[position].duration = 1
        }
        return trace
    }
}
