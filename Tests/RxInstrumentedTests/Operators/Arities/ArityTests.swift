import RxInstrumented
import Testing

/// Rules of `zip` and `combineLatest` for each number of sources.
@Suite(.timeLimit(.generous)) struct ArityTests {
    let scheduler = TestScheduler()

    /// A source for each, which sends its digit, 1 for the first, and what `more` says.
    private func sources(
        _ kind: CombinedSources, _ more: (Int) -> [Timed<Int>] = { _ in [] }
    ) -> [TestableObservable<Int>] {
        (0..<kind.count).map { scheduler.createHotObservable([next(210 + $0, $0 + 1)] + more($0)) }
    }

    /// The digits in a row: 123 for three.
    private func digits(_ values: [Int]) -> Int {
        values.reduce(0) { $0 * 10 + $1 }
    }

    private func expectAllEnded(_ sources: [TestableObservable<Int>], at time: Int) {
        #expect(sources.map(\.subscriptions) == sources.map { _ in [Subscribed(200, time)] })
    }

    @Test(arguments: CombinedSources.all) func elementsCombineInTheOrderOfTheSources(kind: CombinedSources) {
        let sources = sources(kind) { [completed(250 + $0)] }
        let events = scheduler.run { kind.combine(sources, digits) }
        let end = 250 + kind.count - 1
        #expect(events == [next(210 + kind.count - 1, digits(Array(1...kind.count))), completed(end)])
        for (index, source) in sources.enumerated() {
            #expect(source.subscriptions == [Subscribed(200, 250 + index)])
        }
    }

    @Test(arguments: CombinedSources.all) func nothingIsSentWhileOneSourceNeverSends(kind: CombinedSources) {
        for silent in 0..<kind.count {
            let scheduler = TestScheduler()
            let sources = (0..<kind.count).map { index in
                scheduler.createHotObservable(
                    index == silent ? [next(150, 0)] : [next(210 + index, 1), next(230 + index, 2)])
            }
            #expect(scheduler.run { kind.combine(sources, digits) }.isEmpty)
            expectAllEnded(sources, at: 1000)
        }
    }

    @Test(arguments: CombinedSources.all) func emptySourcesCompleteWithTheLast(kind: CombinedSources) {
        let sources = (0..<kind.count).map { scheduler.createHotObservable([completed(210 + $0, Int.self)]) }
        #expect(scheduler.run { kind.combine(sources, digits) } == [completed(210 + kind.count - 1)])
    }

    @Test(arguments: CombinedSources.all) func anErrorOfEachSourceEndsAll(kind: CombinedSources) {
        for failing in 0..<kind.count {
            let scheduler = TestScheduler()
            let sources = (0..<kind.count).map { index in
                scheduler.createHotObservable(
                    [next(210 + index, 1)] + (index == failing ? [error(230, TestError())] : [next(240, 2)]))
            }
            let events = scheduler.run { kind.combine(sources) { _ in 7 } }
            #expect(events == [next(210 + kind.count - 1, 7), error(230, TestError())])
            expectAllEnded(sources, at: 230)
        }
    }

    @Test(arguments: CombinedSources.all) func disposeEndsAllSubscriptions(kind: CombinedSources) {
        let sources = sources(kind) { [next(260 + $0, 9)] }
        let events = scheduler.run(disposed: 250) { kind.combine(sources, digits) }
        #expect(events == [next(210 + kind.count - 1, digits(Array(1...kind.count)))])
        expectAllEnded(sources, at: 250)
    }

    @Test(arguments: CombinedSources.all) func aThrownErrorEndsTheSequence(kind: CombinedSources) {
        let sources = sources(kind) { [next(260 + $0, 9)] }
        let events = scheduler.run { kind.combine(sources) { _ in throw TestError("thrown") } }
        #expect(events == [error(210 + kind.count - 1, TestError("thrown"))])
        expectAllEnded(sources, at: 210 + kind.count - 1)
    }

    @Test(arguments: CombinedSources.all) func theObserverMaySendToTheSources(kind: CombinedSources) {
        let sources = (0..<kind.count).map { _ in PublishSubject<Int>() }
        var results: [Int] = []
        let subscription = kind.combine(sources, digits).subscribe(onNext: { result in
            results.append(result)
            guard results.count == 1 else { return }
            for source in sources { source.onNext(9) }
        })
        for source in sources { source.onNext(1) }
        let ones = Array(repeating: 1, count: kind.count)
        let steps = (1...kind.count).map { Array(repeating: 9, count: $0) + ones.dropFirst($0) }
        #expect(results == ([ones] + (kind.isZip ? steps.suffix(1) : steps)).map(digits))
        subscription.dispose()
        #expect(!sources.contains { $0.hasObservers })
    }

    /// 200,000 elements or more of two sources, and of eight, the most there are, together.
    @Test(arguments: CombinedSources.all.filter { [2, 8].contains($0.count) })
    func manyElementsTakeNoStack(kind: CombinedSources) {
        let count = kind.count == 2 ? 200_000 : 25_000
        var received = 0
        var last = 0
        onSmallStack {
            let sources = (0..<kind.count).map { _ in PublishSubject<Int>() }
            let subscription = kind.combine(sources) { $0[0] + $0[1] }.subscribe(onNext: {
                received += 1
                last = $0
            })
            for source in sources.dropFirst(2) { source.onNext(0) }
            for number in 1...count {
                for source in kind.isZip ? sources[...] : sources.prefix(2) { source.onNext(number) }
            }
            subscription.dispose()
        }
        #expect(received == (kind.isZip ? count : 2 * count - 1))
        #expect(last == 2 * count)
    }

    @Test(arguments: [true, false]) func whatWaitsIsReleasedWithTheSubscription(isZip: Bool) {
        final class Kept {}
        let (first, second) = (PublishSubject<Kept>(), PublishSubject<Kept>())
        let both = isZip ? Observable.zip(first, second) { a, _ in a } : .combineLatest(first, second) { a, _ in a }
        let subscription = both.subscribe()
        weak var kept: Kept?
        do {
            let object = Kept()
            kept = object
            first.onNext(object)
        }
        #expect(kept != nil)
        subscription.dispose()
        #expect(kept == nil)
    }

    /// One thread delivers an error in zip's gate, and will dispose the shared source; the other is replayed an element
    /// by the shared source meanwhile, and waits for the gate.
    @Test func zipAboveAReplayedSourceEndsWhicheverThreadIsFirst() {
        for _ in 0..<50 {
            let failing = PublishSubject<Int>()
            let source = PublishSubject<Int>()
            let shared = source.share(replay: 1)
            let keeps = shared.subscribe()
            source.onNext(1)
            let (isDelivering, isAboutToReplay) = (Gate(), Gate())
            let replayed = Observable<Int>.deferred {
                isDelivering.wait()
                isAboutToReplay.open()
                return shared
            }
            let ends = Collected<String>()
            let isSubscribed = Gate()
            let zipped = Observable.zip(failing.do(onSubscribed: { isSubscribed.open() }), replayed) { $0 + $1 }
            onThreads(2) { thread in
                if thread == 0 {
                    _ = zipped.subscribe(onError: { error in
                        isDelivering.open()
                        isAboutToReplay.wait()
                        ends.add("\(error)")
                    })
                } else {
                    isSubscribed.wait()
                    failing.onError(TestError("failed"))
                }
            }
            #expect(ends.values == ["\(TestError("failed"))"])
            source.onNext(2)
            keeps.dispose()
            #expect(!source.hasObservers)
        }
    }
}
