import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct SubscribeWithTests {
    final class Log { var events: [String] = [] }

    private func subscribe(_ log: Log, to source: PublishSubject<Int>) -> any Disposable {
        source.subscribe(
            with: log, onNext: { $0.events.append("next \($1)") }, onError: { $0.events.append("error \($1)") },
            onCompleted: { $0.events.append("completed") }, onDisposed: { $0.events.append("disposed") })
    }

    @Test func theHandlersAreGivenTheObject() {
        let log = Log()
        for end in [Event<Int>.completed, .error(TestError())] {
            let source = PublishSubject<Int>()
            _ = subscribe(log, to: source)
            source.onNext(1)
            source.on(end)
        }
        #expect(log.events == ["next 1", "completed", "disposed", "next 1", "error TestError(test)", "disposed"])
    }

    @Test func disposingRunsOnlyOnDisposed() {
        let log = Log()
        let source = PublishSubject<Int>()
        subscribe(log, to: source).dispose()
        source.onNext(1)
        #expect(log.events == ["disposed"])
    }

    @Test func aReleasedObjectIsNotGivenAnything() {
        let source = PublishSubject<Int>()
        weak var released: Log?
        let subscription: any Disposable
        do {
            let log = Log()
            released = log
            subscription = subscribe(log, to: source)
        }
        #expect(released == nil)
        source.onNext(1)
        subscription.dispose()
        #expect(!source.hasObservers)
    }

    @Test func callsAreThoseOfRxSwift() {
        let calls = chain {
            let source = PublishSubject<Int>()
            let log = Log()
            // Of the handlers, only those there are run.
            _ = source.subscribe(with: log, onNext: { _, _ in }, onDisposed: { _ in })
            source.onNext(1)
            source.onCompleted()
            withExtendedLifetime(log) {}
        }
        #expect(
            calls
                == rows(
                    """
                    create PublishSubject
                    subscribe PublishSubject
                      subscribe PublishSubject
                        subscribe PublishSubject
                    on PublishSubject next(1)
                      on AnonymousObserver next(1)
                        onCore AnonymousObserver next(1)
                          handler onNext
                    on PublishSubject completed
                      on AnonymousObserver completed
                        onCore AnonymousObserver completed
                          dispose AnonymousDisposable
                            handler onDisposed
                    """))
    }
}
