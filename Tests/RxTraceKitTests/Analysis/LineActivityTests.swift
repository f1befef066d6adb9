import RxTraceKit
import Testing

/// What each line of a program did.
struct LineActivityTests {
    private static func site(_ line: Int, _ file: String = "App.swift") -> Trace.Site {
        Trace.Site(file: file, line: line)
    }

    /// A subject of line 1, `map` and `filter` of line 2, the user's observer of line 3; two sends from lines 4 and 5, and one
    /// that comes too late, from line 6.
    private func trace(ended: String? = nil) -> Trace {
        let script = TraceScript("lines", threads: ["main", "queue"])
        script.node("subject", "PublishSubject", .subject, site: Self.site(1))
        script.node("map", "Map", .observable, site: Self.site(2))
        script.node("mapSink", "MapSink", .sink)
        script.own("mapSink", by: "map")
        script.node("filter", "Filter", .observable, site: Self.site(2))
        script.node("filterSink", "FilterSink", .sink)
        script.own("filterSink", by: "filter")
        script.node("observer", "AnonymousObserver", .observer)
        let one = script.subscription(of: "filter", site: Self.site(3), ended: ended)
        script.call(.create, "subject", label: "init")
        script.call(.create, "map", label: "map")
        script.call(.create, "filter", label: "filter")
        script.call(.subscribe, "filter", subscription: one) {
            script.call(.subscribe, "filter", subscription: one) {
                script.call(.subscribe, "map", subscription: one) {
                    script.call(.subscribe, "subject", subscription: one)
                }
            }
        }
        for (line, passes) in [(4, true), (5, false)] {
            script.on(thread: line == 4 ? 0 : 1) {
                script.call(.on, "subject", .next("1"), site: Self.site(line)) {
                    script.call(.on, "mapSink", .next("1"), subscription: one) {
                        script.call(.handler, "mapSink", label: "transform", subscription: one)
                        script.call(.forwardOn, "mapSink", .next("1"), subscription: one) {
                            script.call(.on, "filterSink", .next("1"), subscription: one) {
                                guard passes else { return }
                                script.call(.forwardOn, "filterSink", .next("1"), subscription: one) {
                                    script.call(.on, "observer", .next("1"), subscription: one) {
                                        script.call(.handler, "observer", label: "onNext", subscription: one)
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        script.call(.dispose, "filterSink", subscription: one)
        script.call(.forwardOn, "filterSink", .next("late"), subscription: one)
        return script.trace
    }

    private func activity(_ trace: Trace) throws -> LineActivity { try LineActivity(TraceInMemory(trace)) }

    @Test func whatNobodyGotIsDroppedWhereItCameTo() throws {
        let script = TraceScript("nobody")
        script.node("subject", "PublishSubject", .subject, site: Self.site(1))
        script.call(.create, "subject", label: "init")
        script.call(.on, "subject", .next("1"), site: Self.site(4))
        let subject = try #require(try activity(script.trace)[Self.site(1)])
        #expect([subject.eventsIn, subject.eventsOut, subject.drops] == [1, 0, 1])
    }

    /// What `stats` counts for an operator, `annotate` counts for its line.
    @Test func dropsAreThoseOfTheStatistics() throws {
        let script = TraceScript("nobody")
        script.node("subject", "PublishSubject", .subject, site: Self.site(1))
        script.call(.on, "subject", .next("1"), site: Self.site(4))
        for trace in [script.trace, trace()] {
            let rows = try TraceStatistics(TraceInMemory(trace), by: .site).rows
            let counted = rows.filter { $0.totals.drops > 0 }.map { "\($0.name) \($0.totals.drops)" }
            let lines = try activity(trace).lines.filter { $0.drops > 0 }.map { "\($0.site) \($0.drops)" }
            #expect(counted == lines && counted.count == 1)
        }
    }

    @Test func aLineHasWhatComesFromOthersAndGoesToOthers() throws {
        let activity = try activity(trace())
        let operators = try #require(activity[Self.site(2)])
        // From `map` to `filter` an event stays on the line.
        #expect((operators.eventsIn, operators.eventsOut) == (2, 1))
        #expect(operators.created == 2)
        #expect(operators.drops == 1)
        let subject = try #require(activity[Self.site(1)])
        #expect((subject.eventsIn, subject.eventsOut) == (2, 2))
        let observer = try #require(activity[Self.site(3)])
        #expect((observer.eventsIn, observer.eventsOut) == (1, 0))
        let send = try #require(activity[Self.site(4)])
        #expect((send.eventsIn, send.eventsOut, send.subscriptions) == (0, 1, 0))
        #expect(activity.lines.map(\.site.line) == [1, 2, 3, 4, 5])
    }

    /// One subscription goes by all lines of its chain, once each.
    @Test func aSubscriptionCountsOncePerLine() throws {
        let living = try activity(trace())
        #expect([1, 2, 3].map { living[Self.site($0)]?.subscriptions } == [1, 1, 1])
        #expect([1, 2, 3].map { living[Self.site($0)]?.live } == [1, 1, 1])
        let ended = try activity(trace(ended: "disposed"))
        #expect([1, 2, 3].map { ended[Self.site($0)]?.live } == [0, 0, 0])
    }

    @Test func theThreadsAreThoseOfItsEvents() throws {
        let activity = try activity(trace())
        #expect(activity[Self.site(2)]?.threads == [0, 1])
        #expect(activity[Self.site(3)]?.threads == [0])
        #expect(activity[Self.site(5)]?.threads == [1])
    }

    /// What a closure sends comes from the line of the send, and not from that of the operator that runs the closure.
    @Test func whatAStructAroundAnObserverHandsOnComesFromTheSend() throws {
        let script = TraceScript("create", threads: ["main"])
        script.node("create", "AnonymousObservable", .observable, site: Self.site(1))
        script.node("sink", "AnonymousObservableSink", .sink)
        script.own("sink", by: "create")
        script.node("observer", "AnonymousObserver", .observer)
        let one = script.subscription(of: "create", site: Self.site(9))
        script.call(.subscribe, "create", subscription: one) {
            script.call(.handler, "sink", label: "subscribeHandler", subscription: one) {
                script.call(.on, "sink", .next("1"), type: "AnyObserver", subscription: one, site: Self.site(2)) {
                    script.call(.on, "sink", .next("1"), subscription: one) {
                        script.call(.forwardOn, "sink", .next("1"), subscription: one) {
                            script.call(.on, "observer", .next("1"), subscription: one)
                        }
                    }
                }
            }
        }
        let activity = try activity(script.trace)
        #expect(activity[Self.site(2)]?.eventsOut == 1)
        let create = try #require(activity[Self.site(1)])
        #expect((create.eventsIn, create.eventsOut) == (1, 1))
        #expect(activity[Self.site(9)]?.eventsIn == 1)
    }

    /// Without times, the share is that of the events.
    @Test func theSharesOfAllLinesAreTheWhole() throws {
        let activity = try activity(trace())
        #expect(!activity.hasTimes)
        let sum = activity.lines.reduce(0) { $0 + activity.share(of: $1) }
        #expect(abs(sum - 1) < 0.000_1)
    }

    private func text(_ trace: Trace, findings: [Trace.Finding] = [], width: Int?, all: Bool = false) throws -> String {
        let source = TraceInMemory(trace)
        let files = SourceText { path in
            path == "App.swift"
                ? (1...8).map { "    line(\($0), whatever it says, in words)" }.joined(separator: "\n") + "\n" : nil
        }
        let annotated = AnnotatedSource(
            source, try LineActivity(source), findings: findings, text: files, showsAll: all)
        var text = ""
        let output = TextOutput { text += String(decoding: $0, as: UTF8.self) }
        try AnnotatedSourceText(width: width).render(annotated, to: output)
        try output.flush()
        return text
    }

    @Test func onlyLinesThatDidSomethingAreShown() throws {
        let text = try text(trace(), width: nil)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 7)
        #expect(lines[0] == "subs live in out drops thread  │   App.swift")
        #expect(lines[2] == "   1    1  2   1     1 main +1 │ 2 line(2, whatever it says, in words)")
        #expect(lines[4] == "               1       main    │ 4 line(4, whatever it says, in words)")
        let all = try self.text(trace(), width: nil, all: true)
        #expect(all.contains("│ 8 line(8") && !all.contains("│ 9"))
    }

    @Test func aFindingStandsBelowItsLine() throws {
        let finding = Trace.Finding(
            rule: "leak", message: "a subscription that nobody ever ends, though somebody should", site: Self.site(7))
        let lines = try text(trace(), findings: [finding], width: 60).split(separator: "\n").map(String.init)
        let position = try #require(lines.firstIndex { $0.contains("│ 7 ") })
        #expect(lines[position + 1].contains("│   ^ warning: a"))
        #expect(lines.allSatisfy { TerminalText.columns(of: $0) <= 60 })
    }

    @Test func aFileThatIsNotThereSaysSo() throws {
        let script = TraceScript("gone", threads: ["main"])
        script.node("subject", "PublishSubject", .subject, site: Self.site(3, "Gone.swift"))
        script.call(.create, "subject", label: "init")
        let text = try text(script.trace, width: 80)
        #expect(text.hasPrefix("subs │   Gone.swift (not found here)\n   0 │ 3\n"))
    }
}
