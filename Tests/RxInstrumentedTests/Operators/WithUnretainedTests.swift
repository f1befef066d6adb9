import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct WithUnretainedTests {
    final class Object { var number = 10 }

    let scheduler = TestScheduler()

    @Test func elementsComeWithTheObject() {
        let object = Object()
        let source = scheduler.hot(next(150, 1), next(210, 2), next(220, 3), completed(300))
        let events = scheduler.run { source.withUnretained(object) { $0.number + $1 } }
        #expect(events == [next(210, 12), next(220, 13), completed(300)])
        var pairs: [Int] = []
        _ = Observable.of(1).withUnretained(object).subscribe(onNext: { pairs.append($0.number + $1) })
        #expect(pairs == [11])
    }

    @Test func theSequenceCompletesOnceTheObjectIsGone() {
        var object: Object? = Object()
        weak let released = object
        let source = scheduler.hot(next(210, 1), next(220, 2), next(230, 3))
        let chain = source.withUnretained(object ?? Object()) { _, element in element }
        scheduler.at(215) { object = nil }
        let events = scheduler.run { chain }
        #expect(events == [next(210, 1), completed(220)])
        #expect(released == nil)
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func anErrorIsPassedOn() {
        let object = Object()
        let source = scheduler.hot(error(210, TestError(), Int.self))
        #expect(scheduler.run { source.withUnretained(object) { $1 } } == [error(210, TestError())])
    }

    @Test func neverIsLeftWhenDisposed() {
        let object = Object()
        let source = scheduler.hot(next(150, 1))
        #expect(scheduler.run(disposed: 250) { source.withUnretained(object) { $1 } }.isEmpty)
        #expect(source.subscriptions == [Subscribed(200, 250)])
    }
}
