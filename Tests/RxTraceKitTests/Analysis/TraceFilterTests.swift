import RxTraceKit
import Testing

struct TraceFilterTests {
    /// The ids that `filter` keeps of `trace`, with what each hangs below.
    private func kept(_ trace: Trace, _ set: (inout TraceFilter) -> Void) throws -> [String] {
        var filter = TraceFilter()
        set(&filter)
        var rows: [String] = []
        try filter.apply(to: TraceInMemory(trace)).forEachCall { call in
            let parent = call.parent.map { " in \($0)" } ?? ""
            rows.append("\(call.id)\(parent)\(call.cause.map { " by \($0)" } ?? "")")
        }
        return rows
    }

    /// 1 on A: (2 on B: (3 handler, 4 schedule S)); on another thread 5 invoke by 4: (6 on C: (7 handler)).
    private func hop() -> TraceScript {
        let script = TraceScript(threads: ["main", "worker"])
        script.node("a", "ASink", .sink, site: Trace.Site(file: "Sources/App.swift", line: 3))
        script.node("b", "BSink", .sink)
        script.node("c", "CObserver", .observer)
        script.node("s", "SerialDispatchQueueScheduler", .scheduler, name: "rx.queue")
        let outer = script.subscription(of: "a")
        let inner = script.subscription(of: "b", in: outer)
        var cause = 0
        script.call(.on, "a", .next("1"), subscription: outer) {
            script.call(.on, "b", .next("2"), subscription: inner) {
                script.call(.handler, "b", label: "transform", subscription: inner)
                cause = script.call(.schedule, "s", subscription: outer)
            }
        }
        script.on(thread: 1) {
            script.call(.invoke, cause: cause) {
                script.call(.on, "c", .next("3"), subscription: outer) {
                    script.call(.handler, "c", label: "onNext", subscription: outer)
                }
            }
        }
        return script
    }

    @Test func aFilterThatSaysNothingKeepsAll() throws {
        #expect(try kept(hop().trace) { _ in }.count == 7)
        #expect(TraceFilter().keepsAll)
    }

