import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct MapTests {
    let scheduler = TestScheduler()

    @Test func neverSendsNothing() {
        let source = scheduler.hot(next(150, 1))
        let events = scheduler.run { source.map { $0 * 2 } }
        #expect(events.isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 1000)])
    }

    @Test func emptyCompletes() {
        let source = scheduler.hot(next(150, 1), completed(300))
        let events = scheduler.run { source.map { $0 * 2 } }
        #expect(events == [completed(300)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func valuesAreTransformed() {
        let source = scheduler.hot(next(150, 1), next(210, 2), next(220, 3), completed(300))
        let events = scheduler.run { source.map { $0 * 2 } }
        #expect(events == [next(210, 4), next(220, 6), completed(300)])
        #expect(source.subscriptions == [Subscribed(200, 300)])
    }

    @Test func errorIsPassedOn() {
        let source = scheduler.hot(next(210, 2), error(220, TestError()), next(230, 3))
        let events = scheduler.run { source.map { $0 * 2 } }
        #expect(events == [next(210, 4), error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func disposeEndsTheSubscription() {
        let source = scheduler.hot(next(210, 2), next(220, 3), next(400, 4))
        let events = scheduler.run(disposed: 250) { source.map { $0 * 2 } }
        #expect(events == [next(210, 4), next(220, 6)])
        #expect(source.subscriptions == [Subscribed(200, 250)])
    }

    @Test func aThrownErrorEndsTheSequence() {
        let source = scheduler.hot(next(210, 2), next(220, 3), next(230, 4))
        let events = scheduler.run {
            source.map { element -> Int in
                if element == 3 { throw TestError("three") }
                return element
            }
        }
        #expect(events == [next(210, 2), error(220, TestError("three"))])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }
}
