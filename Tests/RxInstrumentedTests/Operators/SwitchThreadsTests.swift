import RxInstrumented
import RxTraceTestSupport
import Testing

@Suite(.everyRecorderState, .timeLimit(.generous)) struct SwitchThreadsTests {
    /// Elements come from several threads at once: the latest one's observable stays subscribed, whichever it is.
    @Test func theEndOfTheLatestComes() {
        for _ in 0..<TestLength.times(300, long: 10_000) {
            let source = PublishSubject<Int>()
            let inner = PublishSubject<Int>()
            let ends = Collected<Int>()
            // It takes its time, so that the other threads wait for it, and leave it behind when it is done.
            let latest = source.flatMapLatest { number in
                (0..<200).reduce(number, +) < 0 ? .never() : inner.asObservable()
            }
            let subscription = latest.subscribe(onCompleted: { ends.add(1) })
            onThreads(8) { thread in
                for number in 0..<5 { source.onNext(thread * 5 + number) }
            }
            source.onCompleted()
            #expect(ends.values.isEmpty)
            inner.onCompleted()
            #expect(ends.values == [1])
            subscription.dispose()
        }
    }
}
