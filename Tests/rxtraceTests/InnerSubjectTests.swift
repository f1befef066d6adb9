import RxInstrumented
import RxTraceKit
import RxTraceTestSupport
import Testing

/// What an operator makes for itself is called by the operator: the user's code has no other word for it.
struct InnerSubjectTests {
    struct Case: Sendable, CustomStringConvertible {
        let name: String
        /// The sources that `leaks` names.
        let sources: Set<String>
        /// The rows of `stats` for what the operator made.
        let rows: Set<String>
        let subscribe: @Sendable (Observable<Int>, DisposeBag) -> Void

        var description: String { name }

        init(
            _ name: String, sources: Set<String>, rows: Set<String>,
            _ subscribe: @escaping @Sendable (Observable<Int>, DisposeBag) -> Void
        ) {
            (self.name, self.sources, self.rows, self.subscribe) = (name, sources, rows, subscribe)
        }

        init(
            _ name: String, connecting word: String, rows: Set<String>,
            _ connectable: @escaping @Sendable (Observable<Int>) -> ConnectableObservable<Int>
        ) {
            self.init(name, sources: [word], rows: rows) { source, _ in
                let shared = connectable(source)
                _ = shared.subscribe()
                _ = shared.connect()
            }
        }

        init(
            sharing name: String, rows: Set<String>,
            _ shared: @escaping @Sendable (Observable<Int>) -> Observable<Int>
        ) {
            self.init(name, sources: ["share"], rows: rows) { source, _ in _ = shared(source).subscribe() }
        }
    }

    private static let connectable = "ConnectableObservableAdapter"

    static let cases = [
        Case("publish", connecting: "publish", rows: ["PublishSubject of \(connectable)"]) { $0.publish() },
        Case("replay 1", connecting: "replay", rows: ["ReplayOne of \(connectable)"]) { $0.replay(1) },
        Case("replay 2", connecting: "replay", rows: ["ReplayMany of \(connectable)"]) { $0.replay(2) },
        Case("replayAll", connecting: "replayAll", rows: ["ReplayAll of \(connectable)"]) { $0.replayAll() },
        Case("refCount", sources: ["publish"], rows: ["PublishSubject of \(connectable)"]) { source, _ in
            _ = source.publish().refCount().subscribe()
        },
        Case(sharing: "share", rows: []) { $0.share() },
        Case(sharing: "share 1", rows: []) { $0.share(replay: 1) },
        Case(sharing: "share 2", rows: ["ReplayMany of \(connectable)"]) { $0.share(replay: 2) },
        Case(sharing: "share forever", rows: ["PublishSubject of share"]) { $0.share(scope: .forever) },
        Case(sharing: "share 1 forever", rows: ["ReplayOne of share"]) { $0.share(replay: 1, scope: .forever) },
        Case(sharing: "share 2 forever", rows: ["ReplayMany of share"]) { $0.share(replay: 2, scope: .forever) },
        Case("multicast by a maker", connecting: "BehaviorSubject", rows: []) {
            $0.multicast(makeSubject: { BehaviorSubject(value: 0) })
        },
        Case("multicast with a selector", sources: ["BehaviorSubject"], rows: ["\(connectable) of Multicast"]) {
            source, _ in
            _ = source.multicast({ BehaviorSubject(value: 0) }, selector: { $0 }).subscribe()
        },
        Case(
            "groupBy", sources: ["PublishSubject", "groupBy"],
            rows: ["PublishSubject of GroupBy", "GroupedObservableImpl of GroupBy"]
        ) { source, _ in _ = source.groupBy { $0 % 2 }.subscribe(onNext: { _ = $0.subscribe() }) },
        Case(
            "window", sources: ["PublishSubject", "window"],
            rows: ["PublishSubject of WindowTimeCount", "AddRef of WindowTimeCount"]
        ) { source, _ in
            _ = source.window(timeSpan: .seconds(9), count: 1, scheduler: HistoricalScheduler())
                .subscribe(onNext: { _ = $0.subscribe() })
        },
        Case("retry", sources: ["retry"], rows: ["PublishSubject of RetryWhenSequence"]) { source, _ in
            _ = source.retry(when: { $0 }).subscribe()
        },
    ]

    private func trace(_ one: Case) -> Trace {
        Trace.record(one.name) {
            let source = PublishSubject<Int>()
            one.subscribe(source, DisposeBag())
            for number in 1...3 { source.onNext(number) }
        }
    }

    @Test(arguments: cases)
    func leaksNameTheOperatorWithItsLine(one: Case) throws {
        let trace = trace(one)
        let leaks = try LeakSearch().leaks(in: TraceInMemory(trace))
        let evidence = leaks.flatMap(\.evidence).filter { $0.text.hasPrefix("its source: ") }
        #expect(Set(evidence.map { String($0.text.dropFirst("its source: ".count)) }) == one.sources)
        #expect(evidence.allSatisfy { $0.site?.file.hasSuffix("InnerSubjectTests.swift") == true })
        let handedOver = leaks.filter { $0.written.hasPrefix("a sequence of ") }
        #expect(handedOver.map(\.written) == (one.sources.count == 2 ? ["a sequence of \(one.name)"] : []))
    }

    @Test(arguments: cases)
    func statsNameTheOperatorWithItsLine(one: Case) throws {
        let rows = try TraceStatistics(TraceInMemory(trace(one)), by: .operator).rows
        let inner = rows.filter { $0.name.contains(" of ") }
        #expect(Set(inner.map(\.name)) == one.rows)
        #expect(inner.allSatisfy { $0.site?.file.hasSuffix("InnerSubjectTests.swift") == true })
        for row in rows where row.site == nil {
            #expect(!row.name.contains("Subject") && !row.name.hasPrefix("Replay"), "\(row.name)")
        }
    }

    /// The user's code cannot end what an operator made for itself.
    @Test(arguments: cases)
    func noFindingAsksForItsEnd(one: Case) throws {
        let trace = trace(one)
        let findings = try Lint(rules: ["uncompleted-subject"]).findings(in: TraceInMemory(trace))
        let expected = one.sources.filter { $0.hasSuffix("Subject") }.union(["PublishSubject"])
        #expect(Set(findings.map { String($0.message.prefix { $0 != " " }) }).isSubset(of: expected))
    }
}
