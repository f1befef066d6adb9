import RxRelay
import RxSwift

private func load(_ id: Int) -> Observable<String> { .just("item \(id)") }

private final class DetailScreen {
    private let bag = DisposeBag()
    private let screen = Screen()

    init(_ id: Int) {
        load(id).concat(Observable.never()).subscribe(onNext: { [screen] in screen.show($0) }).disposed(by: bag)
    }
}

private final class Cell {
    private var bag = DisposeBag()
    private let screen = Screen()

    func configure(_ id: Int) {
        bag = DisposeBag()
        load(id).subscribe(onNext: { [screen] in screen.title = $0 }).disposed(by: bag)
    }
}

extension FaultProgram {
    static let nestedSubscribes: [FaultProgram] = [
        FaultProgram("a load in the handler of an id") {
            let (screen, ids, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            ids.subscribe(onNext: { id in
                load(id)
                    .subscribe(onNext: { screen.show($0) })  // FAULT: nested-subscribe
                    .disposed(by: bag)
            }).disposed(by: bag)
            ids.onNext(1)
            ids.onNext(2)
        },
        FaultProgram("a load flat-mapped from an id") {
            let (screen, ids, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            ids.flatMapLatest { load($0) }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            ids.onNext(1)
            ids.onNext(2)
        },
        FaultProgram("a second step when the first has completed") {
            let screen = Screen()
            _ = load(1).subscribe(
                onNext: { screen.show($0) },
                onCompleted: {
                    _ = load(2).subscribe(onNext: { screen.show($0) })  // FAULT: nested-subscribe
                })
        },
        FaultProgram("a second step concatenated") {
            let screen = Screen()
            _ = load(1).concat(load(2)).subscribe(onNext: { screen.show($0) })
        },
        FaultProgram("a lookup in a map") {
            let (screen, bag) = (Screen(), DisposeBag())
            let rates = BehaviorSubject(value: 2)
            Observable.of(1, 2)
                .map { price in
                    var result = 0
                    _ = rates.take(1).subscribe(onNext: { result = price * $0 })  // FAULT: nested-subscribe
                    return result
                }
                .subscribe(onNext: { screen.show($0) })
                .disposed(by: bag)
        },
        FaultProgram("a lookup with the latest of another") {
            let (screen, bag) = (Screen(), DisposeBag())
            let rates = BehaviorSubject(value: 2)
            Observable.of(1, 2).withLatestFrom(rates) { $0 * $1 }
                .subscribe(onNext: { screen.show($0) })
                .disposed(by: bag)
        },
        FaultProgram("a source made of another in create") {
            let (screen, ids, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let cached = Observable<String>.create { observer in
                observer.onNext("cached")
                return load(1).subscribe(observer)
            }
            ids.flatMapLatest { _ in cached }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            ids.onNext(1)
        },
        FaultProgram("a screen with a life of its own for each id") {
            let (ids, bag) = (PublishSubject<Int>(), DisposeBag())
            var detail: DetailScreen?
            ids.subscribe(onNext: { detail = DetailScreen($0) }).disposed(by: bag)
            ids.onNext(1)
            ids.onNext(2)
            withExtendedLifetime(detail) {}
        },
        FaultProgram("a cell configured by the handler of its row") {
            let (rows, cell, bag) = (PublishSubject<Int>(), Cell(), DisposeBag())
            rows.subscribe(onNext: { cell.configure($0) }).disposed(by: bag)
            rows.onNext(1)
            rows.onNext(2)
        },
        FaultProgram("an inner subscription that the next event replaces", near: ["nested-subscribe"]) {
            let (screen, chosen, current, bag) = (Screen(), PublishRelay<Int>(), SerialDisposable(), DisposeBag())
            let prices = (0..<3).map { BehaviorRelay(value: $0) }
            current.disposed(by: bag)
            chosen.subscribe(onNext: { number in
                current.disposable = prices[number].subscribe(onNext: { screen.show($0) })
            }).disposed(by: bag)
            for number in 0..<3 {
                chosen.accept(number)
                prices[number].accept(10)
            }
        },
        FaultProgram("an inner subscription that the handler ends first", near: ["nested-subscribe"]) {
            let (screen, chosen, bag) = (Screen(), PublishRelay<Int>(), DisposeBag())
            let prices = (0..<3).map { BehaviorRelay(value: $0) }
            var current: Disposable?
            chosen.subscribe(onNext: { number in
                current?.dispose()
                current = prices[number].subscribe(onNext: { screen.show($0) })
            }).disposed(by: bag)
            for number in 0..<3 { chosen.accept(number) }
            current?.dispose()
        },
        FaultProgram("inner subscriptions of which only one is replaced") {
            let (screen, chosen, bag) = (Screen(), PublishRelay<Int>(), DisposeBag())
            let prices = (0..<3).map { BehaviorRelay(value: $0) }
            var current: [Disposable] = []
            chosen.subscribe(onNext: { number in
                if number == 2 { current.removeLast().dispose() }
                current.append(
                    prices[number].subscribe(onNext: { screen.show($0) })  // FAULT: nested-subscribe
                )
            }).disposed(by: bag)
            for number in 0..<3 { chosen.accept(number) }
            for one in current { one.dispose() }
        },
        FaultProgram("a model that the only answer makes", near: ["nested-subscribe"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            var model: PublishRelay<Int>?
            Single.just(1).subscribe(onSuccess: { _ in
                let new = PublishRelay<Int>()
                new.take(1).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
                model = new
            }).disposed(by: bag)
            model?.accept(1)
        },
        FaultProgram("a request that the only answer starts") {
            let (screen, bag) = (Screen(), DisposeBag())
            Single.just(1).subscribe(onSuccess: { id in
                load(id)
                    .subscribe(onNext: { screen.show($0) })  // FAULT: nested-subscribe
                    .disposed(by: bag)
            }).disposed(by: bag)
        },
        FaultProgram("models of which each event makes one more") {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable.of(1, 2).subscribe(onNext: { number in
                let new = PublishRelay<Int>()
                new.take(1)
                    .subscribe(onNext: { screen.show($0) })  // FAULT: nested-subscribe
                    .disposed(by: bag)
                new.accept(number)
            }).disposed(by: bag)
        },
        FaultProgram("a fallback subscribed by the handler of the error") {
            let screen = Screen()
            let broken = Observable<String>.error(Failure())
            _ = broken.subscribe(
                onNext: { screen.show($0) },
                onError: { _ in
                    screen.show("falls back")
                    _ = load(0).subscribe { screen.show($0) }  // FAULT: nested-subscribe
                })
        },
        FaultProgram("a fallback by catch") {
            let screen = Screen()
            let broken = Observable<String>.error(Failure())
            _ = broken.catch { _ in load(0) }.subscribe(onNext: { screen.show($0) })
        },
        FaultProgram("a handler of all events that subscribes") {
            let (screen, saves) = (Screen(), PublishSubject<Int>())
            let subscription = saves.subscribe { event in
                guard let id = event.element else { return }
                _ = load(id).subscribe(onNext: { screen.show($0) })  // FAULT: nested-subscribe
            }
            saves.onNext(1)
            subscription.dispose()
        },
        FaultProgram("windows subscribed as they come") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable.of(1, 2, 3).window(timeSpan: .seconds(5), count: 2, scheduler: clock)
                .subscribe(onNext: { window in
                    window.map { $0 * 2 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
                }).disposed(by: bag)
        },
        FaultProgram("groups made more of as they come") {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable.of(1, 2, 3).groupBy { $0 % 2 }
                .subscribe(onNext: { group in
                    group.reduce(0, accumulator: +).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
                }).disposed(by: bag)
        },
        FaultProgram("work scheduled by a handler that subscribes later") {
            let (screen, saves, clock) = (Screen(), PublishSubject<Int>(), HistoricalScheduler())
            let subscription = saves.delay(.seconds(1), scheduler: clock).concatMap { load($0) }
                .subscribe(onNext: { screen.show($0) })
            saves.onNext(1)
            clock.start()
            subscription.dispose()
        },
    ]
}
