import Dispatch
import RxSwift

private enum Answer {
    case loading
    case names(Int)
    case failed
}

/// A request that answers and forgets to end.
private func endless(_ number: Int) -> Observable<Int> {
    Observable.create { observer in
        observer.onNext(number)  // FAULT: endless-wait
        return Disposables.create()
    }
}

private func ending(_ number: Int) -> Observable<Int> {
    Observable.create { (observer: AnyObserver<Int>) in
        observer.onNext(number)
        observer.onCompleted()
        return Disposables.create()
    }
}

private func finish(_ observer: AnyObserver<Int>, _ number: Int) { observer.on(.completed) }

/// A request that hands its observer on: who knows whether that ends it.
private func handed(_ number: Int) -> Observable<Int> {
    Observable.create { observer in
        observer.onNext(number)
        finish(observer, number)
        return Disposables.create()
    }
}

/// A slower queue's handler, step by step.
private final class Slow: @unchecked Sendable {
    private let (turn, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

    func work() {
        turn.wait()
        done.signal()
    }

    func one() {
        turn.signal()
        done.wait()
    }

    func leave() { turn.signal() }
}

extension FaultProgram {
    /// Faults behind a timer, a share, a create, or operators within an answer.
    static let missed: [FaultProgram] = [
        FaultProgram("a queue that is slower than a timer") {
            let (slow, clock) = (Slow(), HistoricalScheduler())
            let shown = Observable<Int>.interval(.seconds(1), scheduler: clock)
                .observe(on: SerialDispatchQueueScheduler(internalSerialQueueName: "slow"))  // FAULT: growing-backlog
                .subscribe(onNext: { _ in slow.work() })
            for second in 1...40 {
                clock.advanceTo(clock.now.addingTimeInterval(1))
                if second.isMultiple(of: 8) { slow.one() }
            }
            shown.dispose()
            slow.leave()
        },
        FaultProgram("a queue that is slower than a shared timer") {
            let (slow, clock) = (Slow(), HistoricalScheduler())
            let ticks = Observable<Int>.interval(.seconds(1), scheduler: clock).share()
            let shown =
                ticks
                .observe(on: SerialDispatchQueueScheduler(internalSerialQueueName: "slow"))  // FAULT: growing-backlog
                .subscribe(onNext: { _ in slow.work() })
            for second in 1...40 {
                clock.advanceTo(clock.now.addingTimeInterval(1))
                if second.isMultiple(of: 8) { slow.one() }
            }
            shown.dispose()
            slow.leave()
        },
        FaultProgram("a queue that keeps up with a timer", near: ["growing-backlog"]) {
            let (slow, clock) = (Slow(), HistoricalScheduler())
            let shown = Observable<Int>.interval(.seconds(1), scheduler: clock)
                .observe(on: SerialDispatchQueueScheduler(internalSerialQueueName: "quick"))
                .subscribe(onNext: { _ in slow.work() })
            for _ in 1...40 {
                clock.advanceTo(clock.now.addingTimeInterval(1))
                slow.one()
            }
            shown.dispose()
            slow.leave()
        },
        FaultProgram("elements of one moment, worked off by a queue", near: ["growing-backlog"]) {
            let (slow, clock) = (Slow(), HistoricalScheduler())
            let shown = Observable.from(1...40, scheduler: clock)
                .observe(on: SerialDispatchQueueScheduler(internalSerialQueueName: "steady"))
                .subscribe(onNext: { _ in slow.work() })
            clock.start()
            for _ in 1...40 { slow.one() }
            shown.dispose()
        },
        FaultProgram("saves one after the other, which forget to end") {
            let (screen, edits, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            edits
                .concatMap { endless($0) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for edit in 1...3 { edits.onNext(edit) }
        }.spanning(11...16),
        FaultProgram("a save behind another, which forgets to end") {
            let (screen, bag) = (Screen(), DisposeBag())
            endless(1).concat(ending(2))
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            Observable.concat([endless(1), ending(2)])
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        }.spanning(11...16),
        FaultProgram("the sum of what forgets to end") {
            let (screen, bag) = (Screen(), DisposeBag())
            endless(1).reduce(0, accumulator: +)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            PublishSubject<Int>().onNext(2)
        }.spanning(11...16),
        FaultProgram("saves one after the other, which end") {
            let (screen, edits, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            edits.concatMap { ending($0) }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            edits.concatMap { handed($0) }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            edits.concatMap { endless($0).take(1) }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for edit in 1...3 { edits.onNext(edit) }
            ending(1).concat(endless(2)).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("an older answer after a newer one, each after its loading") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let query = PublishSubject<Int>()
            query
                .flatMap { length in  // FAULT: stale-result
                    Observable.just(length).delay(.seconds(10 - length), scheduler: clock)
                        .map { Answer.names($0) }.startWith(.loading)
                }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            query.onNext(1)
            query.onNext(2)
            clock.start()
        },
        FaultProgram("an older answer after a newer one, with its end as an element") {
            let (screen, bag) = (Screen(), DisposeBag())
            var answers: [(Int) -> Void] = []
            let query = PublishSubject<Int>()
            query
                .flatMap { _ in  // FAULT: stale-result
                    Observable<Int>.create { observer in
                        answers.append {
                            observer.onNext($0)
                            observer.onCompleted()
                        }
                        return Disposables.create()
                    }.materialize()
                }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            query.onNext(1)
            query.onNext(2)
            for number in [1, 0] { answers[number](number) }
        },
        FaultProgram("an older failure after a newer answer") {
            let (screen, bag) = (Screen(), DisposeBag())
            var answers: [(Int) -> Void] = []
            let query = PublishSubject<Int>()
            query
                .flatMap { _ in  // FAULT: stale-result
                    Observable<Int>.create { observer in
                        answers.append { number in
                            if number == 0 { return observer.onError(Failure()) }
                            observer.onNext(number)
                            observer.onCompleted()
                        }
                        return Disposables.create()
                    }
                    .map { Answer.names($0) }.startWith(.loading).catchAndReturn(.failed)
                }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            query.onNext(1)
            query.onNext(2)
            for number in [1, 0] { answers[number](number) }
        },
        FaultProgram("an older answer that a newer one follows") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let query = PublishSubject<Int>()
            query
                .flatMap { length in  // FAULT: note stale-result
                    Observable.just(length).delay(.seconds(10 - length), scheduler: clock)
                }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            query.onNext(1)
            query.onNext(2)
            clock.start()
            query.onNext(3)
            clock.start()
        },
        FaultProgram("answers in order, each after its loading", near: ["stale-result"]) {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let query = PublishSubject<Int>()
            query
                .flatMap { length in
                    Observable.just(length).delay(.seconds(length), scheduler: clock)
                        .map { Answer.names($0) }.startWith(.loading).catchAndReturn(.failed)
                }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            query.onNext(1)
            query.onNext(2)
            clock.start()
        },
        FaultProgram("progress of two downloads", near: ["piled-sources", "stale-result"]) {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let files = PublishSubject<Int>()
            files
                .flatMap { file in
                    Observable<Int>.interval(.seconds(4 - file), scheduler: clock).startWith(0).take(4)
                }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            files.onNext(1)
            files.onNext(2)
            clock.start()
        },
    ]
}
