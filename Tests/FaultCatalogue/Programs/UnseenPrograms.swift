import Foundation
import RxBlocking
import RxRelay
import RxSwift

private let lasting = Lasting()
private nonisolated(unsafe) var current = Replaced()

/// An object that lives as long as the program.
private final class Lasting {
    private let bag = DisposeBag()

    func show(_ name: Observable<String>, on screen: Screen) {
        name.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
    }
}

/// An object in whose place another comes.
private final class Replaced {
    private let bag = DisposeBag()

    func show(_ name: Observable<String>, on screen: Screen) {
        name.subscribe(onNext: { screen.show($0) })  // FAULT: note leak bag, note unreleased-bag
            .disposed(by: bag)
    }
}

private enum KeptObjects { nonisolated(unsafe) static var all: [Replaced] = [] }

/// A queue's handler, which works off one element each time that it is told to.
private final class Worker: @unchecked Sendable {
    private let (begun, turn, done) = (
        DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )

    func work() {
        begun.signal()
        turn.wait()
        done.signal()
    }

    /// Waits until the next element is at work.
    func begin() { begun.wait() }

    func finish(_ count: Int) {
        for _ in 0..<count {
            turn.signal()
            done.wait()
        }
    }
}

extension FaultProgram {
    /// Faults, and sound code near to them, that programs had which no rule had seen.
    static let unseen: [FaultProgram] = errorEnds + owners + backlogs + earlyTaps

    private static let errorEnds: [FaultProgram] = [
        FaultProgram("a test that wants an error", near: ["swallowed-error"]) {
            let result = Observable.of(1, -1)
                .map { (number: Int) throws -> Int in
                    if number < 0 { throw Failure() }
                    return number
                }
                .toBlocking().materialize()
            if case .failed = result { Screen().show("failed") }
        },
        FaultProgram("a retry whose signals end after a delay") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable<Int>.deferred { .error(Failure()) }
                .retry(when: { $0.take(2).delay(.seconds(1), scheduler: clock) })  // FAULT: swallowed-error
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            clock.advanceTo(clock.now.addingTimeInterval(9))
        },
        FaultProgram("a retry whose signals end with a timer") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable<Int>.deferred { .error(Failure()) }
                .retry(when: { errors in  // FAULT: swallowed-error
                    errors.take(2).flatMap { _ in Observable<Int>.timer(.seconds(1), scheduler: clock) }
                })
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            clock.advanceTo(clock.now.addingTimeInterval(9))
        },
        FaultProgram("a retry that ends when the screen closes", near: ["swallowed-error"]) {
            let (screen, clock, closed, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Void>(), DisposeBag())
            Observable<Int>.deferred { .error(Failure()) }
                .retry(when: { $0.delay(.seconds(1), scheduler: clock).take(until: closed) })
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            clock.advanceTo(clock.now.addingTimeInterval(3))
            closed.onNext(())
        },
        FaultProgram("a retry that succeeds after a delay", near: ["swallowed-error"]) {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            var attempts = 0
            Observable<Int>.deferred {
                attempts += 1
                guard attempts < 3 else { return .just(1).delay(.seconds(1), scheduler: clock) }
                return .error(Failure()).delaySubscription(.seconds(1), scheduler: clock)
            }
            .retry(when: { $0.map { _ in 1 } })
            .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            clock.advanceTo(clock.now.addingTimeInterval(9))
        },
    ]

    private static let owners: [FaultProgram] = [
        FaultProgram("an object that lives as long as the program", near: ["unreleased-bag"]) {
            let (screen, name) = (Screen(), BehaviorSubject(value: "Ada"))
            lasting.show(name, on: screen)
            name.onNext("Grace")
        },
        FaultProgram("an object at the top of the file that another takes the place of") {
            let (screen, name) = (Screen(), BehaviorSubject(value: "Ada"))
            let before = current
            before.show(name, on: screen)
            current = Replaced()
            KeptObjects.all.append(before)
        }.spanning(19...26),
    ]

    private static let backlogs: [FaultProgram] = [
        FaultProgram("a queue that is slower than a timer, and works all off in the end") {
            let (worker, clock) = (Worker(), HistoricalScheduler())
            let shown = Observable<Int>.interval(.seconds(1), scheduler: clock).take(40)
                .observe(on: SerialDispatchQueueScheduler(internalSerialQueueName: "slow"))  // FAULT: growing-backlog
                .subscribe(onNext: { _ in worker.work() })
            for second in 1...40 {
                clock.advanceTo(clock.now.addingTimeInterval(1))
                if second == 1 { worker.begin() }
                guard second.isMultiple(of: 8) else { continue }
                worker.finish(1)
                worker.begin()
            }
            worker.finish(35)
            shown.dispose()
        },
        FaultProgram("a queue that was held up once, and works all off", near: ["growing-backlog"]) {
            let (worker, clock) = (Worker(), HistoricalScheduler())
            let shown = Observable<Int>.interval(.seconds(1), scheduler: clock).take(40)
                .observe(on: SerialDispatchQueueScheduler(internalSerialQueueName: "held"))
                .subscribe(onNext: { _ in worker.work() })
            for second in 1...40 {
                clock.advanceTo(clock.now.addingTimeInterval(1))
                guard second <= 8 else { continue }
                worker.begin()
                worker.finish(1)
            }
            worker.finish(32)
            shown.dispose()
        },
    ]

    private static let earlyTaps: [FaultProgram] = [
        FaultProgram("a tap on what is not shown yet") {
            let (screen, tap, bag) = (Screen(), PublishRelay<Void>(), DisposeBag())
            tap.accept(())  // FAULT: note unheard-send
            tap.subscribe(onNext: { screen.show("shop") }).disposed(by: bag)
            screen.show("shown")
            tap.accept(())
        }
    ]
}
