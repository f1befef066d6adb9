import Foundation
import RxInstrumented
import RxTraceTestSupport

/// A chain of operators that follows from a seed, and what its observer sees.
struct RandomPipeline {
    let seed: UInt64

    /// Runs the chain on virtual time. Gives each event with the virtual time it came at, and each disposal.
    func run() -> [String] {
        var generator = SeededGenerator(seed: seed)
        let scheduler = TestScheduler()
        var log: [String] = []
        var observable = source(&generator, scheduler)
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            observable = stage(observable, &generator, scheduler)
        }
        let disposal = Int.random(in: 1...400, using: &generator)
        let subscription = observable.subscribe(
            onNext: { log.append("\(scheduler.clock) next(\($0))") },
            onError: { log.append("\(scheduler.clock) error(\($0))") },
            onCompleted: { log.append("\(scheduler.clock) completed") },
            onDisposed: { log.append("\(scheduler.clock) disposed") })
        scheduler.at(disposal) { subscription.dispose() }
        scheduler.advanceTo(1000)
        return log
    }

    private func source(_ generator: inout SeededGenerator, _ scheduler: TestScheduler) -> Observable<Int> {
        let number = Int.random(in: 0...5, using: &generator)
        switch Int.random(in: 0...9, using: &generator) {
        case 0: return .of(1, 2, 3)
        case 1: return .just(number)
        case 2: return .range(start: number, count: 4)
        case 3: return .error(TestError("source"))
        case 4: return .empty()
        case 5: return Observable<Int>.interval(.seconds(7), scheduler: scheduler).take(8)
        case 6: return Observable<Int>.timer(.seconds(number + 1), scheduler: scheduler)
        case 7: return .deferred { .of(number, number + 1) }
        case 8:
            return .create { observer in
                for value in 0..<number { observer.onNext(value) }
                observer.onCompleted()
                observer.onNext(-1)
                return Disposables.create()
            }
        default:
            let subject = BehaviorSubject(value: number)
            for time in stride(from: 5, to: 60, by: 9) { scheduler.at(time) { subject.onNext(time) } }
            scheduler.at(70) { subject.onCompleted() }
            return subject.asObservable()
        }
    }

    private func stage(
        _ source: Observable<Int>, _ generator: inout SeededGenerator, _ scheduler: TestScheduler
    ) -> Observable<Int> {
        let number = Int.random(in: 1...4, using: &generator)
        let kind = Int.random(in: 0...55, using: &generator)
        if kind > 27 { return later(source, kind, number, scheduler) }
        switch kind {
        case 0: return source.map { $0 * number }
        case 1: return source.filter { $0 % number != 0 }
        case 2: return source.map { if $0 == number { throw TestError("map") } else { return $0 } }
        case 3: return source.flatMap { Observable.of($0, number) }
        case 4: return source.flatMapLatest { _ in Observable<Int>.interval(.seconds(2), scheduler: scheduler).take(3) }
        case 5: return source.concatMap { Observable.just($0).delay(.seconds(number), scheduler: scheduler) }
        case 6: return source.flatMapFirst { Observable.just($0).delay(.seconds(9), scheduler: scheduler) }
        case 7: return source.scan(0, accumulator: +)
        case 8: return source.take(number)
        case 9: return source.skip(number)
        case 10: return source.distinctUntilChanged()
        case 11: return source.startWith(-number)
        case 12: return source.delay(.seconds(number), scheduler: scheduler)
        case 13: return source.throttle(.seconds(10), scheduler: scheduler)
        case 14: return source.debounce(.seconds(number), scheduler: scheduler)
        case 15: return source.observe(on: scheduler)
        case 16: return source.subscribe(on: scheduler)
        case 17: return source.catch { _ in .just(-1) }
        case 18: return source.retry(number)
        case 19: return source.share(replay: 1)
        case 20: return .zip(source, Observable.range(start: 0, count: 9)) { $0 + $1 }
        case 21: return .combineLatest(source, Observable.of(1, 2)) { $0 * $1 }
        case 22: return source.withLatestFrom(Observable.of(number)) { $0 - $1 }
        case 23: return .merge(source, Observable.just(number))
        case 24: return source.concat(Observable.just(number))
        case 25: return source.take(until: Observable<Int>.timer(.seconds(20), scheduler: scheduler))
        case 26: return source.publish().refCount()
        default: return source.materialize().map { $0.isStopEvent ? -9 : 9 }
        }
    }

    /// Operators that count, group and wait, traits, and the program's own hops.
    private func later(
        _ source: Observable<Int>, _ kind: Int, _ number: Int, _ scheduler: TestScheduler
    ) -> Observable<Int> {
        switch kind {
        case 28: return source.buffer(timeSpan: .seconds(5), count: number, scheduler: scheduler).map(\.count)
        case 29: return source.window(timeSpan: .seconds(5), count: number, scheduler: scheduler).merge()
        case 30: return source.groupBy { $0 % number }.flatMap { group in group.map { $0 + group.key } }
        case 31: return source.amb(Observable.just(number).delay(.seconds(number), scheduler: scheduler))
        case 32: return source.sample(Observable<Int>.interval(.seconds(3), scheduler: scheduler).take(9))
        case 33: return source.timeout(.seconds(number * 5), scheduler: scheduler)
        case 34: return source.ifEmpty(default: number)
        case 35: return source.ifEmpty(switchTo: .of(number, -number))
        case 36: return source.take(while: { $0 < 9 * number })
        case 37: return source.skip(while: { $0 < number })
        case 38: return source.takeLast(number)
        case 39: return source.enumerated().map { $0.index + $0.element }
        case 40: return source.reduce(0, accumulator: &+)
        case 41: return source.compactMap { $0.isMultiple(of: number) ? $0 : nil }
        case 42: return source.delaySubscription(.seconds(number), scheduler: scheduler)
        case 43: return source.retry { $0.enumerated().take(number).map { _ in 1 } }
        case 44: return source.take(1).asSingle().map { $0 + 1 }.asObservable()
        case 45: return source.take(1).asMaybe().flatMap { .just($0 * 2) }.asObservable()
        case 46: return source.ignoreElements().asCompletable().andThen(Observable.just(number))
        case 47: return source.asInfallible(onErrorJustReturn: -number).map { $0 + 1 }.asObservable()
        case 48: return source.toArray().map(\.count).asObservable()
        case 49: return source.skip(until: Observable<Int>.timer(.seconds(number), scheduler: scheduler))
        case 50: return source.single().catchAndReturn(-number)
        case 51: return source.element(at: number - 1)
        case 52: return source.replay(number).refCount()
        case 53: return source.flatMap { Self.handedOn($0, to: DispatchQueue(label: "work")) }
        case 54: return source.concatMap { Self.handedOn($0, to: DispatchQueue(label: "hop")) }
        default: return source.flatMap(Self.onThread)
        }
    }

    /// The element, after a chain of its own on another queue, which is waited for.
    private static func handedOn(_ element: Int, to queue: DispatchQueue) -> Observable<Int> {
        .deferred {
            let log = LockedLog()
            queue.async { _ = Observable.just(element).map { -$0 }.subscribe(onNext: { log.add("\($0)") }) }
            queue.sync {}
            return .of(element, log.lines.count)
        }
    }

    /// The same on a thread.
    private static func onThread(_ element: Int) -> Observable<Int> {
        .deferred {
            let log = LockedLog()
            onThreads(1) { _ in _ = Observable.just(element).map { -$0 }.subscribe(onNext: { log.add("\($0)") }) }
            return .of(element, log.lines.count)
        }
    }
}
