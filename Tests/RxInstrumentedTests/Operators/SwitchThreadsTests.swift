import RxInstrumented
import RxTraceTestSupport
import Testing

@Suite struct SwitchThreadsTests {
    /// Elements come from several threads at once: the latest one's observable stays subscribed, whichever it is.
    @Test func theEndOfTheLatestComes() {
        for _ in 0..<TestLength.times(300, long: 10_000) {
            let source = PublishSubject<Int>()
            let inner = PublishSubject<Int>()
            let ends = Collected<Int>()
            let subscription = source.flatMapLatest { _ in inner }.subscribe(onCompleted: { ends.add(1) })
            onThreads(4) { thread in
                for number in 0..<10 { source.onNext(thread * 10 + number) }
            }
            source.onCompleted()
            #expect(ends.values.isEmpty)
            inner.onCompleted()
            #expect(ends.values == [1])
            subscription.dispose()
        }
    }
}
