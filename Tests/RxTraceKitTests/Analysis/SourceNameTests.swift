import RxTraceKit
import Testing

/// What the source calls the objects that were made in its lines.
@Suite struct SourceNameTests {
    /// A line of source in which an object was made, and its name.
    struct Case: CustomTestStringConvertible, Sendable {
        var source: String
        /// The function that made it; nil for an initialiser.
        var maker: String?
        var type = "PublishSubject"
        var name: String?
        /// From 1; nil for the last that has the maker's or the type's name.
        var line: Int?

        var testDescription: String { source }

        init(
            _ source: String, by maker: String? = nil, type: String = "PublishSubject", line: Int? = nil,
            _ name: String?
        ) {
            (self.source, self.maker, self.type, self.line, self.name) = (source, maker, type, line, name)
        }
    }

    private static let declarations = [
        Case("let query = PublishSubject<String>()", "query"),
        Case("private let state: BehaviorRelay<State> = .init(value: .idle)", type: "BehaviorRelay", "state"),
        Case("let relay: RxRelay.BehaviorRelay<[Int: String]>? = .init(value: [:])", type: "BehaviorRelay", "relay"),
        Case("let action: any SubjectType<() -> Void> = PublishSubject()", "action"),
        Case("    static let shared = RxSwift.PublishSubject<Int>()", "shared"),
        Case("lazy var words = query.map { $0 }", by: "map", "words"),
        Case("@Kept public private(set) var `default` = PublishSubject<Int>.init()", "default"),
        Case("self.results = query.map { $0 }", by: "map", "results"),
        Case("self?.model!.results = query.map(transform)", by: "map", "results"),
        Case("init() { results = query.map { $0 } }", by: "map", "results"),
        Case("case .idle:\n    results = query.map { $0 }", by: "map", "results"),
        Case("default:\n    results = query.map { $0 }", by: "map", "results"),
        Case("subject.subscribe { [weak self] in self?.next = PublishSubject() }", "next"),
        Case("let first = Observable.just(1); let last = first.map { $0 }", by: "map", "last"),
        Case("let first = 1, last = Observable.just(1)", by: "just", "last"),
        Case("let answer = try await Observable.just(1)", by: "just", "answer"),
        Case("let answer = try? Observable.just(1)", by: "just", "answer"),
        Case("func search(_ query: PublishSubject<Int> = PublishSubject()) {}", "query"),
        Case("init(for query: PublishSubject<Int> = .init(), count: Int) {}", "query"),
        Case("var results: Observable<Int> { query.map { $0 } }", by: "map", "results"),
        Case("var results: Observable<Int> {\n    let a = 1\n    return query.map { $0 + a }\n}", by: "map", "results"),
        Case("lazy var results: Observable<Int> = {\n    return query.map { $0 }\n}()", by: "map", "results"),
        Case("let all = Observable.merge(one.filter { $0 }, other)", by: "merge", "all"),
        Case("let all = Observable.merge([one, other]).asObservable()", by: "merge", "all"),
        Case("let größe = PublishSubject<Int>()", "größe"),
    ]

    private static let arguments = [
        Case("let model = Model(query: PublishSubject())", "query"),
        Case("let model = Model<Int>(1, query: .init(), other: 2)", "query"),
        Case("super.init(query: PublishSubject<Int>())", "query"),
        Case("return Search.Model(results: query.map { $0 })", by: "map", "results"),
        Case("start(with: 1, query: PublishSubject<Int>())", "query"),
        Case("let parts = (query: PublishSubject<Int>(), count: 1)", "query"),
        Case("let model = Model(taps: .init(), query: PublishSubject())", "query"),
        Case("let model = Model(taps: .init(), query: PublishSubject())", type: "PublishRelay", line: 1, "taps"),
        Case("let (screen, sensor, _) = (Screen(1, 2), PublishSubject<Int>(), 1)", "sensor"),
        // What an operator calls its arguments is no name of the user's.
        Case("let results = query.take(until: stop.map { $0 })", by: "map", nil),
        Case("let results = query.withLatestFrom(PublishSubject<Int>())", nil),
        Case("let text = String(describing: PublishSubject<Int>())", nil),
        Case("let known = [query: PublishSubject<Int>()]", nil),
    ]

