import Testing

@testable import RxTraceKit

/// A recording that is still written, added up as its calls come.
struct LiveActivityTests {
    private static let millisecond: UInt64 = 1_000_000

    /// The calls of a script, one per millisecond.
    private func timed(_ script: TraceScript) -> Trace {
        var trace = script.trace
        for index in trace.calls.indices { trace.calls[index].start = UInt64(index) * Self.millisecond }
        return trace
    }

    private func activity(_ trace: Trace, _ set: (inout TraceFilter) -> Void = { _ in }) -> LiveActivity {
        var filter = TraceFilter()
        set(&filter)
        var activity = LiveActivity(filter)
        activity.add(trace.calls, facts: SourceFacts(TraceInMemory(trace)))
        return activity
    }

    /// A subject with two subscriptions by way of a map, three elements and an error; work asked for in one of them.
    private func script() -> TraceScript {
        let script = TraceScript(threads: ["main", "worker"])
        let site = Trace.Site(file: "Sources/App.swift", line: 3)
        script.node("subject", "Subject", .subject, site: Trace.Site(file: "Sources/App.swift", line: 1))
        script.node("map", "Map", .observable, site: site)
        script.node("sink", "MapSink", .sink)
        script.node("observer", "AnObserver", .observer)
        script.node("queue", "QueueScheduler", .scheduler, name: "images")
        script.own("sink", by: "map")
        let one = script.subscription(of: "map", site: Trace.Site(file: "Sources/App.swift", line: 4), ended: nil)
        let two = script.subscription(of: "map", site: Trace.Site(file: "Sources/App.swift", line: 4))
        for id in [one, two] { script.call(.subscribe, "map", subscription: id) }
        func send(_ event: Trace.Event) -> Int {
            var schedule = 0
            script.call(.on, "subject", event, site: Trace.Site(file: "Sources/App.swift", line: 9)) {
                script.call(.on, "sink", event, subscription: one) {
                    script.call(.handler, "sink", label: "transform", subscription: one)
                    schedule = script.call(.schedule, "queue", subscription: one)
                }
            }
            return schedule
        }
        let asked = [send(.next("1")), send(.next("2")), send(.next("3"))]
        script.on(thread: 1) {
            script.call(.invoke, cause: asked[0]) {
                script.call(.on, "observer", .next("1"), subscription: one) {
                    script.call(.handler, "observer", label: "onNext", subscription: one)
                }
            }
        }
        script.call(.on, "sink", Trace.Event(.error, value: "late"), subscription: one)
        return script
    }

    @Test func operatorsAreCountedWithTheirSinks() {
        let activity = activity(timed(script()))
        let rows = activity.operators.map { "\($0.name) \($0.site?.line ?? 0) \($0.events) \($0.errors)" }
        #expect(rows == ["Subject 1 3 0", "Map 3 4 1", "AnObserver 4 1 0"])
        #expect(activity.seen == 18)
        #expect(activity.kept == 18)
    }

