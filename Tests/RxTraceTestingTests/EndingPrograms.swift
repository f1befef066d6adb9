import Dispatch
import Foundation
import RxSwift

/// Programs in which two threads end one chain, and whose result is the same whichever of them does what: each ends its
/// chain by an event on one thread and, woken by that event or beside it, lets go of it on another.
enum EndingProgram: String, CaseIterable {
    case semaphore, takeUntil, asyncValues, actorBag, timerSource, operations, cancelledTask, cancelledValues, single
    case zip, merge, concatMap, combineLatest, withLatestFrom, flatMapLatest, timeout, shared, connected, bothEnds
    case debounced, delayed, observedOn, subscribedOn, nested
    case error, unevenZip, zipOfZips, limitedMerge, concat, retried, composite, replayed, mergedThenObserved
    case firstOnly, elementsOnly, valueOfSingle, twoBags, connectedLate, switched

    /// Runs the program until its threads have nothing left to do.
    ///
    /// - Parameter pause: is called by either thread where it may overtake the other.
    func run(_ pause: @escaping EndingRun.Pause = { _ in }) {
        let run = EndingRun(pause)
        switch self {
        case .semaphore: run.endsWhileReleased { run.numbers(on: run.first) }
        case .takeUntil: run.takeUntil()
        case .asyncValues: run.asyncValues()
        case .actorBag: run.actorBag()
        case .timerSource: run.timerSource()
        case .operations: run.operations()
        case .cancelledTask: run.cancelledTask()
        case .cancelledValues: run.cancelledValues()
        case .single: run.single()
        case .zip:
            run.endsWhileReleased {
                Observable.zip(run.numbers(on: run.first), run.numbers(on: run.second)) { $0 + $1 }
            }
        case .merge:
            run.endsWhileReleased { Observable.merge(run.numbers(on: run.first), run.numbers(on: run.second)) }
        case .concatMap:
            run.endsWhileReleased {
                run.numbers(on: run.first).concatMap { number in run.numbers(on: run.second).map { $0 + number * 10 } }
            }
        case .combineLatest:
            run.endsWhileReleased {
                Observable.combineLatest(run.numbers(on: run.first, count: 1), run.numbers(on: run.second, count: 1)) {
                    $0 + $1
                }
            }
        case .withLatestFrom: run.withLatestFrom()
        case .flatMapLatest: run.flatMapLatest()
        case .timeout:
            let scheduler = run.scheduler(run.second)
            run.endsWhileReleased { run.numbers(on: run.first).timeout(.seconds(60), scheduler: scheduler) }
        case .shared: run.shared()
        case .connected: run.connected()
        case .bothEnds: run.bothEnds()
        case .debounced:
            let scheduler = run.scheduler(run.second)
            run.endsWhileReleased { run.numbers(on: run.first).debounce(.seconds(60), scheduler: scheduler) }
        case .delayed:
            let scheduler = run.scheduler(run.second)
            // Far longer than it takes to send: a delay that has run empty is scheduled anew, by another thread.
            run.endsWhileReleased { run.numbers(on: run.first).delay(.milliseconds(100), scheduler: scheduler) }
        case .observedOn:
            let scheduler = run.scheduler(run.second)
            run.endsWhileReleased { run.numbers(on: run.first).map { $0 + 1 }.observe(on: scheduler).filter { $0 > 0 } }
        case .subscribedOn:
            let scheduler = run.scheduler(run.second)
            run.endsWhileReleased { Observable.of(1, 2, 3).subscribe(on: scheduler) }
        case .nested:
            run.endsWhileReleased {
                run.numbers(on: run.first).flatMap { number in
                    run.numbers(on: run.second).take(1).map { $0 + number }
                }
            }
        case .error:
            run.endsWhileReleased {
                Observable.merge(run.numbers(on: run.first), run.numbers(on: run.second)).concat(run.failure())
            }
        case .unevenZip:
            run.endsWhileReleased {
                Observable.zip(run.numbers(on: run.first, count: 2), run.numbers(on: run.second, count: 5)) { $0 + $1 }
            }
        case .zipOfZips:
            run.endsWhileReleased {
                let pairs = Observable.zip(run.numbers(on: run.first), run.numbers(on: run.second)) { $0 + $1 }
                return Observable.zip(pairs, run.numbers(on: run.third)) { $0 * 10 + $1 }
            }
        case .limitedMerge:
            run.endsWhileReleased {
                Observable.of(1, 2, 3, 4).map { run.numbers(on: $0 % 2 == 0 ? run.first : run.second, count: $0) }
                    .merge(maxConcurrent: 2)
            }
        case .concat:
            run.endsWhileReleased { Observable.concat(run.numbers(on: run.first), run.numbers(on: run.second)) }
        case .retried:
            let attempts = Attempts()
            run.endsWhileReleased {
                Observable.deferred {
                    attempts.next() < 3 ? run.numbers(on: run.first).concat(run.failure()) : run.numbers(on: run.second)
                }.retry(3)
            }
        case .composite: run.composite()
        case .replayed: run.replayed()
        case .mergedThenObserved:
            let pool = ConcurrentDispatchQueueScheduler(queue: run.pool)
            run.endsWhileReleased {
                Observable.merge(run.numbers(on: run.first), run.numbers(on: run.second).map { $0 + 10 })
                    .observe(on: pool).map { $0 + 1 }
            }
        case .firstOnly: run.firstOnly()
        case .elementsOnly: run.elementsOnly()
        case .valueOfSingle: run.valueOfSingle()
        case .twoBags: run.twoBags()
        case .connectedLate: run.connectedLate()
        case .switched:
            run.endsWhileReleased {
                run.numbers(on: run.first).map { number in
                    number < 2 ? Observable<Int>.never() : run.numbers(on: run.second)
                }
                .switchLatest()
            }
        }
        run.settle()
    }
}