    private static let chains: [Case] = {
        let chain = """
            let results = query
                .filter { !$0.isEmpty }
                // "the search, (in the making
                .flatMapLatest { word in
                    /* } */ search(word).map { "\\(word): \\($0 == "}" ? "(" : ")")" }
                }
                .do(onNext: { print($0) }, onError: { _ in })
                .catch { _ in .empty() }

                .share(replay: 1)
            results.subscribe()
            """
        return [
            Case(chain, by: "filter", nil), Case(chain, by: "flatMapLatest", nil), Case(chain, by: "map", nil),
            Case(chain, by: "do", nil), Case(chain, by: "catch", nil), Case(chain, by: "share", "results"),
            Case("let results =\n    query\n    .map { $0 }", by: "map", "results"),
            Case("let results = query.map { $0 }.filter { $0 > 1 }", by: "filter", "results"),
            Case("let results = query.map { $0 }.filter { $0 > 1 }", by: "map", nil),
            Case("let text = #\"a \"quoted\" one\"#, rest = text.map { $0 }", by: "map", "rest"),
            Case("let text = \"\"\"\n    let a = \"\n    \"\"\"\nlet rest = query.map { $0 }", by: "map", "rest"),
            Case("results = query.map { $0 } onError: { $0 }.take(1)", by: "take", "results"),
            Case("results = queries[0]!.map { $0 }", by: "map", "results"),
            Case("results = (isOn ? one : other).map { $0 }", by: "map", "results"),
        ]
    }()

    private static let unsure = [
        Case("let subscription = query.map { $0 }.subscribe()", by: "map", nil),
        Case("query.map { $0 }.bind(to: relay)", by: "map", nil),
        Case("let all = [PublishSubject<Int>(), PublishSubject<Int>()]", nil),
        Case("let model = isOn ? Model(query: PublishSubject<Int>()) : Model(other: PublishSubject<Int>())", nil),
        Case("let state = StateRelay<State>(value: .init())", type: "BehaviorRelay", nil),
        Case("let (first, (second, third)) = (1, (2, PublishSubject<Int>()))", nil),
        Case("let results = isOn ? query.map { $0 } : other", by: "map", nil),
        Case("let results = isOn ? other : query.map { $0 }", by: "map", nil),
        Case("let results = kept ?? PublishSubject<Int>()", nil),
        Case("let model = Model(PublishSubject<Int>())", nil),
        Case("return query.map { $0 }", by: "map", nil),
        Case("func results() -> Observable<Int> { query.map { $0 } }", by: "map", nil),
        Case("var count: Int\nquery.flatMap { PublishSubject<Int>() }", nil),
        Case("_ = query.map { $0 }", by: "map", nil),
        Case("(first, second) = query.map { $0 }", by: "map", nil),
        Case("cache[key] = PublishSubject<Int>()", nil),
        Case("case other:\n    cache[key] = PublishSubject<Int>()", nil),
        Case("let subjects = (1...3).map { _ in PublishSubject<Int>() }", nil),
        Case("// let query = PublishSubject<String>()", nil),
        Case("let text = \"PublishSubject()\"", nil),
        Case("let query = PublishSubject<String>()", type: "BehaviorSubject", line: 1, nil),
        Case("let query = PublishSubject<String>()", line: 2, nil),
        Case("let query = PublishSubject<String>(", nil),
        Case("let query = \\", by: "map", line: 1, nil),
    ]

