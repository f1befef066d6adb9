import RxTraceKit

extension RaceScripts {
    /// When a step of a drain begins, seen from the one that asked for it.
    enum Begin: CaseIterable {
        /// Before the asker holds what cancels the step, so that nobody ever disposes that.
        case early
        /// After it: the step then disposes that.
        case late
    }

    /// Elements that an operator hands on in steps, each begun by its element: the step before was over by then, and what
    /// that held is disposed.
    ///
    /// - Parameters:
    ///   - steps: how many elements each step hands on, and when it begins.
    ///   - isDisposed: whether the subscription is disposed at the end.
    static func drain(_ steps: [(count: Int, begin: Begin)], isDisposed: Bool) -> Trace {
        let script = TraceScript(threads: ["main", "one", "two"])
        script.node("hop", "Hop", .observable)
        script.behave([.hops, .queues], "hop")
        script.node("sink", "HopSink", .sink)
        script.own("sink", by: "hop")
        script.node("pool", "Pool", .scheduler)
        script.node("observer", "AnonymousObserver", .observer)
        script.node("all", "Holder", .disposable)
        for step in steps.indices {
            script.node("holder\(step)", "Recursion", .disposable)
            script.node("group\(step)", "Group", .disposable)
            script.node("step\(step)", "Step", .disposable)
            script.behave([.step], "step\(step)")
        }
        let one = script.subscription(of: "hop", ended: isDisposed ? "disposed" : nil)
        func disposeHolder(_ step: Int) {
            script.call(.dispose, "holder\(step)", subscription: one) {
                script.call(.dispose, "group\(step)", subscription: one)
            }
        }
        script.call(.subscribe, "hop", subscription: one)
        var number = 0
        for (step, (count, begin)) in steps.enumerated() {
            var work = 0
            var origins: [Int] = []
            for element in 0..<count {
                script.call(.on, "sink", .next("\(number + element)"), subscription: one) {
                    origins.append(
                        script.call(.onCore, "sink", .next("\(number + element)"), subscription: one) {
                            guard element == 0 else { return }
                            work = script.call(.schedule, "pool", subscription: one)
                            if step > 0 { disposeHolder(step - 1) }
                        })
                }
            }
            script.on(thread: step % 2 + 1) {
                script.call(.invoke, "pool", subscription: one, cause: work) {
                    if begin == .late { script.call(.dispose, "step\(step)", subscription: one) }
                    script.call(.run, "sink", subscription: one) {
                        for origin in origins {
                            let event = Trace.Event.next("\(number)")
                            script.call(.on, "observer", event, subscription: one, origin: origin) {
                                script.call(.handler, "observer", label: "onNext", subscription: one)
                            }
                            number += 1
                        }
                    }
                }
            }
        }
        if isDisposed {
            script.call(.dispose, "sink", subscription: one) {
                script.call(.dispose, "all", subscription: one) { disposeHolder(steps.count - 1) }
            }
        }
        return script.trace
    }

    /// Three elements, of which the work of the first disposes the operator that brings them to a queue.
    ///
    /// - Parameters:
    ///   - count: how many elements came to the operator before that.
    ///   - isSerial: whether each has work of its own, which then finds nothing to do.
    ///   - thread: where the work runs; 0 is the sender's.
    static func cutOff(after count: Int, isSerial: Bool, thread: Int = 1) -> Trace {
        let script = TraceScript(threads: ["main", "queue"])
        script.node("subject", "PublishSubject", .subject)
        script.node("hop", "Hop", .observable)
        script.behave([.hops, .queues], "hop")
        script.node("sink", "HopSink", .sink)
        script.behave([.hops, .queues], "sink")
        script.own("sink", by: "hop")
        script.node("queue", "Queue", .scheduler)
        script.node("observer", "AnonymousObserver", .observer)
        let one = script.subscription(of: "hop")
        script.call(.subscribe, "hop", subscription: one)
        var work: [Int] = []
        var origin = 0
        func send(_ number: Int, comes: Bool) {
            let event = Trace.Event.next("\(number)")
            script.call(.on, "subject", event) {
                guard comes else { return }
                script.call(.on, "sink", event, subscription: one) {
                    let call = script.call(.onCore, "sink", event, subscription: one) {
                        if isSerial || number == 0 { work.append(script.call(.schedule, "queue", subscription: one)) }
                    }
                    if number == 0 { origin = call }
                }
            }
        }
        for number in 0..<count { send(number, comes: true) }
        script.on(thread: thread) {
            script.call(.invoke, "queue", subscription: one, cause: work[0]) {
                script.call(.run, isSerial ? "observer" : "sink", subscription: one) {
                    script.call(.on, "observer", .next("0"), subscription: one, origin: origin) {
                        script.call(.handler, "observer", label: "onNext", subscription: one)
                        script.call(.dispose, "sink", subscription: one)
                    }
                }
            }
        }
        for number in count..<3 { send(number, comes: false) }
        for work in work.dropFirst() {
            script.on(thread: thread) { script.call(.invoke, "queue", subscription: one, cause: work) }
        }
        return script.trace
    }
}