    @Test func onlyKeepsSubtreesAcrossHops() throws {
        #expect(
            try kept(hop().trace) { $0.only = [TracePattern("bsink")] }
                == ["2", "3 in 2", "4 in 2", "5 by 4", "6 in 5", "7 in 6"])
        #expect(try kept(hop().trace) { $0.only = [TracePattern("onNext")] } == ["7"])
        #expect(try kept(hop().trace) { $0.only = [TracePattern("App.swift:3")] }.count == 7)
        #expect(try kept(hop().trace) { $0.only = [TracePattern("App.swift:4")] }.isEmpty)
        #expect(try kept(hop().trace) { $0.only = [TracePattern("transform"), TracePattern("C*")] }.count == 3)
    }

    @Test func patternsThatMatchNothingAreKnown() throws {
        var filter = TraceFilter()
        (filter.only, filter.except) = (
            ["a*", "mpa", "bsink", "onNext"].map { TracePattern($0) }, [TracePattern("mpa")]
        )
        (filter.hide, filter.threads) = ([TracePattern("App.swift:4")], ["1", "main", "nope"].map { TracePattern($0) })
        let source = TraceInMemory(hop().trace)
        let filtered = try #require(filter.apply(to: source) as? FilteredTrace)
        #expect(filtered.unmatched.map(\.description) == ["mpa", "App.swift:4", "nope"])
    }

    @Test func exceptLeavesSubtreesOut() throws {
        #expect(try kept(hop().trace) { $0.except = [TracePattern("rx.*")] } == ["1", "2 in 1", "3 in 2"])
    }

    @Test func hideLeavesOutTheCallAndMovesItsChildrenUp() throws {
        #expect(
            try kept(hop().trace) { $0.hide = [TracePattern("BSink")] } == [
                "1", "4 in 1", "5 by 4", "6 in 5", "7 in 6",
            ])
    }

    @Test func workWhoseScheduleIsHiddenHangsBelowWhoAskedForIt() throws {
        #expect(
            try kept(hop().trace) { $0.hide = [TracePattern("rx.queue")] }
                == ["1", "2 in 1", "3 in 2", "5 by 2", "6 in 5", "7 in 6"])
    }

    @Test func whatIsBelowHiddenWorkWasCausedNotCalled() throws {
        #expect(
            try kept(hop().trace) { $0.threads = [TracePattern("worker")] } == ["5", "6 in 5", "7 in 6"])
        var trace = hop().trace
        trace.calls[4].node = 4
        #expect(
            try kept(trace) { $0.hide = [TracePattern("rx.queue")] }
                == ["1", "2 in 1", "3 in 2", "6 by 2", "7 in 6"])
    }

    @Test func depthCountsTheLevelsOfWhatIsLeft() throws {
        #expect(try kept(hop().trace) { $0.depth = 2 } == ["1", "2 in 1"])
        #expect(
            try kept(hop().trace) { filter in
                filter.depth = 2
                filter.only = [TracePattern("rx.queue")]
            } == ["4", "5 by 4"])
    }

    @Test func turnsOfWorkAreAtOneLevel() throws {
        let script = TraceScript(threads: ["main", "queue"])
        script.node("scheduler", "SerialDispatchQueueScheduler", .scheduler)
        var cause = script.call(.schedule, "scheduler")
        script.on(thread: 1) {
            for _ in 1...5 { script.call(.invoke, cause: cause) { cause = script.call(.schedule, "scheduler") } }
        }
        #expect(try kept(script.trace) { $0.depth = 2 }.count == 6)
        #expect(try kept(script.trace) { $0.depth = 3 }.count == 11)
    }

    @Test func subscriptionsIncludeThoseMadeWithinThem() throws {
        #expect(try kept(hop().trace) { $0.subscriptions = [2] } == ["2", "3 in 2"])
        #expect(try kept(hop().trace) { $0.subscriptions = [1] }.count == 6)
    }

    @Test func threadsGoByIdOrName() throws {
        #expect(try kept(hop().trace) { $0.threads = [TracePattern("0")] }.count == 4)
        #expect(try kept(hop().trace) { $0.threads = [TracePattern("work*")] }.count == 3)
        #expect(try kept(hop().trace) { $0.threads = [TracePattern("nobody")] }.isEmpty)
    }

    @Test func shortCallsGoAndThoseOfUnknownTimeStay() throws {
        var trace = hop().trace
        let durations: [UInt64?] = [100, 90, 5, 60, nil, 20, 10]
        for (position, duration) in durations.enumerated() {
            trace.calls[position].duration = duration
        }
        #expect(
            try kept(trace) { $0.minimumDuration = 20 } == ["1", "2 in 1", "4 in 2", "5 by 4", "6 in 5"])
    }

    @Test func aroundACallAreItsCallersItsSiblingsAndAllBelowIt() throws {
        let script = TraceScript()
        script.node("sink", "MapSink", .sink)
        script.call(.run, "sink") {
            for _ in 1...5 {
                script.call(.on, "sink", .next("1")) { script.call(.handler, "sink", label: "transform") }
            }
        }
        // The calls 2, 4, 6, 8, 10 are siblings.
        let rows = try kept(script.trace) { $0.around = TraceFilter.Surroundings(call: 6, siblings: 1) }
        #expect(rows == ["1", "4 in 1", "6 in 1", "7 in 6", "8 in 1"])
        #expect(try kept(script.trace) { $0.around = TraceFilter.Surroundings(call: 99) }.isEmpty)
    }

    @Test func aZoomHandsTheEventToTheClosure() throws {
        var filter = TraceFilter()
        filter.zoom = .user
        let trace = try filter.apply(to: TraceInMemory(TraceScript.create())).trace()
        let handler = trace.calls.first { $0.label == "onNext" }
        #expect(handler?.event == .next("10"))
        #expect(trace.calls.count == 9)
    }

    /// Sent on one thread, handed on later on the same one: 1 on A by the user: (2 on Sink: (3 schedule S, 4 schedule S of
    /// which the work reaches nobody)); 5 invoke by 3: (6 forwardOn: (7 handler, 8 schedule S by the user)); 9 invoke by 4;
    /// 10 invoke by 8: (11 schedule S, its next turn); 12 invoke by 11: (13 handler).
    @Test func theUserSeesHopsThatReachTheirCodeOnTheSameThread() throws {
        func script(_ behaviors: Trace.Behaviors) -> Trace {
            let script = TraceScript()
            script.node("a", "Subject", .subject)
            script.node("sink", "ASink", .sink)
            script.node("s", "VirtualScheduler", .scheduler)
            script.behave(behaviors, "s")
            var (kept, idle, own, turn) = (0, 0, 0, 0)
            script.call(.on, "a", .next("1")) {
                script.call(.on, "sink", .next("1")) {
                    kept = script.call(.schedule, "s")
                    idle = script.call(.schedule, "s")
                }
            }
            script.call(.invoke, cause: kept) {
                script.call(.forwardOn, "sink", .next("1")) {
                    script.call(.handler, "sink", label: "onNext") { own = script.call(.schedule, "s") }
                }
            }
            script.call(.invoke, cause: idle)
            script.call(.invoke, cause: own) { turn = script.call(.schedule, "s") }
            script.call(.invoke, cause: turn) { script.call(.handler, "sink", label: "onNext") }
            return script.trace
        }
        let shown = try kept(script([])) { $0.zoom = .user }
        #expect(shown == ["1", "3 in 1", "5 by 3", "7 in 5", "8 in 7", "11 by 8", "13 by 11"])
        let inPlace = try kept(script(.init(arrayLiteral: .stays))) { $0.zoom = .user }
        #expect(inPlace == ["1", "7 by 1", "8 in 7", "11 by 8", "13 by 11"])
    }

    @Test func whatIsLeftOutIsCounted() throws {
        var filter = TraceFilter()
        filter.only = [TracePattern("BSink")]
        filter.hide = [TracePattern("CObserver")]
        let filtered = try #require(try filter.apply(to: TraceInMemory(hop().trace)) as? FilteredTrace)
        #expect(filtered.callCount == 4)
        #expect(filtered.leftOut.map { "\($0.option) \($0.count)" } == ["only 1", "hide 2"])
        var text = ""
        let output = TextOutput { text += String(decoding: $0, as: UTF8.self) }
        try TreeRenderer().render(filtered, to: output)
        try output.flush()
        #expect(
            text.hasSuffix("(4 shown), 4 nodes, 2 subscriptions, none live\n1 hidden by --only, 2 hidden by --hide\n"))
    }

    /// The document of a filtered trace is a trace: all that is named is there, and comes first.
    @Test(arguments: ["BSink", "rx.queue", "ASink", "transform"])
    func aFilteredTraceCanBeReadBack(pattern: String) throws {
        var filter = TraceFilter()
        filter.hide = [TracePattern(pattern)]
        let filtered = try filter.apply(to: TraceInMemory(hop().trace))
        var text = ""
        let output = TextOutput { text += String(decoding: $0, as: UTF8.self) }
        try JSONRenderer().render(filtered, to: output)
        try output.flush()
        let again = try TraceReader.read(text, named: "filtered")
        #expect(again.calls == (try filtered.trace()).calls)
        #expect(TreeRenderer().string(from: again).contains("CObserver"))
    }

    @Test(arguments: [
        ("Map*", "MapSink", true), ("map", "Map", true), ("map", "MapSink", false), ("*Sink", "MapSink", true),
        ("M?p", "map", true), ("M?p", "mp", false), ("*a*b*", "xxaxxbxx", true), ("", "", true), ("*", "", true),
        ("a*", "ba", false),
    ])
    func patternsMatchWholeNames(pattern: String, text: String, matches: Bool) {
        #expect(TracePattern(pattern).matches(text) == matches)
    }
}
