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
        #expect(
            try labels(script) == [
                "1", "2 next a, 5 next b, 7 next c", "3 next a, 6 next b, 8 next c", "4 release",
            ])
    }

    /// The order of few values can be read: each goes all its way before the next.
    @Test func eachOfFewTimesHasANumberOfItsOwn() throws {
        let (script, one) = subscribed()
        for value in ["a", "b", "c"] { send(script, .next(value), to: one) }
        send(script, .completed, to: one)
        #expect(
            try labels(script) == [
                "1", "2 next a, 4 next b, 6 next c, 8 completed", "3 next a, 5 next b, 7 next c, 9 completed",
            ])
    }

    @Test func whatGoesTheSameWayAtOnceHasTheSameNumbersWhereItIsMuch() throws {
        let (script, one) = subscribed()
        for _ in 0..<7 { send(script, .next("a"), to: one) }
        send(script, .completed, to: one)
        #expect(try labels(script) == ["1", "2 next ×7, 4 completed", "3 next ×7, 5 completed"])
        let picture = GraphPicture(
            try PicturedTrace(TraceInMemory(script.trace)), zoom: .operators, limit: 100)
        #expect(picture.legend.numbers?.contains("one after the other") == true)
    }

    /// The second value goes no further than the subject: it is another story, and so is the third.
    @Test func whatGoesAnotherWayHasFurtherNumbers() throws {
        let (script, one) = subscribed()
        send(script, .next("a"), to: one)
        script.call(.on, "source", .next("b"))
        send(script, .next("c"), to: one)
        send(script, .next("d"), to: one)
        #expect(
            try labels(script).prefix(3) == [
                "1", "2 next a, 4 next b, 6 next c, 8 next d", "3 next a, 7 next c, 9 next d",
            ])
    }

    /// An effect never has a smaller number than its cause.
    @Test func anEffectComesBehindItsCause() throws {
        let script = TraceScript()
        script.node("left", "PublishSubject", .subject)
        script.node("right", "PublishSubject", .subject)
        script.node("both", "Merge", .observable, site: TraceScript.site(2))
        for name in ["left", "right"] {
            script.call(.on, name, .next(name)) { script.call(.on, "both", .next(name)) }
        }
        #expect(try labels(script) == ["1 next left", "2 next left", "3 next right", "4 next right"])
        script.node("end", "AnonymousObserver", .observer)
        for name in ["left", "right"] {
            script.call(.on, name, .next(name)) {
                script.call(.on, "both", .next(name)) { script.call(.on, "end", .next(name)) }
            }
        }
        #expect(
            try labels(script) == [
                "1 next left, 5 next left", "2 next left, 6 next left", "3 next right, 8 next right",
                "4 next right, 9 next right", "7 next left, 10 next right",
            ])
    }

    @Test func anEdgeWithMoreThanSevenNumbersKeepsTheFirst() throws {
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
                "1 completed, 5 completed, 9 completed", "3 completed, 7 completed, 11 completed",
            ])
        #expect(try alternating(8) == ["1 completed ×8", "3 completed ×8"])
    }

    @Test func whatIsToldInTheSameWordsIsToldOnce() throws {
        let (script, one) = subscribed()
        for value in ["a", "b", "c"] {
            send(script, .next(value), to: one)
            script.call(.deinit, "bag")
        }
        #expect(try labels(script).last == "4, 7, 10 release")
    }

    /// One call that hands on several elements is one time.
    @Test func aCallHasOneNumberOfAnEdge() throws {
        let script = TraceScript()
        for name in ["left", "right"] { script.node(name, "PublishSubject", .subject) }
        script.node("both", "CombineLatest2", .observable, site: TraceScript.site(2))
        script.node("end", "AnonymousObserver", .observer)
        var parts: [Int] = []
        for name in ["left", "right"] {
            script.call(.on, name, .next(name)) {
                parts.append(script.nextID)
                script.call(.on, "both", .next(name)) {
                    guard parts.count == 2 else { return }
                    script.call(.forwardOn, "both", .next("two"), parts: parts) {
                        script.call(.on, "end", .next("two"))
                    }
                }
            }
        }
        #expect(
            try labels(script) == [
                "1 next left", "2 next left", "3 next right", "4 next right", "5 combines left, right", "6 next two",
            ])
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
        #expect(try labels(script)[1] == "2 next a, 4 error(no network)")
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
        #expect(try labels(script) == ["1, 3 schedule", "2 invoke"])
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
        #expect(disposals.map(\.label) == ["3 dispose", "4 dispose, already disposed", "5 dispose, already disposed"])
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
        #expect(
            picture.edges.map(\.label) == [
                "1 insert", "2 insert AnonymousDisposable, too late: 3 disposes it", "3 dispose",
            ])
        #expect(picture.edges[2].from == picture.edges[1].to)
    }

    /// Who holds disposables disposes of them in the order in which they were inserted.
    @Test func anInsertionNamesWhatWasInserted() throws {
        func labels(disposed: Int) throws -> [String] {
            let script = TraceScript()
            script.setKinds([.disposes], of: "disposeAction")
            script.node("bag", "DisposeBag", .bag)
            for number in 1...2 { script.node("mine\(number)", "AnonymousDisposable", .disposable) }
            for _ in 1...2 { script.call(.insert, "bag") }
            script.call(.deinit, "bag") {
                for number in 1...disposed {
                    script.call(.dispose, "mine\(number)") {
                        script.call(.handler, "mine\(number)", label: "disposeAction")
                    }
                }
            }
            return try self.labels(script)
        }
        #expect(
            try labels(disposed: 2) == [
                "1 insert AnonymousDisposable#1, 2 insert AnonymousDisposable#2", "3 release", "4 dispose", "5 dispose",
            ])
        // One was none, or is held elsewhere too: then nobody knows which.
        #expect(try labels(disposed: 1) == ["1, 2 insert", "3 release", "4 dispose"])
    }

    /// Where the calls tell it, nothing is guessed.
    @Test func anInsertionNamesWhatItWasHanded() throws {
        let script = TraceScript()
        script.setKinds([.disposes], of: "disposeAction")
        script.node("bag", "DisposeBag", .bag)
        for number in 1...2 { script.node("mine\(number)", "AnonymousDisposable", .disposable) }
        for number in 1...2 { script.call(.insert, "bag", disposable: "mine\(number)") }
        script.call(.dispose, "mine2") { script.call(.handler, "mine2", label: "disposeAction") }
        script.call(.dispose, "mine1") { script.call(.handler, "mine1", label: "disposeAction") }
        #expect(try labels(script)[0] == "1 insert AnonymousDisposable#1, 2 insert AnonymousDisposable#2")
    }

    /// The operator's own subscription to a subject, which is no subscription by itself, is told by its disposable.
    @Test func aSubjectThatIsLeftBeforeItsEndIsDrawn() throws {
        func disposals(hasEnded: Bool) throws -> [String] {
            let script = TraceScript()
            script.node("map", "Map", .observable, site: TraceScript.site(2))
            script.node("sink", "MapSink", .sink)
            script.own("sink", by: "map")
            script.node("subject", "PublishSubject", .subject)
            script.node("own", "SubscriptionDisposable", .disposable)
            let one = script.subscription(of: "map", site: TraceScript.site(3), ended: "disposed")
            script.call(.subscribe, "map", subscription: one) {
                script.call(.subscribe, "subject", disposable: "own", subscription: one)
            }
            if hasEnded { script.call(.on, "subject", .completed) }
            for _ in 1...2 {
                script.call(.dispose, "sink", subscription: one) { script.call(.dispose, "own", subscription: one) }
            }
            let picture = GraphPicture(try PicturedTrace(TraceInMemory(script.trace)), zoom: .operators, limit: 100)
            return picture.edges.filter { $0.kind == .dispose && $0.from != $0.to }.compactMap { edge in
                edge.to.map { "\(picture.boxes[edge.from].lines[0]) to \(picture.boxes[$0].lines[0])" }
            }
        }
        #expect(try disposals(hasEnded: false).filter { $0.hasSuffix("to PublishSubject") }.count == 1)
        #expect(try !disposals(hasEnded: true).contains { $0.hasSuffix("to PublishSubject") })
    }

    /// An object tells of its end before its `deinit` is told of.
    @Test func whoLetGoOfAnObjectIsDrawn() throws {
        let script = TraceScript()
        script.node("object", "Screen", .object)
        script.node("ending", "ReplayOne", .subject)
        script.own("ending", by: "object")
        script.call(.on, "ending", .next("()"))
        script.call(.deinit, "object")
        script.call(.on, "ending", .completed)
        let picture = GraphPicture(try PicturedTrace(TraceInMemory(script.trace)), zoom: .operators, limit: 100)
        let edges = picture.edges.map { edge in
            "\(edge.label): \(picture.boxes[edge.from].lines[0]) to \(edge.to.map { picture.boxes[$0].lines[0] } ?? "")"
        }
        #expect(edges.contains("1 release: your code to Screen"))
        #expect(edges.contains { $0.hasSuffix(" deinit: Screen to Screen") })
        // Who is told of the deinit alone, is told of one cause.
        let other = TraceScript()
        other.node("object", "Screen", .object)
        other.node("ending", "ReplayOne", .subject)
        other.own("ending", by: "object")
        other.behave([.replays], "ending")
        other.call(.deinit, "object")
        other.call(.on, "ending", .next("()"))
        #expect(try labels(other).first == "1 release" && labels(other).count == 2)
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
