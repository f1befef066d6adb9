import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct ErrorTests {
    @Test func itFailsAtOnce() {
        #expect(TestScheduler().run { Observable<Int>.error(TestError()) } == [error(200, TestError())])
    }

    @Test func chainWithoutScheduler() {
        let made = chain { _ = Observable<Int>.error(TestError()).subscribe(onError: { _ in }) }
        #expect(
            made
                == rows(
                    """
                    create ErrorProducer
                    subscribe ErrorProducer
                      subscribe ErrorProducer
                        on AnonymousObserver error(TestError(test))
                          onCore AnonymousObserver error(TestError(test))
                            handler onError
                    """))
    }
}
