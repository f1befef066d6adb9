import Dispatch
import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct ReplaySubjectTests {
    private func subject(keeping bufferSize: Int?) -> ReplaySubject<Int> {
        bufferSize.map { ReplaySubject.create(bufferSize: $0) } ?? ReplaySubject.createUnbounded()
    }

    @Test(arguments: [0, 1, 2, 3, nil]) func aNewObserverIsSentWhatWasKept(bufferSize: Int?) {
        let subject = subject(keeping: bufferSize)
        for number in 1...5 { subject.onNext(number) }
        var numbers: [Int] = []
        let subscription = subject.subscribe(onNext: { numbers.append($0) })
        #expect(subject.hasObservers)
        subject.onNext(6)
        let kept = Array((1...5).suffix(bufferSize ?? 5))
        #expect(numbers == kept + [6])
        subscription.dispose()
        #expect(!subject.hasObservers)
    }

    @Test(arguments: [1, 2, nil]) func afterTheEndWhatWasKeptIsSentBeforeIt(bufferSize: Int?) {
        let subject = subject(keeping: bufferSize)
        for number in 1...3 { subject.onNext(number) }
        subject.onError(TestError())
        subject.onNext(4)
        subject.onCompleted()
        var events: [String] = []
        _ = subject.subscribe { events.append("\($0)") }
        let kept = (1...3).suffix(bufferSize ?? 3).map { "next(\($0))" }
        #expect(events == kept + ["error(TestError(test))"])
        #expect(!subject.hasObservers)
    }

    @Test(arguments: [1, 2, nil]) func disposedItSendsAnErrorOnly(bufferSize: Int?) {
        let subject = subject(keeping: bufferSize)
        subject.onNext(1)
        var events: [String] = []
        _ = subject.subscribe { events.append("\($0)") }
        subject.dispose()
        subject.onNext(2)
        #expect(events == ["next(1)"])
        var isDisposed = false
        _ = subject.subscribe(onError: { isDisposed = ($0 as? RxError)?.isDisposed ?? false })
        #expect(isDisposed)
        #expect(!subject.hasObservers)
    }

    @Test(arguments: [1, 2, nil]) func whatIsSentDuringTheReplayComesAfterIt(bufferSize: Int?) {
        let subject = subject(keeping: bufferSize)
        subject.onNext(1)
        subject.onNext(2)
        var events: [String] = []
        let subscription = subject.subscribe { event in
            events.append("\(event)")
            if case .next(2) = event {
                subject.onNext(3)
                subject.onCompleted()
            }
        }
        let kept = [1, 2].suffix(bufferSize ?? 2).map { "next(\($0))" }
        #expect(events == kept + ["next(3)", "completed"])
        subscription.dispose()
    }

    @Test func whoSubscribesWhileAnotherThreadSendsMissesNothing() {
        for _ in 0..<50 {
            let subject = ReplaySubject<Int>.createUnbounded()
            var numbers: [Int] = []
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                if index == 0 {
                    for number in 0..<200 { subject.onNext(number) }
                } else {
                    _ = subject.subscribe(onNext: { numbers.append($0) })
                }
            }
            #expect(numbers == Array(0..<200))
        }
    }

    @Test func theSubscriptionDoesNotKeepTheSubject() {
        weak var released: ReplaySubject<Int>?
        var subscription: (any Disposable)?
        do {
            let subject = ReplaySubject<Int>.create(bufferSize: 1)
            released = subject
            subscription = subject.subscribe()
        }
        #expect(released == nil)
        subscription?.dispose()
    }

    @Test func callsAreThoseOfRxSwift() {
        let calls = chain {
            let subject = ReplaySubject<Int>.create(bufferSize: 1)
            subject.onNext(1)
            let subscription = subject.subscribe(onNext: { _ in })
            subject.onNext(2)
            subscription.dispose()
            subject.dispose()
        }
        #expect(
            calls
                == rows(
                    """
                    create ReplayOne
                    on ReplayOne next(1)
                    subscribe ReplayOne
                      subscribe ReplayOne
                        on AnonymousObserver next(1)
                          onCore AnonymousObserver next(1)
                            handler onNext
                    on ReplayOne next(2)
                      on ReplaySubjectSubscriptionObserver next(2)
                        on AnonymousObserver next(2)
                          onCore AnonymousObserver next(2)
                            handler onNext
                    dispose BinaryDisposable
                      dispose SubscriptionDisposable
                    dispose ReplayOne
                    """))
    }

    @Test func theBufferSizeDecidesTheKind() {
        let calls = chain {
            _ = ReplaySubject<Int>.create(bufferSize: 1)
            _ = ReplaySubject<Int>.create(bufferSize: 2)
            _ = ReplaySubject<Int>.createUnbounded()
        }
        #expect(calls == ["create ReplayOne", "create ReplayMany", "create ReplayAll"])
    }
}