    @Test func subscriptionsAreCountedByTheirLines() {
        var activity = activity(timed(script()))
        #expect(activity.subscriptions.count == 2)
        #expect(activity.subscriptions.groups.map(\.live) == [2])
        activity.end([2, 7])
        #expect(
            activity.subscriptions.groups.map { [$0.made, $0.live, $0.growth.sum(at: activity.time)] } == [[2, 1, 1]])
        #expect(activity.subscriptions.living(in: 0).map { [$0.id, $0.events] } == [[1, 5]])
        #expect(activity.subscriptions.groups[0].site?.line == 4)
    }

    @Test func workThatWaitsIsMeasuredUntilItRuns() throws {
        let activity = activity(timed(script()))
        let queue = try #require(activity.queues.rows.first)
        #expect(queue.name == "QueueScheduler \"images\"")
        #expect([queue.asked, queue.ran, queue.waiting] == [3, 1, 2])
        // The first was asked for by the sixth call, and runs as the fifteenth.
        #expect(queue.longest == 9 * Self.millisecond)
        #expect(queue.wait(at: activity.time) == 9 * Self.millisecond)
    }

    @Test func workThatRunsAtOnceDoesNotWait() {
        let script = TraceScript()
        script.node("main", "MainScheduler", .scheduler)
        script.node("sink", "ObserveOnSink", .sink)
        script.call(.schedule, "main") { script.call(.on, "sink", .next("1")) }
        // A scheduler that hands on to another: the other one's work waits.
        script.node("queue", "QueueScheduler", .scheduler)
        script.call(.schedule, "main") { script.call(.schedule, "queue") }
        let rows = activity(timed(script)).queues.rows
        #expect(rows.map(\.name) == ["MainScheduler", "QueueScheduler"])
        #expect(rows.map { [$0.asked, $0.ran, $0.waiting] } == [[1, 1, 0], [1, 0, 1]])
    }

    @Test func whatTheProgramHandsOnCountsOnceItLeadsToACall() {
        let script = TraceScript(threads: ["main", "worker"])
        script.node("subject", "PublishSubject", .subject)
        let hops = (1...3).map { _ in script.call(.hop, label: "DispatchQueue.async") }
        #expect(activity(timed(script)).queues.rows.isEmpty)
        script.on(thread: 1) {
            script.call(.invoke, cause: hops[0]) { script.call(.on, "subject", .next("1")) }
            script.call(.invoke, cause: hops[1])
        }
        let rows = activity(timed(script)).queues.rows
        #expect(rows.map { [$0.asked, $0.ran, $0.waiting] } == [[1, 1, 0]])
        #expect(rows.first?.longest == 3 * Self.millisecond)
    }

    @Test func theLastEventsAreThoseOfTheUsersCode() {
        let events = activity(timed(script())).events.all
        #expect(
            events.map { "\($0.label ?? $0.operation.name) \($0.event?.value ?? "")" }
                == ["on 1", "transform 1", "on 2", "transform 2", "on 3", "transform 3", "onNext 1"])
    }

    @Test func ofManyEventsTheLastAreKept() {
        var events = RecentEvents(limit: 3)
        for id in 1...8 {
            events.add(RecentEvents.Event(id: id, operation: .mark, thread: 0, start: UInt64(id)))
        }
        #expect(events.all.map(\.id) == [6, 7, 8])
    }

    @Test func followedSubscriptionsTellTheirEvents() {
        let trace = timed(script())
        let facts = SourceFacts(TraceInMemory(trace))
        var activity = LiveActivity(TraceFilter())
        activity.add(Array(trace.calls.prefix(10)), facts: facts)
        activity.follow(0)
        #expect(activity.followed.all.map(\.label) == ["transform", "transform"])
        activity.add(Array(trace.calls.dropFirst(10)), facts: facts)
        // Its events at each operator; at the observer, as the user's closure.
        #expect(activity.followed.all.suffix(3).map { $0.label ?? $0.operation.name } == ["transform", "onNext", "on"])
        activity.follow(nil)
        #expect(activity.followed.all.isEmpty)
    }

    @Test func patternsHoldForWhatIsBelowAndForWorkAskedFor() {
        let trace = timed(script())
        #expect(activity(trace) { $0.only = [TracePattern("MapSink")] }.operators.map(\.name) == ["Map", "AnObserver"])
        #expect(activity(trace) { $0.only = [TracePattern("App.swift:3")] }.queues.rows.map(\.ran) == [1])
        #expect(activity(trace) { $0.except = [TracePattern("images")] }.operators.map(\.name) == ["Subject", "Map"])
        #expect(activity(trace) { $0.hide = [TracePattern("Subject")] }.operators.map(\.name) == ["Map", "AnObserver"])
        #expect(activity(trace) { $0.threads = [TracePattern("worker")] }.operators.map(\.name) == ["AnObserver"])
        #expect(activity(trace) { $0.subscriptions = [2] }.kept == 1)
        #expect(activity(trace) { $0.only = [TracePattern("nothing")] }.kept == 0)
    }

    /// The live filter keeps what the filter of a whole trace keeps.
    @Test(arguments: ["MapSink", "Subject", "transform", "App.swift:*", "AnObserver", "Q*"])
    func aLiveFilterIsThatOfTheTree(pattern: String) throws {
        let trace = timed(script())
        for set: (inout TraceFilter, [TracePattern]) -> Void in [
            { $0.only = $1 }, { $0.except = $1 }, { $0.hide = $1 },
        ] {
            var filter = TraceFilter()
            set(&filter, [TracePattern(pattern)])
            let count = try filter.apply(to: TraceInMemory(trace)).callCount
            #expect(activity(trace) { $0 = filter }.kept == count, "\(filter)")
        }
    }

    @Test func ratesLookBackFiveSeconds() {
        var counts = RecentCounts()
        for second in 0..<8 { counts.add(10, at: UInt64(second) * 1_000_000_000) }
        #expect(counts.sum(at: 7_000_000_000) == 50)
        #expect(counts.rate(at: 7_000_000_000) == 10)
        #expect(counts.sum(at: 9_500_000_000) == 30)
        #expect(counts.sum(at: 60_000_000_000) == 0)
        // What comes late, as other threads' calls do, counts where it belongs, or not at all.
        counts.add(5, at: 6_000_000_000)
        counts.add(7, at: 0)
        #expect(counts.sum(at: 7_000_000_000) == 55)
        counts.add(1, at: 100_000_000_000)
        #expect(counts.sum(at: 100_000_000_000) == 1)
    }

    @Test func theHistoryHasANumberPerSecondOfTheLastMinute() {
        var activity = activity(timed(script()))
        activity.advance(to: 3_000_000_000)
        #expect(activity.history == [2, 2, 2])
        activity.end([1])
        activity.advance(to: 4_500_000_000)
        #expect(activity.history == [2, 2, 2, 1])
        activity.advance(to: 5_000_000_000_000)
        #expect(activity.history == Array(repeating: 1, count: 60))
    }
}
