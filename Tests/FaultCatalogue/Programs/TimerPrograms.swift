import RxRelay
import RxSwift

/// Counts the ticks of its timers.
private final class Clock {
    let scheduler = HistoricalScheduler()
    private let bag = DisposeBag()
    private var running: Disposable?
    private var ticks = 0

    private var seconds: Observable<Int> { .interval(.seconds(1), scheduler: scheduler) }

    deinit { running?.dispose() }

    func forget() {
        _ = Observable<Int>.interval(.seconds(1), scheduler: scheduler)  // FAULT: forgotten-timer
            .subscribe(onNext: { [weak self] _ in self?.ticks += 1 })  // FAULT: leak source
    }

    func keepInBag() {
        seconds.subscribe(onNext: { [weak self] _ in self?.ticks += 1 }).disposed(by: bag)
    }

    func keep() {
        running = seconds.subscribe(onNext: { [weak self] _ in self?.ticks += 1 })
    }

    func takeThree() {
        _ = seconds.take(3).subscribe(onNext: { [weak self] _ in self?.ticks += 1 })
    }

    func take(until end: Observable<Void>) {
        _ = seconds.take(until: end).subscribe(onNext: { [weak self] _ in self?.ticks += 1 })
    }

    func takeWhileAlive() {
        _ = seconds.take(while: { [weak self] _ in self != nil }).subscribe(onNext: { [weak self] _ in self?.ticks += 1
        })
    }

    func wait() {
        _ = Observable<Int>.timer(.seconds(1), scheduler: scheduler)
            .subscribe(onNext: { [weak self] _ in self?.ticks += 1 })
    }

    func watch(_ source: Observable<Int>) {
        _ = source.subscribe(onNext: { [weak self] _ in self?.ticks += 1 })
    }

    func run(_ body: (Disposable) -> Void) {
        let subscription = seconds.subscribe(onNext: { [weak self] _ in self?.ticks += 1 })
        body(subscription)
        subscription.dispose()
    }

    func pass() { scheduler.pass(5) }
}

extension FaultProgram {
    /// Timers, and what stops them.
    static let timers: [FaultProgram] = [
        FaultProgram("a timer that nobody can stop") {
            let clock = Clock()
            clock.forget()
            clock.pass()
        }.spanning(15...18),
        FaultProgram("a timer in the bag of its clock", near: ["forgotten-timer"]) {
            let clock = Clock()
            clock.keepInBag()
            clock.pass()
        },
        FaultProgram("a timer that its clock disposes", near: ["forgotten-timer"]) {
            let clock = Clock()
            clock.keep()
            clock.pass()
        },
        FaultProgram("a timer of three ticks", near: ["forgotten-timer"]) {
            let clock = Clock()
            clock.takeThree()
            clock.pass()
        },
        FaultProgram("a timer until a screen closes", near: ["forgotten-timer"]) {
            let (clock, closed) = (Clock(), PublishSubject<Void>())
            clock.take(until: closed)
            clock.pass()
            closed.onNext(())
        },
        FaultProgram("a timer for as long as its clock lives", near: ["forgotten-timer"]) {
            var clock: Clock? = Clock()
            let scheduler = clock?.scheduler
            clock?.takeWhileAlive()
            clock?.pass()
            clock = nil
            scheduler?.pass(2)
        },
        FaultProgram("a timer that runs once", near: ["forgotten-timer"]) {
            let clock = Clock()
            clock.wait()
            clock.pass()
        },
        FaultProgram("a finite source that is watched", near: ["forgotten-timer"]) {
            let clock = Clock()
            clock.watch(.of(1, 2, 3))
        },
        FaultProgram("a source that ends after a while", near: ["forgotten-timer"]) {
            let (clock, source) = (Clock(), PublishSubject<Int>())
            clock.watch(source)
            for tick in 1...3 { source.onNext(tick) }
            source.onCompleted()
        },
        FaultProgram("a timer that is stopped in the same function", near: ["forgotten-timer"]) {
            let clock = Clock()
            clock.run { _ in clock.pass() }
        },
        FaultProgram("a timer that failed", near: ["forgotten-timer"]) {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            _ = Observable<Int>.interval(.seconds(1), scheduler: clock)
                .map { tick in if tick > 2 { throw Failure() } else { tick } }
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) })
            clock.pass(5)
        },
    ]
}
