import RxTraceKit
import Testing

struct TraceStatisticsTests {
    /// Two events through map and a hop; every call takes what the closures below it take and ten nanoseconds more.
    private func trace() -> Trace {
        let script = TraceScript("figures", threads: ["main", "queue"])
        script.node("subject", "PublishSubject", .subject, site: Trace.Site(file: "App.swift", line: 1))
        script.node("map", "Map", .observable, site: Trace.Site(file: "App.swift", line: 2))
        script.node("sink", "MapSink", .sink)
        script.node("queue", "SerialDispatchQueueScheduler", .scheduler, name: "queue")
        script.node("observer", "AnonymousObserver", .observer)
        let one = script.subscription(of: "map", site: Trace.Site(file: "App.swift", line: 3))
        script.call(.subscribe, "map", subscription: one) {
            script.call(.subscribe, "map", subscription: one) { script.call(.run, "map", subscription: one) }
        }
        for number in ["1", "2"] {
            var cause = 0
            script.call(.on, "subject", .next(number)) {
                script.call(.on, "sink", .next(number), subscription: one) {
                    script.call(.handler, "sink", label: "transform", subscription: one)
                    script.call(.forwardOn, "sink", .next(number), subscription: one) {
                        cause = script.call(.schedule, "queue", subscription: one)
                    }
                }
            }
            script.on(thread: 1) {
                script.call(.invoke, "queue", cause: cause) {
                    script.call(.on, "observer", .next(number), subscription: one) {
                        script.call(.handler, "observer", label: "onNext", subscription: one)
                    }
                }
            }
        }
        script.call(.dispose, "sink", subscription: one)
        script.call(.forwardOn, "sink", .next("late"), subscription: one)
        var trace = script.trace
        let children = Dictionary(grouping: trace.calls) { $0.parent ?? 0 }
        func duration(_ id: Int) -> UInt64 { 10 + (children[id] ?? []).reduce(0) { $0 + duration($1.id) } }
        for position in trace.calls.indices {
            trace.calls[position].start = UInt64(position) * 1000
            trace.calls[position].duration = duration(trace.calls[position].id)
        }
        return trace
    }

    private func rows(_ grouping: TraceStatistics.Grouping) throws -> [String: TraceStatistics.Totals] {
        let statistics = try TraceStatistics(TraceInMemory(trace()), by: grouping)
        return Dictionary(uniqueKeysWithValues: statistics.rows.map { ($0.name, $0.totals) })
    }

    @Test func anElementWaitsUntilItIsFirstHandedOn() throws {
        let statistics = try TraceStatistics(TraceInMemory(TraceScript.keptElements()), by: .operator)
        let delay = try #require(statistics.rows.first { $0.name == "Delay" })
        // From its `on` to its `forwardOn`: the first five milliseconds, the second five.
        #expect(delay.totals.waited == 10_000_000)
        #expect(delay.totals.longestWait == 5_000_000)
        // A scheduler's waiting is that of its work.
        let queue = try #require(statistics.rows.first { $0.name.hasPrefix("SerialDispatchQueueScheduler") })
        #expect(queue.totals.waited == 3_000_000)
        // The latest element of one source is combined twice, and waited but once.
        let combined = try TraceStatistics(TraceInMemory(TraceScript.combinedElements()), by: .operator)
        #expect(combined.rows.map(\.totals.longestWait).max() == 3_000_000)
    }

