import Testing

@testable import RxTraceKit

/// The numbers at edges: they can be read from 1 on through the whole picture.
struct GraphOrderTests {
    /// A subject with one subscription that hands on each event.
    private func send(_ script: TraceScript, _ event: Trace.Event, to subscription: Int) {
        script.call(.on, "source", event) {
            script.call(.on, "observer", event, subscription: subscription) { script.call(.onCore, "observer", event) }
        }
    }

    private func subscribed() -> (script: TraceScript, subscription: Int) {
        let script = TraceScript(threads: ["main", "queue"])
        script.node("source", "PublishSubject", .subject)
        script.node("observer", "AnonymousObserver", .observer)
        script.node("bag", "DisposeBag", .bag)
        let one = script.subscription(of: "source", site: TraceScript.site(3))
        script.call(.subscribe, "source", subscription: one)
        return (script, one)
    }

    private func labels(_ script: TraceScript, zoom: Zoom = .operators) throws -> [String] {
        GraphPicture(try PicturedTrace(TraceInMemory(script.trace)), zoom: zoom, limit: 100).edges.map(\.label)
    }

    @Test func whatComesAgainAfterSomethingElseHasAFurtherNumber() throws {
        let (script, one) = subscribed()
        send(script, .next("a"), to: one)
        script.call(.deinit, "bag")
        send(script, .next("b"), to: one)
        send(script, .next("c"), to: one)
        #expect(try labels(script) == ["1", "2 next a, 5 next b, c", "3 next a, 6 next b, c", "4 deinit"])
    }

    @Test func effectsOfACallComeBetweenNothing() throws {
        let (script, one) = subscribed()
        for value in ["a", "b", "c"] { send(script, .next(value), to: one) }
        send(script, .completed, to: one)
        #expect(try labels(script) == ["1", "2 next a, b, c, completed", "3 next a, b, c, completed"])
    }

