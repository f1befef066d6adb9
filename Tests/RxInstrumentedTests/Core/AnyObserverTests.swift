import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct AnyObserverTests {
    @Test func eventsGoToTheHandler() {
        var events: [String] = []
        let observer = AnyObserver<Int> { events.append("\($0)") }
        observer.onNext(1)
        observer.onError(TestError())
        observer.onCompleted()
        #expect(events == ["next(1)", "error(TestError(test))", "completed"])
    }

    @Test func elementsAreTransformed() {
        var events: [String] = []
        let observer = AnyObserver<Int> { events.append("\($0)") }.mapObserver { (text: String) in text.count }
        observer.onNext("ab")
        observer.onError(TestError())
        #expect(events == ["next(2)", "error(TestError(test))"])
    }

    @Test func anErrorOfTheTransformIsHandedOn() {
        var events: [String] = []
        let observer = AnyObserver<Int> { events.append("\($0)") }
            .mapObserver { (_: String) throws -> Int in throw TestError() }
        observer.onNext("ab")
        #expect(events == ["error(TestError(test))"])
    }

    @Test func itsHandlersAreRecordedAsInRxSwift() {
        let calls = chain {
            let target = PublishSubject<Int>()
            let mapped = AnyObserver(target).mapObserver { (text: String) in text.count }
            mapped.onNext("ab")
            mapped.onCompleted()
            AnyObserver<Int> { _ in }.onNext(1)
        }
        #expect(
            calls
                == rows(
                    """
                    create PublishSubject
                    on AnyObserver next(ab)
                      handler transform
                      on AnyObserver next(2)
                        on PublishSubject next(2)
                    on AnyObserver completed
                      on AnyObserver completed
                        on PublishSubject completed
                    on AnyObserver next(1)
                      handler eventHandler
                    """))
    }
}
