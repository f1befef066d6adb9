import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct AsyncSubjectTests {
    @Test func theLastElementIsSentAtTheEnd() {
        let subject = AsyncSubject<Int>()
        var events: [String] = []
        let subscription = subject.subscribe { events.append("first \($0)") }
        subject.onNext(1)
        subject.onNext(2)
        #expect(events.isEmpty)
        #expect(subject.hasObservers)
        subject.onCompleted()
        subject.onNext(3)
        _ = subject.subscribe { events.append("second \($0)") }
        #expect(events == ["first next(2)", "first completed", "second next(2)", "second completed"])
        #expect(!subject.hasObservers)
        subscription.dispose()
    }

    @Test func withoutElementsItOnlyCompletes() {
        let subject = AsyncSubject<Int>()
        var events: [String] = []
        _ = subject.subscribe { events.append("first \($0)") }
        subject.onCompleted()
        subject.onCompleted()
        _ = subject.subscribe { events.append("second \($0)") }
        #expect(events == ["first completed", "second completed"])
    }

    @Test func anErrorIsSentWithoutTheElement() {
        let subject = AsyncSubject<Int>()
        var events: [String] = []
        _ = subject.subscribe { events.append("first \($0)") }
        subject.onNext(1)
        subject.onError(TestError())
        subject.onCompleted()
        _ = subject.subscribe { events.append("second \($0)") }
        #expect(events == ["first error(TestError(test))", "second error(TestError(test))"])
    }

    @Test func disposedObserversAreNotTold() {
        let subject = AsyncSubject<Int>()
        var events: [String] = []
        let subscription = subject.subscribe { events.append("\($0)") }
        subject.onNext(1)
        subscription.dispose()
        #expect(!subject.hasObservers)
        subject.onCompleted()
        #expect(events.isEmpty)
    }

    @Test func callsAreThoseOfRxSwift() {
        let calls = chain {
            let subject = AsyncSubject<Int>()
            _ = subject.subscribe(onNext: { _ in })
            subject.onNext(1)
            subject.onCompleted()
        }
        #expect(
            calls
                == rows(
                    """
                    create AsyncSubject
                    subscribe AsyncSubject
                      subscribe AsyncSubject
                    on AsyncSubject next(1)
                    on AsyncSubject completed
                      on AnonymousObserver next(1)
                        onCore AnonymousObserver next(1)
                          handler onNext
                      on AnonymousObserver completed
                        onCore AnonymousObserver completed
                    """))
    }
}
