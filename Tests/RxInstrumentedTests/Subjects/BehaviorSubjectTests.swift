import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct BehaviorSubjectTests {
    @Test func aNewObserverIsSentTheValue() throws {
        let subject = BehaviorSubject(value: 1)
        var events: [String] = []
        let first = subject.subscribe { events.append("first \($0)") }
        subject.onNext(2)
        let second = subject.subscribe { events.append("second \($0)") }
        subject.onNext(3)
        #expect(events == ["first next(1)", "first next(2)", "second next(2)", "first next(3)", "second next(3)"])
        #expect(try subject.value() == 3)
        first.dispose()
        #expect(subject.hasObservers)
        second.dispose()
        #expect(!subject.hasObservers)
    }

    @Test func afterCompletionOnlyTheCompletionIsSent() throws {
        let subject = BehaviorSubject(value: 1)
        subject.onNext(2)
        subject.onCompleted()
        subject.onNext(3)
        var events: [String] = []
        _ = subject.subscribe { events.append("\($0)") }
        #expect(events == ["completed"])
        #expect(try subject.value() == 2)
    }

    @Test func afterAnErrorTheErrorIsSentAndThrown() {
        let subject = BehaviorSubject(value: 1)
        var events: [String] = []
        let subscription = subject.subscribe { events.append("first \($0)") }
        subject.onError(TestError())
        subject.onCompleted()
        _ = subject.subscribe { events.append("second \($0)") }
        #expect(events == ["first next(1)", "first error(TestError(test))", "second error(TestError(test))"])
        #expect(throws: TestError()) { try subject.value() }
        // As in RxSwift, ending lets go of nobody.
        #expect(subject.hasObservers)
        subscription.dispose()
        #expect(!subject.hasObservers)
    }

    @Test func disposedItSendsAndHasNothing() {
        let subject = BehaviorSubject(value: 1)
        var events: [String] = []
        _ = subject.subscribe { events.append("first \($0)") }
        subject.dispose()
        #expect(subject.isDisposed)
        #expect(!subject.hasObservers)
        subject.onNext(2)
        _ = subject.subscribe(onError: { events.append("second \(($0 as? RxError)?.isDisposed ?? false)") })
        #expect(events == ["first next(1)", "second true"])
        #expect(throws: RxError.self) { try subject.value() }
    }

    @Test func anObserverMaySendWhileItIsSentTheValue() {
        let subject = BehaviorSubject(value: 1)
        var numbers: [Int] = []
        let subscription = subject.subscribe(onNext: { number in
            numbers.append(number)
            if number < 3 { subject.onNext(number + 1) }
        })
        #expect(numbers == [1, 2, 3])
        subscription.dispose()
    }

    @Test func theSubscriptionDoesNotKeepTheSubject() {
        weak var released: BehaviorSubject<Int>?
        var subscription: (any Disposable)?
        do {
            let subject = BehaviorSubject(value: 1)
            released = subject
            subscription = subject.subscribe()
        }
        #expect(released == nil)
        subscription?.dispose()
    }

    @Test func callsAreThoseOfRxSwift() {
        let calls = chain {
            let subject = BehaviorSubject(value: 1)
            let subscription = subject.subscribe(onNext: { _ in })
            subject.onNext(2)
            subscription.dispose()
            subject.onCompleted()
            _ = subject.subscribe(onCompleted: {})
            subject.dispose()
        }
        #expect(
            calls
                == rows(
                    """
                    create BehaviorSubject
                    subscribe BehaviorSubject
                      subscribe BehaviorSubject
                        on AnonymousObserver next(1)
                          onCore AnonymousObserver next(1)
                            handler onNext
                    on BehaviorSubject next(2)
                      on AnonymousObserver next(2)
                        onCore AnonymousObserver next(2)
                          handler onNext
                    dispose BinaryDisposable
                      dispose SubscriptionDisposable
                    on BehaviorSubject completed
                    subscribe BehaviorSubject
                      subscribe BehaviorSubject
                        on AnonymousObserver completed
                          onCore AnonymousObserver completed
                            handler onCompleted
                    dispose BehaviorSubject
                    """))
    }
}

extension RxError {
    var isDisposed: Bool {
        if case .disposed = self { true } else { false }
    }
}
