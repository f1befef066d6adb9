import Dispatch
import RxSwift

/// Queues whose work waits for as long as the process lives.
private enum Blocked {
    nonisolated(unsafe) private static var all: [DispatchQueue] = []
    static func queue(_ label: String) -> DispatchQueue {
        let queue = DispatchQueue(label: label)
        queue.suspend()
        all.append(queue)
        return queue
    }
    static func scheduler(_ label: String) -> SerialDispatchQueueScheduler {
        SerialDispatchQueueScheduler(queue: queue(label), internalSerialQueueName: label)
    }
}

private let everlasting = DisposeBag()

private func scheduler(_ label: String) -> SerialDispatchQueueScheduler {
    SerialDispatchQueueScheduler(internalSerialQueueName: label)
}

extension FaultProgram {
    /// Work that had not run at the end, and work that never could.
    static let pending: [FaultProgram] = [
        FaultProgram("an answer for a main thread that never comes to it") {
            let screen = Screen()
            Observable.just(1)
                .observe(on: Blocked.scheduler("com.apple.main-thread"))  // FAULT: unrun-work
                .subscribe(onNext: { screen.show($0) }).disposed(by: everlasting)
        },
        FaultProgram("a start on a queue that never comes to it") {
            let screen = Screen()
            Observable.just(1)
                .subscribe(on: Blocked.scheduler("busy"))  // FAULT: unrun-work
                .subscribe(onNext: { screen.show($0) }).disposed(by: everlasting)
        },
        FaultProgram("a chain that comes to its end on a queue", near: ["unrun-work"]) {
            let (screen, done) = (Screen(), DispatchSemaphore(value: 0))
            let queue = DispatchQueue(label: "half")
            let shown = Observable.of(1, 2)
                .observe(on: SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "half"))
                .subscribe(onNext: { screen.show($0) }, onCompleted: { done.signal() })
            done.wait()
            shown.dispose()
        },
        FaultProgram("work that is given up before it runs", near: ["unrun-work", "self-wait"]) {
            let screen = Screen()
            let (busy, later) = (Blocked.scheduler("given up"), Blocked.scheduler("given up too"))
            Observable.just(1).observe(on: busy).subscribe(onNext: { screen.show($0) }).dispose()
            Observable.just(1).subscribe(on: later).subscribe(onNext: { screen.show($0) }).dispose()
        },
        FaultProgram("work that is due later", near: ["unrun-work"]) {
            let (screen, clock) = (Screen(), scheduler("later"))
            Observable.just(1).delay(.seconds(60), scheduler: clock).subscribe(onNext: { screen.show($0) })
                .disposed(by: everlasting)
            Observable<Int>.timer(.seconds(60), scheduler: clock).subscribe(onNext: { screen.show($0) })
                .disposed(by: everlasting)
            Observable<Int>.interval(.seconds(60), scheduler: clock).subscribe(onNext: { screen.show($0) })
                .disposed(by: everlasting)
        },
        FaultProgram("a debounce that is still quiet", near: ["unrun-work"]) {
            let (screen, bag, text) = (Screen(), DisposeBag(), PublishSubject<String>())
            text.debounce(.seconds(60), scheduler: scheduler("quiet")).subscribe(onNext: { screen.show($0) })
                .disposed(by: bag)
            text.onNext("r")
        },
        FaultProgram("virtual time that nobody moves on", near: ["unrun-work"]) {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            Observable.just(1).observe(on: clock).subscribe(onNext: { screen.show($0) }).disposed(by: everlasting)
            Observable.just(1).subscribe(on: clock).subscribe(onNext: { screen.show($0) }).disposed(by: everlasting)
        },
        FaultProgram("a queue with nothing to do", near: ["unrun-work"]) {
            let (screen, bag, text) = (Screen(), DisposeBag(), PublishSubject<String>())
            text.observe(on: Blocked.scheduler("idle")).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("the last element of a source that goes on", near: ["unrun-work"]) {
            let (screen, text, done) = (Screen(), PublishSubject<Int>(), DispatchSemaphore(value: 0))
            let queue = DispatchQueue(label: "goes on")
            let shown =
                text.observe(on: SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "goes on"))
                .subscribe(onNext: {
                    screen.show($0)
                    done.signal()
                })
            for number in 1...3 {
                text.onNext(number)
                done.wait()
            }
            shown.dispose()
        },
        FaultProgram("a queue that waits for what observe(on:) hands on to it") {
            let (go, done, bag) = (PublishSubject<Int>(), DispatchSemaphore(value: 0), DisposeBag())
            let (queue, other) = (scheduler("itself"), scheduler("another"))
            go.observe(on: queue)
                .subscribe(onNext: { number in
                    let answered = DispatchSemaphore(value: 0)
                    _ = Observable.just(number).observe(on: other).observe(on: queue)
                        .subscribe(  // FAULT: nested-subscribe
                            onNext: { _ in answered.signal() }, onCompleted: { done.signal() })
                    _ = answered.wait(timeout: .now() + .milliseconds(130))  // FAULT: self-wait
                }).disposed(by: bag)
            go.onNext(1)
            done.wait()
        },
        FaultProgram("a queue that gives up waiting for itself") {
            let (go, done, bag) = (PublishSubject<Int>(), DispatchSemaphore(value: 0), DisposeBag())
            let queue = scheduler("itself")
            go.observe(on: queue)
                .subscribe(onNext: { number in
                    let answered = DispatchSemaphore(value: 0)
                    let shown = Observable.just(number).subscribe(on: queue)
                        .subscribe(onNext: { _ in answered.signal() })  // FAULT: nested-subscribe
                    _ = answered.wait(timeout: .now() + .milliseconds(130))  // FAULT: self-wait
                    shown.dispose()
                    done.signal()
                }).disposed(by: bag)
            go.onNext(1)
            done.wait()
        },
        FaultProgram("a queue that waits for another", near: ["self-wait"]) {
            let (go, done, bag) = (PublishSubject<Int>(), DispatchSemaphore(value: 0), DisposeBag())
            let (queue, other) = (scheduler("one"), scheduler("other"))
            go.observe(on: queue).map { number in
                let answered = DispatchSemaphore(value: 0)
                let load = Observable.just(number).subscribe(on: other)
                    .subscribe(onNext: { _ in answered.signal() })  // FAULT: nested-subscribe
                answered.wait()
                load.dispose()
                return number
            }.subscribe(onNext: { _ in done.signal() }).disposed(by: bag)
            go.onNext(1)
            done.wait()
        },
        FaultProgram("a queue that hands its own work on", near: ["self-wait", "unrun-work"]) {
            let (go, done, bag) = (PublishSubject<Int>(), DispatchSemaphore(value: 0), DisposeBag())
            let queue = scheduler("own")
            go.observe(on: queue).flatMap { Observable.just($0).subscribe(on: queue) }
                .subscribe(onNext: { _ in done.signal() }).disposed(by: bag)
            go.onNext(1)
            done.wait()
        },
        FaultProgram("work on its own queue that is switched away at once", near: ["self-wait", "unrun-work"]) {
            let (go, done, bag) = (PublishSubject<Int>(), DispatchSemaphore(value: 0), DisposeBag())
            let queue = scheduler("switching")
            go.observe(on: queue).flatMap { number in Observable.of(number, number + 1) }
                .flatMapLatest { Observable.just($0).subscribe(on: queue) }
                .subscribe(onNext: { _ in done.signal() }).disposed(by: bag)
            go.onNext(1)
            done.wait()
        },
        FaultProgram("work of a create that nobody cancels") {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let saved = Observable<Int>.create { observer in  // FAULT: work-after-disposal
                _ = clock.scheduleRelative(1, dueTime: .seconds(1)) { number in
                    screen.show(number)
                    return Disposables.create()
                }
                return Disposables.create()
            }.subscribe()
            saved.dispose()
            clock.start()
        },
        FaultProgram("work of a create, left by the next one") {
            let (screen, clock, ids, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            ids.flatMapLatest { id in
                Observable<Int>.create { observer in  // FAULT: work-after-disposal
                    _ = clock.scheduleRelative(id, dueTime: .seconds(1)) { number in
                        screen.show(number)
                        return Disposables.create()
                    }
                    return Disposables.create()
                }
            }.subscribe().disposed(by: bag)
            ids.onNext(1)
            ids.onNext(2)
            clock.start()
        },
        FaultProgram("work of a create that the disposal cancels", near: ["work-after-disposal", "late-event"]) {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let saved = Observable<Int>.create { observer in
                clock.scheduleRelative(1, dueTime: .seconds(1)) { number in
                    screen.show(number)
                    return Disposables.create()
                }
            }.subscribe()
            saved.dispose()
            clock.start()
        },
        FaultProgram("work of a create that reads a flag", near: ["work-after-disposal", "late-event"]) {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let saved = Observable<Int>.create { observer in
                var isOver = false
                _ = clock.scheduleRelative(1, dueTime: .seconds(1)) { number in
                    if !isOver { screen.show(number) }
                    return Disposables.create()
                }
                return Disposables.create { isOver = true }
            }.subscribe()
            saved.dispose()
            clock.start()
        },
        FaultProgram("work of a create that runs before the disposal", near: ["work-after-disposal", "late-event"]) {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let saved = Observable<Int>.create { observer in
                _ = clock.scheduleRelative(1, dueTime: .seconds(1)) { number in
                    observer.onNext(number)
                    return Disposables.create()
                }
                return Disposables.create()
            }.subscribe(onNext: { screen.show($0) })
            clock.start()
            saved.dispose()
        },
        FaultProgram("work of a create after its own end", near: ["work-after-disposal"]) {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable<Int>.create { observer in
                _ = clock.scheduleRelative(1, dueTime: .seconds(1)) { number in
                    screen.show(number)
                    return Disposables.create()
                }
                observer.onNext(1)
                observer.onCompleted()
                return Disposables.create()
            }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.start()
        },
        FaultProgram("work of a deferred source that is disposed with it", near: ["work-after-disposal"]) {
            let (screen, clock, ids, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            ids.flatMapLatest { id in
                Observable.deferred { Observable.just(id).delay(.seconds(1), scheduler: clock) }
            }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            ids.onNext(1)
            ids.onNext(2)
            clock.start()
        },
        FaultProgram("work of the program's own, after a disposal", near: ["work-after-disposal"]) {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            _ = clock.scheduleRelative(1, dueTime: .seconds(1)) { number in
                screen.show(number)
                return Disposables.create()
            }
            Observable<Int>.never().subscribe(onNext: { screen.show($0) }).dispose()
            clock.start()
        },
        FaultProgram("work of a create behind several disposables", near: ["work-after-disposal"]) {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let saved = Observable<Int>.create { observer in
                let works = (1...3).map { number in
                    clock.scheduleRelative(number, dueTime: .seconds(number)) { number in
                        observer.onNext(number)
                        return Disposables.create()
                    }
                }
                return Disposables.create(works)
            }.subscribe(onNext: { screen.show($0) })
            clock.advanceTo(clock.now.addingTimeInterval(1))
            saved.dispose()
            clock.start()
        },
        FaultProgram("work of a create that take ends", near: ["work-after-disposal", "late-event"]) {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            _ = Observable<Int>.create { observer in
                clock.schedulePeriodic(0, startAfter: .seconds(1), period: .seconds(1)) { count in
                    observer.onNext(count)
                    return count + 1
                }
            }.take(3).subscribe(onNext: { screen.show($0) })
            clock.start()
        },
        FaultProgram("work of a handler, after the disposal of its subscription", near: ["work-after-disposal"]) {
            let (screen, clock, taps) = (Screen(), HistoricalScheduler(), PublishSubject<Int>())
            let shown = taps.subscribe(onNext: { number in
                _ = clock.scheduleRelative(number, dueTime: .seconds(1)) { number in
                    screen.show(number)
                    return Disposables.create()
                }
            })
            taps.onNext(1)
            shown.dispose()
            clock.start()
        },
        FaultProgram("work of a create that fails", near: ["work-after-disposal"]) {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable<Int>.create { observer in
                clock.scheduleRelative((), dueTime: .seconds(1)) { _ in
                    observer.onError(Failure())
                    return Disposables.create()
                }
            }.subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            clock.start()
        },
    ]
}
