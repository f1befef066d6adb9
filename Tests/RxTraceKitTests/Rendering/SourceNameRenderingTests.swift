import RxTraceKit
import Testing

/// Views call nodes as the source does.
@Suite struct SourceNameRenderingTests {
    /// `let results = query.map { … }`, subscribed twice.
    private func trace(given name: String? = nil) -> Trace {
        let script = TraceScript("names")
        let site = Trace.Site(file: "A.swift", line: 1)
        script.node("query", "PublishSubject", .subject, site: site, name: name)
        script.node("map", "Map", .observable, site: site)
        script.setVariable("query", of: "query")
        script.setVariable("results", of: "map")
        script.call(.create, "query")
        script.call(.create, "map", label: "map")
        for number in 1...2 {
            script.node("sink\(number)", "MapSink", .sink)
            script.own("sink\(number)", by: "map")
            script.node("observer\(number)", "AnonymousObserver", .observer)
            let one = script.subscription(of: "map", site: site, ended: nil)
            script.call(.subscribe, "map", subscription: one) {
                script.call(.run, "map", subscription: one) {
                    script.call(.subscribe, "query", subscription: one)
                }
            }
        }
        script.call(.on, "query", .next("1")) {
            for number in 1...2 {
                script.call(.on, "sink\(number)", .next("1"), subscription: number) {
                    script.call(.handler, "sink\(number)", label: "transform", subscription: number)
                    script.call(.forwardOn, "sink\(number)", .next("2"), subscription: number) {
                        script.call(.on, "observer\(number)", .next("2"), subscription: number) {
                            script.call(.handler, "observer\(number)", label: "onNext", subscription: number)
                        }
                    }
                }
            }
        }
        return script.trace
    }

    @Test func aTreeTellsTheTypeBehindANameOnce() {
        let tree = TreeRenderer(zoom: .user).string(from: trace())
        #expect(
            tree == """
                names
                ├─ create query (PublishSubject)  A.swift:1
                ├─ create results (Map)  A.swift:1
                ├─ subscribe results · subscription 1, still live  A.swift:1
                ├─ subscribe results · subscription 2, still live  A.swift:1
                └─ on query next(1)
                  ├─ handler transform MapSink#1 of results next(1)
                  ├─ handler onNext AnonymousObserver#1 next(2)
                  ├─ handler transform MapSink#2 of results next(1)
                  └─ handler onNext AnonymousObserver#2 next(2)
                19 calls (9 shown), 6 nodes, 2 subscriptions, 2 still live

                """)
    }

    @Test func aNameThatTheProgramGaveGoesFirst() {
        let tree = TreeRenderer(zoom: .user).string(from: trace(given: "clicks"))
        #expect(tree.contains("create PublishSubject \"clicks\""))
        #expect(!tree.contains("query"))
    }

    @Test func anAnswerTellsTheTypeBehindANameOnce() throws {
        let source = TraceInMemory(trace())
        let (match, chain) = try #require(try EventQuery("onNext")?.explain(in: source))
        var text = ""
        let output = TextOutput { text += String(decoding: $0, as: UTF8.self) }
        try CausalChainRenderer().render(chain, match: match, of: source, to: output)
        try output.flush()
        let rows = text.split(separator: "\n")
        #expect(rows.contains("← forwardOn MapSink#2 of results next(2)  A.swift:1"), "\(text)")
        #expect(rows.contains { $0.hasPrefix("← on MapSink#2 of results next(1)") })
        #expect(rows.contains { $0.hasPrefix("← on query (PublishSubject) next(1)") })
        #expect(rows.contains { $0.contains("subscription 2 of results (Map) ·") })
    }

    @Test func marblesAndGraphsHaveTheName() {
        let marbles = MarbleRenderer().string(from: trace())
        #expect(marbles.contains("\nquery (PublishSubject)  1--\nresults (map)           2--\n"), "\(marbles)")
        #expect(marbles.contains("\nquery     1--\nresults   2--\n"), "\(marbles)")
        let graph = DOTRenderer().string(from: trace())
        #expect(graph.contains("query\\nPublishSubject\\nA.swift:1"), "\(graph)")
        #expect(graph.contains("results\\nMap\\nA.swift:1"))
    }

    @Test func statisticsAndFiltersKnowTheName() throws {
        let statistics = try TraceStatistics(TraceInMemory(trace()), by: .operator)
        #expect(statistics.rows.map(\.name).contains("query (PublishSubject)"))
        #expect(statistics.rows.map(\.name).contains("results (Map)"))
        #expect(try TraceStatistics(TraceInMemory(trace()), by: .type).rows.map(\.name).contains("Map"))
        var filter = TraceFilter()
        filter.only = [TracePattern("results")]
        filter.hide = [TracePattern("*Observer")]
        let shown = try filter.apply(to: TraceInMemory(trace())).trace()
        #expect(shown.calls.filter { $0.operation == .handler }.map(\.label) == ["transform", "transform"])
        #expect(!shown.calls.contains { $0.node == 1 && $0.operation == .create })
    }

    @Test func findingsTellTheTypeBehindANameOnce() throws {
        let leak = try #require(try LeakSearch(text: SourceText { _ in nil }).leaks(in: TraceInMemory(trace())).first)
        #expect(leak.variable == "results" && leak.written == "map")
        #expect(leak.finding.message.hasPrefix("2 subscriptions to results (map) still alive"))
        #expect(leak.finding.evidence.contains { $0.text == "its source: query (PublishSubject)" })
        let allowed = LeakSearch(allowed: [TracePattern("results")], text: SourceText { _ in nil })
        #expect(try allowed.leaks(in: TraceInMemory(trace())).isEmpty)
        let finding = try #require(
            try Lint(text: SourceText { _ in nil }).findings(in: TraceInMemory(trace())).first {
                $0.rule == "uncompleted-subject"
            })
        let words = [finding.message] + finding.evidence.map(\.text)
        #expect(finding.message.hasPrefix("query (PublishSubject) never ends"))
        #expect(words.joined(separator: "\n").split(separator: "(PublishSubject)").count == 2)
    }

    @Test func theDocumentHasItAsAKey() throws {
        let trace = trace()
        for text in [JSONRenderer().string(from: trace), JSONLinesRenderer().string(from: trace)] {
            #expect(text.contains("\"variable\": \"query\""))
            let read = try TraceReader.read(text, named: "names")
            #expect(read.nodes.map(\.variable) == ["query", "results", nil, nil, nil, nil])
        }
        #expect(!JSONRenderer().string(from: trace.canonical()).contains("variable"))
    }

    /// A row must not stand for calls of an operator that it does not name.
    @Test func callsOfObjectsWithOtherNamesAreNotFolded() {
        let script = TraceScript("fold")
        script.node("subject", "PublishSubject", .subject)
        for number in 1...8 {
            script.node("map\(number)", "Map", .observable)
            script.setVariable(number <= 4 ? "small" : "large", of: "map\(number)")
            script.call(.create, "map\(number)")
            script.node("sink\(number)", "MapSink", .sink)
            script.own("sink\(number)", by: "map\(number)")
        }
        script.call(.on, "subject", .next("1")) {
            for number in 1...8 { script.call(.on, "sink\(number)", .next("1")) }
        }
        let tree = TreeRenderer().string(from: script.trace)
        #expect(tree.contains("├─ create small (Map) ×4 instances"))
        #expect(tree.contains("├─ create large (Map) ×4 instances"))
        #expect(tree.contains("├─ on MapSink of small next(1) ×4 instances"))
        #expect(tree.contains("└─ on MapSink of large next(1) ×4 instances"))
    }
}