    @Test(arguments: declarations + arguments + chains + unsure)
    func theNameComesFromTheLine(_ one: Case) throws {
        let lines = one.source.split(separator: "\n", omittingEmptySubsequences: false)
        let word = one.maker.map { ".\($0)" } ?? (one.source.contains(one.type + "<") ? one.type : "init")
        let line = one.line ?? (lines.lastIndex { $0.contains(word) || $0.contains(one.type) } ?? 0) + 1
        let script = TraceScript("names")
        script.node("made", one.type, .subject, site: Trace.Site(file: "A.swift", line: line))
        script.call(.create, "made", label: one.maker)
        let text = SourceText { $0 == "A.swift" ? one.source : nil }
        let named = try NamedTrace.naming(TraceInMemory(script.trace), from: text)
        #expect(named.nodes[0].variable == one.name, "line \(line)")
    }

    private func named(_ script: TraceScript, _ source: String) throws -> any TraceSource {
        try NamedTrace.naming(TraceInMemory(script.trace), from: SourceText { _ in source })
    }

    private func site(_ line: Int) -> Trace.Site { Trace.Site(file: "A.swift", line: line) }

    @Test func ofSeveralObjectsThatOneCallMakesTheLastHasTheName() throws {
        let script = TraceScript("share")
        for round in ["one", "two"] {
            script.node("subject \(round)", "ReplayOne", .subject, site: site(1))
            script.node("shared \(round)", "RefCount", .observable, site: site(1))
            for part in ["subject", "shared"] { script.call(.create, "\(part) \(round)", label: "share") }
        }
        let source = try named(script, "for _ in 1...2 { let results = query.share(replay: 1, scope: .forever) }")
        #expect(source.nodes.map(\.variable) == [nil, "results", nil, "results"])
        #expect(TreeRenderer().string(from: try source.trace()).contains("create results#2"))
    }

    @Test func severalObjectsOfALineHaveTheirNamesInTurn() throws {
        let script = TraceScript("several")
        for word in ["a", "b", "c", "d"] {
            script.node(word, "PublishSubject", .subject, site: site(1))
            script.call(.create, word)
        }
        for line in [
            "for _ in 1...2 { let one = PublishSubject<Int>(), other = PublishSubject<Int>() }",
            "let model = Model(one: PublishSubject(), other: PublishSubject())",
            "let (one, other) = (PublishSubject<Int>(), PublishSubject<Int>())",
        ] {
            #expect(try named(script, line).nodes.map(\.variable) == ["one", "other", "one", "other"], "\(line)")
        }
    }

    @Test func whatAnotherThreadMakesMeanwhileIsNoPart() throws {
        let script = TraceScript("threads", threads: ["main", "other"])
        for thread in 0...1 {
            script.node("subject \(thread)", "ReplayOne", .subject, site: site(1))
            script.node("shared \(thread)", "RefCount", .observable, site: site(1))
        }
        for part in ["subject", "shared"] {
            for thread in 0...1 {
                script.on(thread: thread) { script.call(.create, "\(part) \(thread)", label: "share") }
            }
        }
        let source = try named(script, "let results = query.share(replay: 1, scope: .forever)")
        #expect(source.nodes.map { $0.variable != nil } == [false, true, false, true])
    }

    @Test func aNodeKeepsTheNameThatItCameWith() throws {
        let script = TraceScript("kept")
        script.node("query", "PublishSubject", .subject, site: site(1))
        script.call(.create, "query")
        var trace = script.trace
        trace.nodes[0].variable = "before"
        let source = SourceText { _ in "let query = PublishSubject<Int>()" }
        #expect(try NamedTrace.naming(TraceInMemory(trace), from: source).nodes[0].variable == "before")
        #expect(NamedTrace.unnamed(TraceInMemory(trace)).nodes[0].variable == nil)
        // The canonical form is that of any run, wherever it is read.
        #expect(trace.canonical().nodes[0].variable == nil)
        let canonical = TraceInMemory(script.trace.canonical())
        #expect(try NamedTrace.naming(canonical, from: source).nodes[0].variable == nil)
    }
}
