import RxInstrumented
import Testing

/// What RxSwift's subjects do once they are disposed of.
@Suite(.everyRecorderState) struct DisposedSubjectTests {
    private func events(of source: Observable<Int>) -> [String] {
        var events: [String] = []
        let subscription = source.subscribe { events.append("\($0)") }
        subscription.dispose()
        return events
    }

    @Test func aDisposedSubjectTellsLaterObserversOfItself() throws {
        let publish = PublishSubject<Int>()
        let behavior = BehaviorSubject(value: 1)
        let replays = [1, 2].map { ReplaySubject<Int>.create(bufferSize: $0) } + [ReplaySubject<Int>.createUnbounded()]
        publish.dispose()
        behavior.dispose()
        for replay in replays { replay.dispose() }
        func told(_ name: String) -> [String] { ["error(Object `RxSwift.\(name)<Swift.Int>` was already disposed.)"] }
        #expect(events(of: publish) == told("PublishSubject"))
        #expect(events(of: behavior) == told("BehaviorSubject"))
        #expect(replays.map(events(of:)) == ["ReplayOne", "ReplayMany", "ReplayAll"].map(told))
        #expect(throws: RxError.self) { try behavior.value() }
        #expect(publish.isDisposed && behavior.isDisposed)
    }

    /// A PublishSubject takes its end even then, once; the others take nothing.
    @Test(arguments: [false, true]) func theEndOfADisposedSubject(isError: Bool) throws {
        let end: Event<Int> = isError ? .error(TestError("late")) : .completed
        let publish = PublishSubject<Int>()
        let behavior = BehaviorSubject(value: 1)
        let replay = ReplaySubject<Int>.create(bufferSize: 1)
        publish.dispose()
        behavior.dispose()
        replay.dispose()
        publish.on(end)
        behavior.on(end)
        replay.on(end)
        publish.on(isError ? .completed : .error(TestError("later")))
        #expect(events(of: publish) == ["\(end)"])
        #expect(publish.isDisposed && !publish.hasObservers)
        #expect(events(of: behavior).first?.contains("disposed") == true)
        #expect(events(of: replay).first?.contains("disposed") == true)
        publish.dispose()
        #expect(events(of: publish).first?.contains("disposed") == true)
        #expect(!behavior.hasObservers && !replay.hasObservers)
    }

    @Test func aSubjectThatEndedBeforeItsDisposalTellsOfTheDisposal() {
        let publish = PublishSubject<Int>()
        publish.onCompleted()
        publish.dispose()
        publish.onNext(1)
        #expect(events(of: publish).first?.contains("disposed") == true)
        #expect(!publish.hasObservers)
    }
}
