import RxInstrumented
import Testing

/// An observer that is being sent the kept element is there already, but does not count yet in a `refCount`.
@Suite(.everyRecorderState, .timeLimit(.generous)) struct SharingNewcomerTests {
    /// A way of sharing that sends a new observer an element first.
    struct Way: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Whether a `refCount` that connects again makes a new subject, by which nobody has come yet. As in RxSwift, who
        /// makes the last other observer leave while it is being sent the kept element is then left alone.
        let leavesAlone: Bool
        let share: @Sendable (Observable<Int>) -> Observable<Int>

        init(
            _ description: String, leavesAlone: Bool = false,
            _ share: @escaping @Sendable (Observable<Int>) -> Observable<Int>
        ) {
            testDescription = description
            self.leavesAlone = leavesAlone
            self.share = share
        }
    }

    static let ways =
        ShareReplayScopeTests.kinds.filter { $0.replay > 0 }.map { kind in
            Way("share, \(kind)", leavesAlone: kind.replay > 1 && kind.scope == .whileConnected) {
                $0.share(replay: kind.replay, scope: kind.scope)
            }
        } + [
            Way("replay, refCount", leavesAlone: true) { $0.replay(1).refCount() },
            Way("replayAll, refCount", leavesAlone: true) { $0.replayAll().refCount() },
            Way("multicast, refCount") { $0.multicast(ReplaySubject.create(bufferSize: 1)).refCount() },
            Way("multicast with a maker, refCount", leavesAlone: true) {
                $0.multicast(makeSubject: { ReplaySubject.create(bufferSize: 1) }).refCount()
            },
            Way("replay, connect") { source in
                let connectable = source.replay(1)
                _ = connectable.connect()
                return connectable
            },
        ]

    @Test(arguments: ways) func whoMakesTheLastOtherOneLeaveIsSentTheRest(way: Way) {
        let source = PublishSubject<Int>()
        let shared = way.share(source)
        var events: [String] = []
        let first = shared.subscribe()
        source.onNext(1)
        _ = shared.subscribe { event in
            events.append("\(event)")
            if case .next(1) = event { first.dispose() }
        }
        source.onNext(2)
        source.onCompleted()
        #expect(events == (way.leavesAlone ? ["next(1)"] : ["next(1)", "next(2)", "completed"]))
        #expect(!source.hasObservers)
    }

    @Test(arguments: ways) func whoMakesTheLastOtherOneLeaveFails(way: Way) {
        let source = PublishSubject<Int>()
        let shared = way.share(source)
        var events: [String] = []
        let first = shared.subscribe()
        source.onNext(1)
        _ = shared.subscribe { event in
            events.append("\(event)")
            if case .next(1) = event { first.dispose() }
        }
        source.onError(TestError())
        #expect(events == (way.leavesAlone ? ["next(1)"] : ["next(1)", "error(TestError(test))"]))
    }

    @Test(arguments: ways) func whoEndsTheSourceIsSentTheEnd(way: Way) {
        let source = PublishSubject<Int>()
        let shared = way.share(source)
        var events: [String] = []
        let first = shared.subscribe { events.append("first \($0)") }
        source.onNext(1)
        _ = shared.subscribe { event in
            events.append("second \(event)")
            if case .next(1) = event { source.onCompleted() }
        }
        #expect(events.sorted() == ["first completed", "first next(1)", "second completed", "second next(1)"])
        first.dispose()
    }

    /// The second one's chain ends with its first element, and takes the first one with it.
    @Test(arguments: ways.filter { $0.testDescription != "replay, connect" })
    func whoLeavesWithTheOthersLeavesNothingBehind(way: Way) {
        let source = PublishSubject<Int>()
        let shared = way.share(source)
        var events: [String] = []
        _ = shared.flatMapLatest { _ in shared }.take(1).subscribe { events.append("\($0)") }
        source.onNext(1)
        #expect(events == ["next(1)", "completed"])
        #expect(!source.hasObservers)
        var later: [String] = []
        let last = shared.skip(while: { $0 == 1 }).subscribe { later.append("\($0)") }
        source.onNext(2)
        last.dispose()
        #expect(later == ["next(2)"])
        #expect(!source.hasObservers)
    }

    /// The one that came in the first one's handler is there when that one has gone.
    @Test(arguments: ways) func whoCameByOneThatLeavesIsSentTheRest(way: Way) {
        let source = PublishSubject<Int>()
        let shared = way.share(source)
        var events: [String] = []
        let first = SingleAssignmentDisposable()
        first.setDisposable(
            shared.subscribe(onNext: { number in
                guard number == 1 else { return }
                _ = shared.subscribe { event in
                    events.append("\(event)")
                    if case .next(1) = event { first.dispose() }
                }
            }))
        source.onNext(1)
        source.onNext(2)
        source.onCompleted()
        #expect(events == (way.leavesAlone ? ["next(1)"] : ["next(1)", "next(2)", "completed"]))
        #expect(!source.hasObservers)
    }

    /// The last other one leaves on another thread, and one comes and goes in the newcomer's handler.
    @Test(arguments: ways, [false, true])
    func whoIsLeftTheConnectionByAnotherThreadIsSentTheRest(way: Way, comesBefore: Bool) {
        let source = PublishSubject<Int>()
        let shared = way.share(source)
        var events: [String] = []
        let first = shared.subscribe()
        source.onNext(1)
        _ = shared.subscribe { event in
            events.append("\(event)")
            guard case .next(1) = event else { return }
            let before = comesBefore ? shared.subscribe() : nil
            onThreads(1) { _ in first.dispose() }
            (before ?? shared.subscribe()).dispose()
        }
        source.onNext(2)
        source.onCompleted()
        #expect(events == ["next(1)", "next(2)", "completed"])
        #expect(!source.hasObservers)
    }
}
