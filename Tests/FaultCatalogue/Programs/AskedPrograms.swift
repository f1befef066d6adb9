import Dispatch
import RxRelay
import RxSwift

private func details(_ id: Int) -> Observable<Int> { .just(id) }

/// A screen that each selection makes anew.
private final class Details {
    private let bag = DisposeBag()
    func show(_ id: Int, on screen: Screen) {
        details(id).concat(Observable.never()).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
    }
}

extension FaultProgram {
    /// Work that handlers ask for, and sources behind it.
    static let asked: [FaultProgram] = [
        FaultProgram("details loaded by a scheduler, for each selection") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let selection = PublishSubject<Int>()
            selection.subscribe(onNext: { id in
                _ = clock.schedule(id) { id in
                    details(id).subscribe(onNext: { screen.show($0) })  // FAULT: note nested-subscribe
                }
            }).disposed(by: bag)
            for id in 1...2 { selection.onNext(id) }
            clock.start()
        },
        FaultProgram("details loaded on a scheduler, flattened") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let selection = PublishSubject<Int>()
            selection.observe(on: clock).flatMap { details($0) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for id in 1...2 { selection.onNext(id) }
            clock.start()
        },
        FaultProgram("a screen with a bag of its own, made by a scheduler") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let selection = PublishSubject<Int>()
            var shown: Details?
            selection.subscribe(onNext: { id in
                _ = clock.schedule(id) { id in
                    shown = Details()
                    shown?.show(id, on: screen)
                    return Disposables.create()
                }
            }).disposed(by: bag)
            for id in 1...2 { selection.onNext(id) }
            clock.start()
            shown = nil
        },
        FaultProgram("work asked for by nobody's handler") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            _ = clock.schedule(1) { id in
                details(id).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
                return Disposables.create()
            }
            clock.start()
        },
        FaultProgram("subscribe(on:) right above a relay") {
            let (screen, clock, query) = (Screen(), HistoricalScheduler(), PublishRelay<Int>())
            let bag = DisposeBag()
            query
                .subscribe(on: clock)  // FAULT: subscribe-on-subject
                .map { $0 + 1 }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.start()
            query.accept(1)
        },
        FaultProgram("subscribe(on:) above what a relay keeps", near: ["subscribe-on-subject"]) {
            let (screen, clock, query) = (Screen(), HistoricalScheduler(), BehaviorRelay(value: 0))
            let bag = DisposeBag()
            query.accept(1)
            query.subscribe(on: clock).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.start()
        },
        FaultProgram("subscribe(on:) above a relay that goes on") {
            let (screen, clock, query) = (Screen(), HistoricalScheduler(), BehaviorRelay(value: 0))
            let bag = DisposeBag()
            query
                .subscribe(on: clock)  // FAULT: subscribe-on-subject
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.start()
            query.accept(1)
        },
        FaultProgram("a queue that is slower than its source") {
            let (screen, sensor) = (Screen(), PublishSubject<Int>())
            let (turn, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let shown =
                sensor
                .observe(on: SerialDispatchQueueScheduler(internalSerialQueueName: "slow"))  // FAULT: growing-backlog
                .subscribe(onNext: { value in
                    turn.wait()
                    screen.show(value)
                    done.signal()
                })
            for value in 1...40 {
                sensor.onNext(value)
                guard value.isMultiple(of: 8) else { continue }
                turn.signal()
                done.wait()
            }
            shown.dispose()
            turn.signal()
        },
        FaultProgram("a queue that keeps up with its source", near: ["growing-backlog"]) {
            let (screen, sensor) = (Screen(), PublishSubject<Int>())
            let done = DispatchSemaphore(value: 0)
            let shown =
                sensor
                .observe(on: SerialDispatchQueueScheduler(internalSerialQueueName: "quick"))
                .subscribe(onNext: { value in
                    screen.show(value)
                    done.signal()
                })
            for value in 1...40 {
                sensor.onNext(value)
                done.wait()
            }
            shown.dispose()
        },
        FaultProgram("elements sent into a relay too early") {
            let (screen, toast, bag) = (Screen(), PublishRelay<String>(), DisposeBag())
            toast.accept("welcome")  // FAULT: unheard-send
            toast.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            toast.accept("saved")
        },
        FaultProgram("elements kept by a relay until somebody comes") {
            let (screen, toast, bag) = (Screen(), ReplayRelay<String>.create(bufferSize: 1), DisposeBag())
            toast.accept("welcome")
            toast.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            toast.accept("saved")
        },
    ]
}
