import RxRelay
import RxSwift

/// Shows that it loads, in one way or another.
private final class Feed {
    let clock = HistoricalScheduler()
    let isLoading = BehaviorRelay(value: false)
    let running = BehaviorRelay(value: 0)
    private(set) var bag = DisposeBag()

    func answer(in seconds: Int) -> Observable<Int> { .timer(.seconds(seconds), scheduler: clock) }

    func load(_ seconds: Int) {
        isLoading.accept(true)
        answer(in: seconds)
            .subscribe(onNext: { [weak self] _ in
                self?.isLoading.accept(false)  // FAULT: flag-off-early
            })
            .disposed(by: bag)
    }

    func count(_ seconds: Int) {
        running.accept(running.value + 1)
        answer(in: seconds)
            .subscribe(onNext: { [running] _ in running.accept(running.value - 1) })
            .disposed(by: bag)
    }

    func close() { bag = DisposeBag() }
}

private func use(_ body: (Feed) -> Void) {
    let feed = Feed()
    body(feed)
    feed.clock.pass(9)
}

extension FaultProgram {
    /// Flags that go off while something runs, and others.
    static let flagTurns: [FaultProgram] = [
        FaultProgram("a flag that the first of two puts off") {
            use { feed in
                feed.load(1)
                feed.load(3)
            }
        }.spanning(12...19),
        FaultProgram("a flag of one request", near: ["flag-off-early"]) { use { $0.load(1) } },
        FaultProgram("a flag of one after the other", near: ["flag-off-early"]) {
            use { feed in
                feed.load(1)
                feed.clock.pass(2)
                feed.load(1)
            }
        },
        FaultProgram("requests that are counted", near: ["flag-off-early"]) {
            use { feed in
                feed.count(1)
                feed.count(3)
            }
        },
        FaultProgram("a flag whose other request is given up", near: ["flag-off-early"]) {
            use { feed in
                feed.load(1)
                feed.load(5)
                feed.clock.pass(2)
                feed.close()
            }
        },
        FaultProgram("a flag that goes on again at once", near: ["flag-off-early"]) {
            use { feed in
                feed.load(1)
                feed.load(3)
                feed.clock.pass(1)
                feed.load(1)
                feed.clock.pass(5)
            }
        },
        FaultProgram("a flag above a flatMapLatest", near: ["flag-off-early"]) {
            use { feed in
                let (bag, taps) = (DisposeBag(), PublishSubject<Int>())
                taps.do(onNext: { _ in feed.isLoading.accept(true) })
                    .flatMapLatest { feed.answer(in: $0) }
                    .subscribe(onNext: { _ in feed.isLoading.accept(false) }).disposed(by: bag)
                for seconds in [3, 1] { taps.onNext(seconds) }
                feed.clock.pass(5)
            }
        },
        FaultProgram("a flag that nobody's closure puts off", near: ["flag-off-early"]) {
            use { feed in
                for _ in 1...2 { feed.isLoading.accept(true) }
                feed.isLoading.accept(false)
            }
        },
        FaultProgram("a flag of two requests that end together", near: ["flag-off-early"]) {
            use { feed in
                let bag = DisposeBag()
                for _ in 1...2 { feed.isLoading.accept(true) }
                Observable.zip(feed.answer(in: 1), feed.answer(in: 3))
                    .subscribe(onNext: { _ in feed.isLoading.accept(false) }).disposed(by: bag)
                feed.clock.pass(5)
            }
        },
        FaultProgram("two flags", near: ["flag-off-early"]) {
            use { feed in
                let (bag, other) = (DisposeBag(), BehaviorRelay(value: false))
                for (flag, seconds) in [(feed.isLoading, 1), (other, 3)] {
                    flag.accept(true)
                    feed.answer(in: seconds).subscribe(onNext: { _ in flag.accept(false) }).disposed(by: bag)
                }
                feed.clock.pass(5)
            }
        },
        FaultProgram("a flag that is told of the last", near: ["flag-off-early"]) {
            use { feed in
                let bag = DisposeBag()
                for _ in 1...2 { feed.isLoading.accept(true) }
                Observable.merge(feed.answer(in: 1), feed.answer(in: 3))
                    .subscribe(onCompleted: { feed.isLoading.accept(false) }).disposed(by: bag)
                feed.clock.pass(5)
            }
        },
        FaultProgram("a flag of two that a semaphore of one lets run", near: ["flag-off-early"]) {
            use { feed in
                let bag = DisposeBag()
                Observable.of(1, 2).concatMap { seconds in
                    feed.answer(in: seconds).do(onSubscribe: { feed.isLoading.accept(true) })
                }
                .subscribe(onNext: { _ in feed.isLoading.accept(false) }).disposed(by: bag)
                feed.clock.pass(5)
            }
        },
    ]
}
