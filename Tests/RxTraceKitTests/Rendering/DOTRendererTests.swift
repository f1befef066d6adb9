import Foundation
import RxTraceKit
import Testing

struct DOTRendererTests {
    @Test func anOperatorIsOneBoxWithItsSinksNamedAsTheUserWroteIt() {
        let script = TraceScript()
        script.node("map", "Map", .observable, site: TraceScript.site(2))
        script.node("source", "ObservableSequence", .observable, site: TraceScript.site(1))
        script.node("sink", "MapSink", .sink)
        script.own("sink", by: "map")
        script.call(.create, "source", label: "of")
        script.call(.create, "map", label: "map")
        let rows = lines(script.trace, DOTRenderer())
        #expect(rows.contains { $0.hasPrefix(#"n1 [label="Map\nApp.swift:2", shape="box""#) })
        #expect(rows.contains { $0.hasPrefix(#"n2 [label="of\nObservableSequence\nApp.swift:1""#) })
        #expect(!rows.contains { $0.contains("MapSink") })
    }

    @Test func edgesAreNumberedInTheOrderOfTimeAndBearFewValues() {
        let script = TraceScript()
        script.node("source", "PublishSubject", .subject)
        script.node("observer", "AnonymousObserver", .observer)
        let one = script.subscription(of: "source", site: TraceScript.site(3))
        script.call(.subscribe, "source", subscription: one)
        for event in [Trace.Event.next("1"), .next(""), .next("3"), .completed] {
            script.call(.on, "source", event) {
                script.call(.on, "observer", event, subscription: one) { script.call(.onCore, "observer", event) }
            }
        }
        let rows = lines(script.trace, DOTRenderer())
        #expect(rows.contains { $0.hasPrefix(#"n2 [label="subscribe\nsubscription 1, completed\nApp.swift:3""#) })
        #expect(rows.contains { $0.hasPrefix(#"n1 -> n2 [label=" 1", "#) && $0.contains(#"dir="back""#) })
        #expect(
            rows.contains { $0.hasPrefix(#"n3 -> n1 [label=" 2 next 1,\n 4 next \"\",\n 6 next 3,\n 8 completed", "#) })
        #expect(
            rows.contains { $0.hasPrefix(#"n1 -> n2 [label=" 3 next 1,\n 5 next \"\",\n 7 next 3,\n 9 completed", "#) })
    }

    /// An operator that subscribes to another source after an error has caught it; one that passes it on has not.
    @Test func anErrorIsCaughtWhereAnotherSourceTakesOver() {
        for isCaught in [true, false] {
            let script = TraceScript()
            script.node("catch", "Catch", .observable)
            script.node("first", "Deferred", .observable)
            script.node("second", "Just", .observable)
            script.node("observer", "AnonymousObserver", .observer)
            script.behave([.continues], "catch")
            let one = script.subscription(of: "catch", site: TraceScript.site(3))
            script.call(.subscribe, "catch", subscription: one) {
                script.call(.subscribe, "first") {
                    script.call(.on, "catch", Trace.Event(.error, value: "gone")) {
                        if isCaught {
                            script.call(.subscribe, "second")
                        } else {
                            script.call(.on, "observer", Trace.Event(.error, value: "gone"), subscription: one)
                        }
                    }
                }
            }
            let errors = lines(script.trace, DOTRenderer()).filter { $0.contains("error(gone)") }
            #expect(errors.count == (isCaught ? 1 : 2))
            #expect(errors.count { $0.contains("error(gone), caught") } == (isCaught ? 1 : 0))
        }
    }

    @Test func manyValuesAreCounted() {
        let script = TraceScript()
        script.node("source", "PublishSubject", .subject)
        for number in 1...6 { script.call(.on, "source", .next("\(number)")) { script.call(.mark, label: "seen") } }
        #expect(lines(script.trace, DOTRenderer()).contains { $0.contains(#"label=" 1 next ×6""#) })
    }

    /// The work is done later, and told in the order of time all the same.
    @Test func valuesOfWorkThatIsDoneLaterStandInTheOrderOfTime() {
        let script = TraceScript(threads: ["main", "queue"])
        script.node("source", "PublishSubject", .subject)
        script.node("serial", "SerialScheduler", .scheduler)
        var first = 0
        script.call(.mark, label: "start") { first = script.call(.schedule, "serial") }
        script.call(.on, "source", .next("now")) { script.call(.mark, label: "seen") }
        script.on(thread: 1) {
            script.call(.invoke, cause: first) {
                script.call(.on, "source", .next("then")) { script.call(.mark, label: "seen") }
            }
        }
        #expect(lines(script.trace, DOTRenderer()).contains { $0.contains("3 next now, 6 next then") })
    }

    @Test func aHopGoesThroughItsSchedulerInTheColoursOfItsThreads() {
        let rows = lines(TraceScript.observeOn(), DOTRenderer())
        #expect(rows.contains { $0.contains(#"label="SerialDispatchQueueScheduler \"rx.held\"""#) })
        #expect(rows.contains { $0.contains("schedule\"") && $0.contains("#1f6fbf") && $0.contains("dashed") })
        #expect(rows.contains { $0.contains("invoke\"") && $0.contains("#b8651b") && $0.contains("dashed") })
        #expect(rows.contains { $0.contains(#"label="━ main""#) && $0.contains("#1f6fbf") })
        #expect(rows.contains { $0.contains(#"label="━ rx.held""#) && $0.contains("#b8651b") })
        #expect(!lines(TraceScript.create(), DOTRenderer()).contains { $0.contains("━") })
    }

    @Test func anOriginIsAnEdgeInItsOwnStyle() {
        let kept = lines(TraceScript.keptElements(), DOTRenderer()).filter {
            $0.contains("kept 1, ") && $0.contains("kept 2") && $0.contains("->")
        }
        #expect(kept.count == 1)
        #expect(kept.first?.hasPrefix("n2 -> n2 [") == true)
        #expect(kept.first?.contains("#b9770e") == true)
        // The part that the combining call was just handed has its edge by that.
        let parts = lines(TraceScript.combinedElements(), DOTRenderer()).filter { $0.contains(" kept") }
        #expect(parts.count == 1)
    }

    @Test func anEventThatWentNowhereEndsInACross() {
        let script = TraceScript()
        script.node("source", "PublishSubject", .subject)
        script.node("replay", "ReplaySubject", .subject)
        script.node("create", "AnonymousObservable", .observable)
        script.node("sink", "AnonymousObservableSink", .sink)
        script.own("sink", by: "create")
        script.call(.on, "source", .next("unheard"))
        script.call(.on, "source", .completed)
        script.call(.forwardOn, "sink", .next("late"))
        script.behave([.replays], "replay")
        script.call(.on, "replay", .next("for later"))
        let crosses = lines(script.trace, DOTRenderer()).filter { $0.contains("-> x") }
        #expect(crosses.count == 2)
        #expect(crosses.allSatisfy { $0.contains("#c0392b") })
        #expect(crosses[0].contains("next unheard") && crosses[1].contains("next late"))
        // Where calls were dropped, somebody may have heard.
        script.dropped(1)
        let fewer = lines(script.trace, DOTRenderer())
        #expect(fewer.count { $0.contains("-> x") } == 1)
        #expect(fewer.contains { $0.contains("calls: 1 dropped") })
    }

    /// Calls that a filter hides are no reason to call an event lost.
    @Test func aFilteredTraceLosesNothing() throws {
        var filter = TraceFilter()
        filter.depth = 1
        let source = try filter.apply(to: TraceInMemory(TraceScript.innerSubscriptions(1)))
        var text = ""
        let output = TextOutput { text += String(decoding: $0, as: UTF8.self) }
        try DOTRenderer().render(source, to: output)
        try output.flush()
        #expect(!text.contains("-> x"))
        #expect(text.contains("calls: 3 hidden by --depth"))
    }

    @Test func bagsTakeAndDisposeSubscriptions() {
        let script = TraceScript()
        script.node("source", "PublishSubject", .subject)
        script.node("bag", "DisposeBag", .bag)
        script.node("disposable", "SubscriptionDisposable", .disposable)
        let one = script.subscription(of: "source", site: TraceScript.site(3), ended: "bag")
        script.call(.subscribe, "source", subscription: one)
        script.call(.insert, "bag", subscription: one)
        script.call(.deinit, "bag") { script.call(.dispose, "disposable", subscription: one) }
        let rows = lines(script.trace, DOTRenderer())
        #expect(rows.contains { $0.hasPrefix("n3 -> n2 [") && $0.contains("2 insert") && $0.contains("odiamond") })
        #expect(rows.contains { $0.hasPrefix("n4 -> n2 [") && $0.contains("3 release") })
        #expect(rows.contains { $0.hasPrefix("n2 -> n3 [") && $0.contains("4 dispose") })
        #expect(rows.contains { $0.hasPrefix("n4 [") && $0.contains("your code") })
    }

    @Test func theEndOfAnObjectComesFromTheObject() {
        let script = TraceScript()
        script.node("screen", "Screen", .object)
        script.node("end", "ReplayOne", .subject, site: TraceScript.site(1))
        script.own("end", by: "screen")
        script.call(.deinit, "screen")
        script.call(.on, "end", .next("()"))
        let rows = lines(script.trace, DOTRenderer())
        #expect(rows.contains { $0.hasPrefix("n3 -> n1 [") && $0.contains("1 release") })
        #expect(rows.contains { $0.hasPrefix("n1 -> n2 [") && $0.contains("2 next ()") })
    }

    /// A signal that the library made inside an operator belongs to it, and so does the observer it has there.
    @Test func theInsidesOfAnOperatorAreClosed() {
        let script = TraceScript()
        script.node("skip", "DynamicSignal", .observable, site: TraceScript.site(2))
        script.node("made", "ReturnSignal", .observable)
        script.node("inner", "Subscriber", .observer)
        script.node("source", "DynamicSignal", .observable, site: TraceScript.site(1))
        script.node("sender", "Passthrough", .sink)
        script.node("skipSink", "Passthrough", .sink)
        script.own("skipSink", by: "skip")
        script.own("sender", by: "source")
        script.node("observer", "Subscriber", .observer)
        let one = script.subscription(of: "skip", site: TraceScript.site(3))
        script.call(.create, "skip", label: "skip") { script.call(.create, "made") }
        script.call(.subscribe, "skip", subscription: one) { script.call(.subscribe, "source", subscription: one) }
        script.call(.forwardOn, "sender", .next("1"), subscription: one) {
            script.call(.on, "inner", .next("1"), subscription: one) {
                script.call(.forwardOn, "skipSink", .next("1"), subscription: one) {
                    script.call(.on, "observer", .next("1"), subscription: one) {
                        script.call(.handler, "observer", label: "nextBlock", subscription: one)
                    }
                }
            }
        }
        let rows = lines(script.trace, DOTRenderer())
        #expect(rows.filter { $0.hasPrefix("n") && $0.contains("shape=") }.count == 4)
        #expect(!rows.contains { $0.contains("ReturnSignal") })
        #expect(rows.contains { $0.hasPrefix("n2 -> n1 [") && $0.contains("next 1") })
        #expect(rows.contains { $0.hasPrefix("n1 -> n3 [") && $0.contains("next 1") })
    }

    @Test func whereNothingButDisposablesIsThereTheyAreDrawn() {
        let script = TraceScript()
        script.node("compound", "RACCompoundDisposable", .disposable)
        script.node("part", "RACDisposable", .disposable)
        script.call(.dispose, "compound") { script.call(.dispose, "part") }
        let rows = lines(script.trace, DOTRenderer())
        #expect(rows.contains { $0.hasPrefix("n1 -> n2 [") && $0.contains("dispose") })
    }

    @Test func boxesOfOnePlaceAreOneAndAboveTheLimitThoseOfOneType() {
        let few = lines(TraceScript.innerSubscriptions(3), DOTRenderer())
        #expect(few.filter { $0.contains("label=\"Just#") }.count == 3)
        let alike = lines(TraceScript.innerSubscriptions(40), DOTRenderer())
        #expect(alike.contains { $0.contains(#"label="Just ×40\nApp.swift:2""#) })
        #expect(alike.contains { $0.contains("made at one place are drawn as one") })
        let many = lines(TraceScript.innerSubscriptions(600, hasSites: false), DOTRenderer())
        #expect(many.contains { $0.contains("label=\"Just ×600\"") })
        #expect(many.contains { $0.contains("above 100 boxes, those of one type are drawn as one") })
        #expect(many.contains { $0.contains(" ×600\"") && $0.contains("->") })
    }

    @Test func theZoomOpensTheInsidesOrLeavesOutOperatorsOfTheLibrary() {
        let trace = TraceScript.create()
        let internals = DOTRenderer(zoom: .internals).string(from: trace)
        #expect(internals.contains("label=\"SinkDisposer\"") && internals.contains("label=\"AnonymousObservableSink\""))
        let operators = DOTRenderer(zoom: .operators).string(from: trace)
        #expect(!operators.contains("SinkDisposer") && !operators.contains("CurrentThreadScheduler"))
        let user = DOTRenderer(zoom: .user).string(from: trace)
        #expect(!user.contains("AnonymousObservableSink") && user.contains("AnonymousObservable"))
    }

    @Test func labelsAreEscaped() {
        let script = TraceScript("a \"quoted\" \\ name\n")
        script.node("source", "Box<\"x\">", .observable, name: "back\\slash\u{7}")
        let text = DOTRenderer().string(from: script.trace)
        #expect(text.contains(#"label="Box<\"x\"> \"back\\slash\\u{7}\"""#))
        #expect(text.contains(#"label="a \"quoted\" \\ name\\n""#))
    }

    @Test func theSameTraceGivesTheSameBytes() {
        let trace = TraceScript.tangle(40)
        let first = DOTRenderer(zoom: .internals).string(from: trace)
        for _ in 0..<5 { #expect(DOTRenderer(zoom: .internals).string(from: trace) == first) }
    }
}

extension DOTRendererTests {
    private static let graphviz = ["/usr/bin/dot", "/usr/local/bin/dot", "/opt/homebrew/bin/dot"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(.enabled(if: graphviz != nil, "Graphviz is not installed"), arguments: Zoom.allCases)
    func graphvizAcceptsTheGraph(zoom: Zoom) throws {
        let traces = [
            TraceScript.create(), TraceScript.observeOn(), TraceScript.innerSubscriptions(20), TraceScript.tangle(30),
            TraceScript.hostile(), Trace(scenario: "empty"),
        ]
        for trace in traces {
            let process = Process()
            process.executableURL = URL(filePath: try #require(Self.graphviz))
            process.arguments = ["-Tsvg"]
            let (input, output, errors) = (Pipe(), Pipe(), Pipe())
            process.standardInput = input
            process.standardOutput = output
            process.standardError = errors
            try process.run()
            input.fileHandleForWriting.write(Data(DOTRenderer(zoom: zoom).string(from: trace).utf8))
            try input.fileHandleForWriting.close()
            let svg = output.fileHandleForReading.readDataToEndOfFile()
            let complaints = errors.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            #expect(String(decoding: svg, as: UTF8.self).contains("</svg>"))
            #expect(!String(decoding: complaints, as: UTF8.self).contains("syntax"))
        }
    }
}
