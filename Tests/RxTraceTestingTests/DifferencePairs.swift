import Foundation
import RxSwift

/// Two programs that differ in one thing, and the first line that has to be said about it, without the places in it.
struct DifferencePair {
    private struct Failure: Error {}

    var name: String
    var headline: String
    var before: () -> Void
    var after: () -> Void

    init(_ name: String, _ headline: String, _ before: @escaping () -> Void, _ after: @escaping () -> Void) {
        self.name = name
        self.headline = headline
        self.before = before
        self.after = after
    }

    /// Subscribes and lets all virtual time pass.
    private static func virtual(_ body: (HistoricalScheduler) -> any Disposable) {
        let scheduler = HistoricalScheduler()
        let subscription = body(scheduler)
        scheduler.start()
        subscription.dispose()
    }

    static let all: [DifferencePair] = [
        .init(
            "map compactMap", "Map → CompactMap", { _ = Observable.of(1, 2).map { $0 * 2 }.subscribe() },
            { _ = Observable.of(1, 2).compactMap { $0 * 2 }.subscribe() }),
        .init(
            "delete distinct", "DistinctUntilChanged removed",
            {
                _ = Observable.of(1, 1, 2, 2).map { $0 + 1 }
                    .distinctUntilChanged()
                    .filter { $0 > 1 }.subscribe(onNext: { _ in })
            },
            {
                _ = Observable.of(1, 1, 2, 2).map { $0 + 1 }
                    .filter { $0 > 1 }.subscribe(onNext: { _ in })
            }),
        .init(
            "delete distinct nothing dropped", "DistinctUntilChanged removed",
            {
                _ = Observable.of(1, 2, 3).distinctUntilChanged().map { $0 + 1 }.subscribe(onNext: { _ in })
            },
            {
                _ = Observable.of(1, 2, 3).map { $0 + 1 }.subscribe(onNext: { _ in })
            }),
        .init(
            "delete distinct last", "DistinctUntilChanged removed",
            {
                _ = Observable.of(1, 2, 3).map { $0 + 1 }.distinctUntilChanged().subscribe(onNext: { _ in })
            },
            {
                _ = Observable.of(1, 2, 3).map { $0 + 1 }.subscribe(onNext: { _ in })
            }),
        .init(
            "delete distinct just", "DistinctUntilChanged removed",
            {
                _ = Observable.just(1).distinctUntilChanged().filter { $0 > 0 }.subscribe(onNext: { _ in })
            },
            {
                _ = Observable.just(1).filter { $0 > 0 }.subscribe(onNext: { _ in })
            }),
        .init(
            "delete distinct flatMap", "DistinctUntilChanged removed",
            {
                let subject = PublishSubject<String>()
                let bag = DisposeBag()
                subject.distinctUntilChanged().flatMapLatest { Observable.just($0.count).filter { $0 > 0 } }.subscribe(
                    onNext: { _ in }).disposed(by: bag)
                subject.onNext("a")
                subject.onNext("a")
                subject.onNext("bb")
            },
            {
                let subject = PublishSubject<String>()
                let bag = DisposeBag()
                subject.flatMapLatest { Observable.just($0.count).filter { $0 > 0 } }.subscribe(onNext: { _ in })
                    .disposed(
                        by: bag)
                subject.onNext("a")
                subject.onNext("a")
                subject.onNext("bb")
            }),
        .init(
            "insert filter", "Filter added", { _ = Observable.of(1, 2, 3).map { $0 * 2 }.subscribe(onNext: { _ in }) },
            { _ = Observable.of(1, 2, 3).map { $0 * 2 }.filter { $0 != 4 }.subscribe(onNext: { _ in }) }),
        .init(
            "insert map first", "Map added",
            { _ = Observable.of(1, 2, 3).filter { $0 > 1 }.subscribe(onNext: { _ in }) },
            { _ = Observable.of(1, 2, 3).map { $0 + 1 }.filter { $0 > 1 }.subscribe(onNext: { _ in }) }),
        .init(
            "predicate", "first removed: forwardOn FilterSink next(2), Filter",
            {
                _ = Observable.of(1, 2, 3)
                    .filter { $0 > 1 }
                    .map { $0 * 2 }.subscribe(onNext: { _ in })
            },
            {
                _ = Observable.of(1, 2, 3)
                    .filter { $0 > 2 }
                    .map { $0 * 2 }.subscribe(onNext: { _ in })
            }),
        .init(
            "transform", "first changed: forwardOn MapSink next(2 → 3), Map",
            {
                _ = Observable.of(1, 2, 3)
                    .map { $0 * 2 }
                    .filter { $0 > 1 }.subscribe(onNext: { _ in })
            },
            {
                _ = Observable.of(1, 2, 3)
                    .map { $0 * 3 }
                    .filter { $0 > 1 }.subscribe(onNext: { _ in })
            }),
        .init(
            "take count", "first removed: forwardOn TakeCountSink completed, TakeCount",
            { _ = Observable.of(1, 2, 3, 4).take(2).subscribe(onNext: { _ in }) },
            { _ = Observable.of(1, 2, 3, 4).take(3).subscribe(onNext: { _ in }) }),
        .init(
            "delete map of two", "Map removed",
            {
                _ = Observable.of(1, 2)
                    .map { $0 + 1 }
                    .map { $0 * 2 }.subscribe(onNext: { _ in })
            },
            {
                _ = Observable.of(1, 2)
                    .map { $0 * 2 }.subscribe(onNext: { _ in })
            }),
        .init(
            "swap map filter", "Filter moved",
            { _ = Observable.of(1, 2, 3).map { $0 * 2 }.filter { $0 > 2 }.subscribe(onNext: { _ in }) },
            { _ = Observable.of(1, 2, 3).filter { $0 > 2 }.map { $0 * 2 }.subscribe(onNext: { _ in }) }),
        .init(
            "flatMap flatMapLatest", "FlatMap → FlatMapLatest",
            { _ = Observable.of(1, 2).flatMap { Observable.of($0, $0) }.subscribe(onNext: { _ in }) },
            { _ = Observable.of(1, 2).flatMapLatest { Observable.of($0, $0) }.subscribe(onNext: { _ in }) }),
        .init(
            "merge concat", "MergeArray (merge) → Concat",
            { _ = Observable.merge(Observable.just(1), Observable.just(2)).subscribe(onNext: { _ in }) },
            { _ = Observable.concat(Observable.just(1), Observable.just(2)).subscribe(onNext: { _ in }) }),
        .init(
            "zip combineLatest", "Zip2 (zip) → CombineLatest2 (combineLatest)",
            { _ = Observable.zip(Observable.of(1, 2), Observable.of(3, 4)) { $0 + $1 }.subscribe(onNext: { _ in }) },
            {
                _ = Observable.combineLatest(Observable.of(1, 2), Observable.of(3, 4)) { $0 + $1 }.subscribe(onNext: {
                    _ in
                })
            }),
        .init(
            "delete observe(on:), a queue", "ObserveOnSerialDispatchQueue (observe) removed",
            {
                let group = DispatchGroup()
                group.enter()
                _ = Observable.of(1, 2).observe(on: SerialDispatchQueueScheduler(internalSerialQueueName: "q")).map {
                    $0
                }.subscribe(onNext: { _ in }, onDisposed: { group.leave() })
                group.wait()
            }, { _ = Observable.of(1, 2).map { $0 }.subscribe(onNext: { _ in }, onDisposed: {}) }),
        .init(
            "insert share", "ShareWhileConnected (share) added",
            {
                let subject = PublishSubject<Int>()
                let source = subject.map { $0 }
                let first = source.subscribe(onNext: { _ in })
                let second = source.subscribe(onNext: { _ in })
                subject.onNext(1)
                first.dispose()
                second.dispose()
            },
            {
                let subject = PublishSubject<Int>()
                let source = subject.map { $0 }.share()
                let first = source.subscribe(onNext: { _ in })
                let second = source.subscribe(onNext: { _ in })
                subject.onNext(1)
                first.dispose()
                second.dispose()
            }),
        .init(
            "debounce throttle", "Debounce → Throttle",
            {
                virtual { scheduler in
                    Observable.of(1, 2, 3).debounce(.seconds(1), scheduler: scheduler).subscribe(onNext: { _ in })
                }
            },
            {
                virtual { scheduler in
                    Observable.of(1, 2, 3).throttle(.seconds(1), scheduler: scheduler).subscribe(onNext: { _ in })
                }
            }),
        .init(
            "insert startWith", "StartWith added", { _ = Observable.of(1, 2).map { $0 }.subscribe(onNext: { _ in }) },
            { _ = Observable.of(1, 2).map { $0 }.startWith(0).subscribe(onNext: { _ in }) }),
        .init(
            "insert catch", "Catch (catchAndReturn) added",
            { _ = Observable<Int>.error(Failure()).map { $0 }.subscribe(onNext: { _ in }, onError: { _ in }) },
            {
                _ = Observable<Int>.error(Failure()).map { $0 }.catchAndReturn(0).subscribe(
                    onNext: { _ in }, onError: { _ in })
            }),
        .init(
            "insert retry", "CatchSequence (retry) added",
            { _ = Observable<Int>.error(Failure()).map { $0 }.subscribe(onNext: { _ in }, onError: { _ in }) },
            { _ = Observable<Int>.error(Failure()).map { $0 }.retry(2).subscribe(onNext: { _ in }, onError: { _ in }) }),
        .init(
            "insert do", "Do added", { _ = Observable.of(1, 2).map { $0 }.subscribe(onNext: { _ in }) },
            { _ = Observable.of(1, 2).do(onNext: { _ in }).map { $0 }.subscribe(onNext: { _ in }) }),
        .init(
            "scan reduce", "Scan → Reduce",
            { _ = Observable.of(1, 2).scan(0, accumulator: +).subscribe(onNext: { _ in }) },
            { _ = Observable.of(1, 2).reduce(0, accumulator: +).subscribe(onNext: { _ in }) }),
        .init(
            "publish behavior", "PublishSubject → BehaviorSubject",
            {
                let subject = PublishSubject<Int>()
                let subscription = subject.map { $0 }.subscribe(onNext: { _ in })
                subject.onNext(1)
                subscription.dispose()
            },
            {
                let subject = BehaviorSubject<Int>(value: 0)
                let subscription = subject.map { $0 }.subscribe(onNext: { _ in })
                subject.onNext(1)
                subscription.dispose()
            }),
        .init(
            "bag lost", "first changed: subscribe PublishSubject · bag → still live",
            {
                let bag = DisposeBag()
                PublishSubject<Int>().subscribe().disposed(by: bag)
            }, { _ = PublishSubject<Int>().subscribe() }),
        .init(
            "send missing", "first removed: on PublishSubject next(2)",
            {
                let subject = PublishSubject<Int>()
                _ = subject.map { $0 }.subscribe(onNext: { _ in })
                subject.onNext(1)
                subject.onNext(2)
                subject.onCompleted()
            },
            {
                let subject = PublishSubject<Int>()
                _ = subject.map { $0 }.subscribe(onNext: { _ in })
                subject.onNext(1)
                subject.onCompleted()
            }),
        .init(
            "sends swapped", "first moved here: on PublishSubject next(2)",
            {
                let subject = PublishSubject<Int>()
                _ = subject.map { $0 }.subscribe(onNext: { _ in })
                subject.onNext(1)
                subject.onNext(2)
            },
            {
                let subject = PublishSubject<Int>()
                _ = subject.map { $0 }.subscribe(onNext: { _ in })
                subject.onNext(2)
                subject.onNext(1)
            }),
        .init(
            "value at source", "first changed: forwardOn ObservableSequenceSink next(2 → 3), ObservableSequence",
            { _ = Observable.of(1, 2).map { $0 }.subscribe(onNext: { _ in }) },
            { _ = Observable.of(1, 3).map { $0 }.subscribe(onNext: { _ in }) }),
        .init(
            "error for completed", "first changed: subscribe PublishSubject · completed → error",
            {
                let subject = PublishSubject<Int>()
                _ = subject.subscribe(onNext: { _ in }, onError: { _ in })
                subject.onNext(1)
                subject.onCompleted()
            },
            {
                let subject = PublishSubject<Int>()
                _ = subject.subscribe(onNext: { _ in }, onError: { _ in })
                subject.onNext(1)
                subject.onError(Failure())
            }),
        .init(
            "delete takeUntil", "TakeUntil (take) removed",
            {
                let subject = PublishSubject<Int>()
                let end = PublishSubject<Void>()
                _ = subject.take(until: end).map { $0 }.subscribe(onNext: { _ in })
                subject.onNext(1)
                end.onNext(())
                subject.onNext(2)
            },
            {
                let subject = PublishSubject<Int>()
                let end = PublishSubject<Void>()
                _ = subject.map { $0 }.subscribe(onNext: { _ in })
                subject.onNext(1)
                end.onNext(())
                subject.onNext(2)
            }),
        .init(
            "insert skip", "SkipCount (skip) added",
            { _ = Observable.of(1, 2, 3).map { $0 }.subscribe(onNext: { _ in }) },
            { _ = Observable.of(1, 2, 3).skip(1).map { $0 }.subscribe(onNext: { _ in }) }),
        .init(
            "filter in flatMap", "Filter added",
            { _ = Observable.of(1, 2).flatMap { Observable<Int>.of($0, 0 - $0) }.subscribe(onNext: { _ in }) },
            {
                _ = Observable.of(1, 2).flatMap { Observable<Int>.of($0, 0 - $0).filter { $0 > 0 } }.subscribe(onNext: {
                    _ in
                })
            }),
        .init(
            "inner source", "ObservableSequence (of) → Just",
            { _ = Observable.of(1, 2).flatMap { Observable<Int>.of($0, 0 - $0) }.subscribe(onNext: { _ in }) },
            { _ = Observable.of(1, 2).flatMap { Observable<Int>.just($0) }.subscribe(onNext: { _ in }) }),
        .init(
            "second subscriber", "Filter added",
            {
                let subject = PublishSubject<Int>()
                _ = subject.map { $0 }.subscribe(onNext: { _ in })
                subject.onNext(1)
            },
            {
                let subject = PublishSubject<Int>()
                _ = subject.map { $0 }.subscribe(onNext: { _ in })
                _ = subject.filter { $0 > 0 }.subscribe(onNext: { _ in })
                subject.onNext(1)
            }),
        .init(
            "handler added", "first added: handler onCompleted AnonymousObserver",
            { _ = Observable.of(1).subscribe(onNext: { _ in }) },
            { _ = Observable.of(1).subscribe(onNext: { _ in }, onCompleted: {}) }),
        .init(
            "dispose early", "first removed: on PublishSubject next(2)",
            {
                let subject = PublishSubject<Int>()
                let subscription = subject.map { $0 }.subscribe(onNext: { _ in })
                subject.onNext(1)
                subject.onNext(2)
                subscription.dispose()
            },
            {
                let subject = PublishSubject<Int>()
                let subscription = subject.map { $0 }.subscribe(onNext: { _ in })
                subject.onNext(1)
                subscription.dispose()
                subject.onNext(2)
            }),
        .init(
            "share replay", "ShareReplay1WhileConnected (share) → ShareWhileConnected (share)",
            {
                let subject = PublishSubject<Int>()
                let source = subject.share(replay: 1)
                let first = source.subscribe(onNext: { _ in })
                subject.onNext(1)
                let second = source.subscribe(onNext: { _ in })
                first.dispose()
                second.dispose()
            },
            {
                let subject = PublishSubject<Int>()
                let source = subject.share()
                let first = source.subscribe(onNext: { _ in })
                subject.onNext(1)
                let second = source.subscribe(onNext: { _ in })
                first.dispose()
                second.dispose()
            }),
        .init(
            "withLatestFrom sample", "WithLatestFrom → Sample",
            {
                let subject = PublishSubject<Int>()
                let trigger = PublishSubject<Int>()
                _ = trigger.withLatestFrom(subject).subscribe(onNext: { _ in })
                subject.onNext(1)
                trigger.onNext(2)
            },
            {
                let subject = PublishSubject<Int>()
                let trigger = PublishSubject<Int>()
                _ = subject.sample(trigger).subscribe(onNext: { _ in })
                subject.onNext(1)
                trigger.onNext(2)
            }),
        .init(
            "buffer count", "first removed: forwardOn BufferTimeCountSink next([1, 2]), BufferTimeCount",
            {
                virtual { scheduler in
                    Observable.of(1, 2, 3, 4).buffer(timeSpan: .seconds(1), count: 2, scheduler: scheduler).subscribe(
                        onNext: { _ in })
                }
            },
            {
                virtual { scheduler in
                    Observable.of(1, 2, 3, 4).buffer(timeSpan: .seconds(1), count: 3, scheduler: scheduler).subscribe(
                        onNext: { _ in })
                }
            }),
        .init(
            "concatMap flatMap", "ConcatMap → FlatMap",
            { _ = Observable.of(1, 2).concatMap { Observable.of($0, $0) }.subscribe(onNext: { _ in }) },
            { _ = Observable.of(1, 2).flatMap { Observable.of($0, $0) }.subscribe(onNext: { _ in }) }),
        .init(
            "insert delay", "Delay added",
            { virtual { scheduler in Observable.of(1, 2).map { $0 }.subscribe(onNext: { _ in }) } },
            {
                virtual { scheduler in
                    Observable.of(1, 2).delay(.seconds(1), scheduler: scheduler).map { $0 }.subscribe(onNext: { _ in })
                }
            }),
        .init(
            "just of", "Just → ObservableSequence (of)",
            { _ = Observable.just(1).map { $0 }.subscribe(onNext: { _ in }) },
            { _ = Observable.of(1).map { $0 }.subscribe(onNext: { _ in }) }),
        .init(
            "traced", "first changed: subscribe Map \"a\" → Map \"b\" · completed",
            { _ = Observable.just(1).map { $0 }.traced("a").subscribe(onNext: { _ in }) },
            { _ = Observable.just(1).map { $0 }.traced("b").subscribe(onNext: { _ in }) }),
        .init(
            "delete two", "DistinctUntilChanged removed",
            {
                _ = Observable.of(1, 2).map { $0 }.distinctUntilChanged().skip(1).filter { $0 > 0 }.subscribe(onNext: {
                    _ in
                })
            }, { _ = Observable.of(1, 2).map { $0 }.filter { $0 > 0 }.subscribe(onNext: { _ in }) }),
        .init(
            "element type", "Map<Int, Int> → Map<Int, String>", { _ = Observable.of(1, 2).map { $0 + 1 }.subscribe() },
            { _ = Observable.of(1, 2).map { "\($0 + 1)" }.subscribe() }),
        .init(
            "queue name",
            "first changed: schedule SerialDispatchQueueScheduler \"q\" → SerialDispatchQueueScheduler \"r\"",
            {
                let group = DispatchGroup()
                group.enter()
                _ = Observable.of(1, 2).observe(on: SerialDispatchQueueScheduler(internalSerialQueueName: "q"))
                    .subscribe(onDisposed: { group.leave() })
                group.wait()
            },
            {
                let group = DispatchGroup()
                group.enter()
                _ = Observable.of(1, 2).observe(on: SerialDispatchQueueScheduler(internalSerialQueueName: "r"))
                    .subscribe(onDisposed: { group.leave() })
                group.wait()
            }),
    ]
}