    /// The work of a hop is the program's own code, as a handler is.
    @Test func theProgramsOwnHopsHaveRowsOfTheirOwn() throws {
        let script = TraceScript(threads: ["main", "thread 1"])
        script.node("subject", "PublishSubject", .subject)
        let site = Trace.Site(file: "App.swift", line: 7)
        var hops: [Int] = []
        script.call(.mark, label: "mark") {
            for _ in 0..<2 { hops.append(script.call(.hop, label: "DispatchQueue.async", site: site)) }
        }
        for (hop, value) in zip(hops, ["1", "2"]) {
            script.on(thread: 1) {
                script.call(.invoke, cause: hop) { script.call(.on, "subject", .next(value)) }
            }
        }
        var trace = script.trace
        let starts: [UInt64] = [0, 10, 20, 100, 110, 200, 210]
        let durations: [UInt64] = [30, 1, 1, 50, 5, 60, 5]
        for position in trace.calls.indices {
            trace.calls[position].start = starts[position]
            trace.calls[position].duration = durations[position]
        }
        let source = TraceInMemory(trace)
        let row = try #require(
            try TraceStatistics(source, by: .operator).rows.first { $0.name == "DispatchQueue.async" })
        #expect(row.site == site && row.totals.calls == 4)
        #expect(row.totals.waited == 90 + 180 && row.totals.longestWait == 180)
        #expect(row.totals.closures == 45 + 55 && row.totals.eventsOut == 0)
        let place = try #require(try TraceStatistics(source, by: .site).rows.first)
        #expect(place.name == "App.swift:7" && place.totals == row.totals)
        let threads = try TraceStatistics(source, by: .thread).rows.map(\.totals.calls)
        #expect(threads == [2, 4])
    }

    @Test func aSinkIsCountedWithTheOperatorItWorksFor() throws {
        let statistics = try TraceStatistics(TraceInMemory(trace()), by: .operator)
        let map = try #require(statistics.rows.first { $0.name == "Map" })
        #expect(map.site == Trace.Site(file: "App.swift", line: 2))
        #expect(map.totals.calls == 11)
        #expect(map.totals.eventsIn == 2)
        #expect(map.totals.eventsOut == 2)
        #expect(map.totals.subscriptions == 1)
        #expect(map.totals.peakLive == 1)
        #expect(!statistics.rows.contains { $0.name == "MapSink" })
    }

    /// What still lives counts as what has ended does, and a subject, which has no sink, as an operator.
    @Test func thePeakCountsWhatStillLives() throws {
        let script = TraceScript()
        script.node("subject", "PublishSubject", .subject)
        script.node("map", "Map", .observable)
        script.node("just", "Just", .observable)
        func subscribe(_ sink: String, ended: String?) -> Int {
            script.node(sink, "MapSink", .sink)
            script.own(sink, by: "map")
            let own = script.subscription(of: "map", ended: ended)
            script.call(.subscribe, "map", subscription: own) {
                script.call(.run, "map", subscription: own) { script.call(.subscribe, "subject", subscription: own) }
            }
            return own
        }
        let first = subscribe("sink1", ended: "disposed")
        script.call(.dispose, "sink1", subscription: first)
        for number in 2...4 { _ = subscribe("sink\(number)", ended: nil) }
        script.call(.subscribe, "just", subscription: script.subscription(of: "just"))
        for grouping in [TraceStatistics.Grouping.operator, .type] {
            let rows = try TraceStatistics(TraceInMemory(script.trace), by: grouping).rows
            let peaks = Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0.totals.peakLive) })
            #expect(peaks["Map"] == 3 && peaks["PublishSubject"] == 3 && peaks["Just"] == .some(nil))
        }
    }

    /// Each source of an operator that has several is told, with its place, also one that sent nothing.
    @Test func anOperatorOfSeveralSourcesTellsThem() throws {
        let source = TraceInMemory(TraceScript.joinedSources())
        let statistics = try TraceStatistics(source, by: .operator)
        let joined = try #require(statistics.rows.first { $0.name == "CombineLatest2" })
        #expect(joined.totals.eventsIn == 2 && joined.site == TraceScript.site(3))
        #expect(joined.sources.map(\.name) == ["PublishSubject", "PublishSubject"])
        #expect(joined.sources.map(\.site) == [TraceScript.site(1), TraceScript.site(2)])
        #expect(joined.sources.map(\.eventsIn) == [2, 0])
        #expect(statistics.rows.allSatisfy { $0.name != "CombineLatestObserver" })
        // Who has one source tells nothing more.
        #expect(statistics.rows.allSatisfy { $0.name == "CombineLatest2" || $0.sources.isEmpty })
        #expect(try TraceStatistics(source, by: .type).rows.allSatisfy { $0.sources.isEmpty })
        var text = ""
        let output = TextOutput { text += String(decoding: $0, as: UTF8.self) }
        try StatisticsTable(sortedBy: .calls).render(statistics, of: source, to: output)
        try output.flush()
        #expect(text.contains("  ← in 2 from PublishSubject  App.swift:1\n  ← in 0 from PublishSubject  App.swift:2\n"))
    }

    @Test func timeIsCountedOnceAndClosuresApart() throws {
        let all = try rows(.operator)
        let map = try #require(all["Map"])
        #expect(map.closures == 20)
        #expect(map.own == 90)
        #expect(all["AnonymousObserver"]?.closures == 20)
        let total = trace().calls.filter { $0.parent == nil }.reduce(0) { $0 + ($1.duration ?? 0) }
        #expect(all.values.reduce(0) { $0 + $1.own + $1.closures } == total)
    }

    @Test func waitingIsFromTheScheduleToTheWork() throws {
        let all = try rows(.operator)
        #expect(all["Map"]?.waited == 2000)
        #expect(all["Map"]?.longestWait == 1000)
        #expect(all["SerialDispatchQueueScheduler \"queue\""]?.waited == 2000)
        #expect(all["AnonymousObserver"]?.waited == 0)
    }

    @Test func whatASinkForwardsToNobodyIsADrop() throws {
        var open = trace()
        #expect(try rows(.operator)["Map"]?.drops == 1)
        open.calls.removeLast()
        let statistics = try TraceStatistics(TraceInMemory(open), by: .operator)
        #expect(statistics.rows.first { $0.name == "Map" }?.totals.drops == 0)
    }

    @Test func otherGroupings() throws {
        #expect(try rows(.thread)["main"]?.calls == 15)
        #expect(try rows(.thread)["queue"]?.calls == 6)
        #expect(try rows(.site).keys.sorted() == ["App.swift:1", "App.swift:2", "App.swift:3"])
        #expect(try rows(.subscription)["1 Map"]?.calls == 17)
    }

    @Test func callsOnTwoThreadsAtOnceAreConcurrent() throws {
        let script = TraceScript(threads: ["main", "queue"])
        script.node("sink", "MergeSink", .sink)
        script.call(.on, "sink", .next("1"))
        script.on(thread: 1) { script.call(.on, "sink", .next("2")) }
        script.call(.on, "sink", .next("3"))
        func peak(_ durations: [UInt64]) throws -> Int? {
            var trace = script.trace
            for (position, duration) in durations.enumerated() {
                trace.calls[position].start = UInt64(position) * 100
                trace.calls[position].duration = duration
            }
            return try TraceStatistics(TraceInMemory(trace), by: .operator).rows.first?.totals.peakThreads
        }
        #expect(try peak([50, 50, 50]) == 1)
        #expect(try peak([150, 50, 50]) == 2)
        #expect(try peak([50, 150, 50]) == 2)
    }

    @Test func sortingPutsTheMostFirst() throws {
        let statistics = try TraceStatistics(TraceInMemory(trace()), by: .operator)
        #expect(statistics.sorted(by: .calls).first?.name == "Map")
        #expect(statistics.sorted(by: .name).map(\.name) == statistics.rows.map(\.name).sorted())
    }

    @Test(arguments: [
        (TraceStatistics.Grouping.operator, "21 calls, 4 rows\n"),
        (.site, "21 calls, 3 rows, 4 calls without a place\n"),
    ])
    func theTableSaysHowManyCallsAreInNoRow(grouping: TraceStatistics.Grouping, end: String) throws {
        let source = TraceInMemory(trace())
        let statistics = try TraceStatistics(source, by: grouping)
        var text = ""
        let output = TextOutput { text += String(decoding: $0, as: UTF8.self) }
        try StatisticsTable(sortedBy: .calls).render(statistics, of: source, to: output)
        try output.flush()
        #expect(text.hasSuffix(end), "\(text)")
    }

    @Test func theTableSaysNothingOfTimesThatAreNotThere() throws {
        func text(_ source: any TraceSource) throws -> String {
            let statistics = try TraceStatistics(source, by: .operator)
            var text = ""
            let output = TextOutput { text += String(decoding: $0, as: UTF8.self) }
            try StatisticsTable(sortedBy: .calls, width: 60).render(statistics, of: source, to: output)
            try output.flush()
            return text
        }
        // Of no calls nothing is known.
        #expect(try text(TraceInMemory(Trace(scenario: "none"))).hasSuffix("0 calls, 0 rows\n"))
        let table = try text(TraceInMemory(TraceScript.create()))
        #expect(!table.contains("waited") && table.contains("the trace has no times"))
        #expect(table.split(separator: "\n").allSatisfy { $0.count <= 60 })
    }
}
