import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct NeverTests {
    @Test func itSendsNothing() {
        #expect(TestScheduler().run { Observable<Int>.never() }.isEmpty)
    }

    @Test func chainWithoutEvents() {
        let made = chain { Observable<Int>.never().subscribe(onNext: { _ in }).dispose() }
        #expect(
            made
                == rows(
                    """
                    create NeverProducer
                    subscribe NeverProducer
                      subscribe NeverProducer
                    dispose BinaryDisposable
                    """))
    }
}
