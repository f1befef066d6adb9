import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct EmptyTests {
    @Test func itCompletesAtOnce() {
        #expect(TestScheduler().run { Observable<Int>.empty() } == [completed(200)])
    }

    @Test func chainWithoutScheduler() {
        let made = chain { _ = Observable<Int>.empty().subscribe(onNext: { _ in }, onCompleted: {}) }
        #expect(
            made
                == rows(
                    """
                    create EmptyProducer
                    subscribe EmptyProducer
                      subscribe EmptyProducer
                        on AnonymousObserver completed
                          onCore AnonymousObserver completed
                            handler onCompleted
                    """))
    }
}