    @Test func anEdgeWithMoreThanFiveNumbersKeepsTheFirst() throws {
        func alternating(_ count: Int) throws -> [String] {
            let script = TraceScript()
            script.node("left", "PublishSubject", .subject)
            script.node("right", "PublishSubject", .subject)
            for _ in 0..<count {
                script.call(.on, "left", .completed) { script.call(.mark, label: "seen") }
                script.call(.on, "right", .completed) { script.call(.mark, label: "seen") }
            }
            return try labels(script).filter { $0.contains("completed") }
        }
        #expect(
            try alternating(3) == [
                "1 completed, 4 completed, 6 completed", "3 completed, 5 completed, 7 completed",
            ])
        #expect(try alternating(6) == ["1 completed ×6", "3 completed ×6"])
    }

    @Test func marksHaveNumbersOfTheSequence() throws {
        let (script, one) = subscribed()
        script.call(.mark, label: "by hand")
        send(script, .next("a"), to: one)
        let picture = GraphPicture(
            try PicturedTrace(TraceInMemory(script.trace)), zoom: .operators, limit: 100)
        #expect(picture.boxes.contains { $0.look == .note && $0.lines == ["2 by hand"] })
        #expect(picture.edges.map(\.label).prefix(3) == ["1", "3 next a", "4 next a"])
    }

    @Test func anErrorHasItsText() throws {
        let (script, one) = subscribed()
        send(script, .next("a"), to: one)
        send(script, Trace.Event(.error, value: "no network"), to: one)
        #expect(try labels(script)[1] == "2 next a, error(no network)")
    }

    @Test func aKeptElementHasTheValueThatWasHandedIn() throws {
        let picture = GraphPicture(
            try PicturedTrace(TraceInMemory(TraceScript.keptElements())), zoom: .operators, limit: 100)
        let kept = picture.edges.filter { $0.kind == .kept }
        #expect(!kept.isEmpty && kept.allSatisfy { $0.label.contains("kept ") })
    }

    @Test func workThatNeverRanSaysSo() throws {
        let script = TraceScript()
        script.node("serial", "SerialScheduler", .scheduler)
        let first = script.call(.schedule, "serial")
        script.call(.invoke, cause: first)
        script.call(.schedule, "serial")
        #expect(try labels(script) == ["1 schedule, 3 schedule, never ran", "2 invoke"])
        // Where calls were dropped, it may have run.
        script.dropped(1)
        #expect(try labels(script) == ["1 schedule, 3 schedule", "2 invoke"])
    }

    // MARK: Disposables

    @Test(arguments: [Zoom.operators, .internals]) func eachThreadThatDisposesHasAnEdge(zoom: Zoom) throws {
        let script = TraceScript(threads: ["main", "queue"])
        script.setKinds([.disposes], of: "disposeAction")
        script.node("mine", "AnonymousDisposable", .disposable)
        script.node("source", "PublishSubject", .subject)
        script.call(.on, "source", .next("1")) { script.call(.mark, label: "seen") }
        script.on(thread: 1) {
            script.call(.dispose, "mine") {
                script.call(.handler, "mine", label: "disposeAction") { script.call(.dispose, "mine") }
            }
        }
        script.call(.dispose, "mine")
        let picture = GraphPicture(try PicturedTrace(TraceInMemory(script.trace)), zoom: zoom, limit: 100)
        let disposals = picture.edges.filter { $0.kind == .dispose }
        #expect(disposals.map(\.label) == ["3 dispose", "4 dispose", "5 dispose"])
        #expect(disposals.map { $0.threads.map { picture.threads[$0] } } == [["queue"], ["queue"], ["main"]])
        #expect(disposals.map { $0.from == $0.to } == [false, true, false])
    }

    @Test func aDisposableOfASubscriptionIsALoopAtItsOperator() throws {
        let script = TraceScript()
        script.setKinds([.disposes], of: "disposeAction")
        script.node("create", "AnonymousObservable", .observable, site: TraceScript.site(1))
        script.node("sink", "AnonymousObservableSink", .sink)
        script.node("mine", "AnonymousDisposable", .disposable)
        script.own("sink", by: "create")
        let one = script.subscription(of: "create", site: TraceScript.site(2), ended: "disposed")
        script.call(.subscribe, "create", subscription: one)
        script.call(.dispose, "sink", subscription: one) {
            script.call(.dispose, "mine", subscription: one) {
                script.call(.handler, "mine", label: "disposeAction", subscription: one)
            }
        }
        let picture = GraphPicture(try PicturedTrace(TraceInMemory(script.trace)), zoom: .operators, limit: 100)
        #expect(!picture.boxes.contains { $0.lines.contains("AnonymousDisposable") })
        #expect(picture.edges.contains { $0.label.hasSuffix(" disposeAction") && $0.from == $0.to })
    }

    @Test func anInsertionThatCameTooLateSaysSo() throws {
        let script = TraceScript()
        script.setKinds([.disposes], of: "disposeAction")
        script.node("group", "CompositeDisposable", .disposable)
        script.node("late", "AnonymousDisposable", .disposable)
        script.call(.insert, "group")
        script.call(.insert, "group") {
            script.call(.dispose, "late") { script.call(.handler, "late", label: "disposeAction") }
        }
        let picture = GraphPicture(try PicturedTrace(TraceInMemory(script.trace)), zoom: .operators, limit: 100)
        #expect(picture.edges.map(\.label) == ["1 insert", "2 insert, too late", "3 dispose"])
        #expect(picture.edges[2].from == picture.edges[1].to)
    }

    @Test func anOperatorsDisposalOfASubjectsSubscriptionIsDrawn() throws {
        let script = TraceScript()
        script.node("switch", "FlatMapLatest", .observable, site: TraceScript.site(2))
        script.node("sink", "MapSwitchSink", .sink)
        script.own("sink", by: "switch")
        script.node("inner", "PublishSubject", .subject)
        script.node("held", "SingleAssignmentDisposable", .disposable)
        script.node("own", "SubscriptionDisposable", .disposable)
        let one = script.subscription(of: "switch", site: TraceScript.site(3))
        let two = script.subscription(of: "inner", in: one, ended: "switch")
        script.call(.subscribe, "switch", subscription: one)
        script.call(.on, "sink", .next("a"), subscription: one) { script.call(.subscribe, "inner", subscription: two) }
        script.call(.on, "sink", .next("b"), subscription: one) {
            script.call(.dispose, "held", subscription: one) { script.call(.dispose, "own", subscription: two) }
        }
        let picture = GraphPicture(try PicturedTrace(TraceInMemory(script.trace)), zoom: .operators, limit: 100)
        let disposals = picture.edges.filter { $0.kind == .dispose }
        #expect(disposals.count == 1)
        #expect(disposals.first.map { picture.boxes[$0.from].lines[0] } == "FlatMapLatest")
        #expect(disposals.first?.to.map { picture.boxes[$0].lines[0] } == "PublishSubject")
    }
}
