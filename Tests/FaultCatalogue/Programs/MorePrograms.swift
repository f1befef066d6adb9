import Dispatch
import RxSwift

private final class SearchModel {
    let query = BehaviorSubject(value: "")
    let results = PublishSubject<[String]>()
    private let bag = DisposeBag()

    init(_ find: @escaping (String) -> Observable<[String]>) {
        query.skip(1).flatMapLatest { find($0).catchAndReturn([]) }.subscribe(results).disposed(by: bag)
    }
}

private final class Player {
    var onTick: Disposable?
    deinit { onTick?.dispose() }

    func play(_ clock: Observable<Int>, _ screen: Screen) {
        onTick = clock.subscribe(onNext: { screen.show($0) })  // FAULT: leak replaced
    }
}

private final class TidyPlayer {
    private let onTick = SerialDisposable()
    deinit { onTick.dispose() }

    func play(_ clock: Observable<Int>, _ screen: Screen) {
        onTick.disposable = clock.subscribe(onNext: { screen.show($0) })
    }
}

private final class Coordinator {
    let bag = DisposeBag()
    var children: [Coordinator] = []
    let taps = PublishSubject<Void>()
    var count = 0

    func start() {
        taps.subscribe(onNext: { [weak self] in
            guard let self else { return }
            let child = Coordinator()
            child.taps.subscribe(onNext: { [weak self] in self?.count += 1 }).disposed(by: child.bag)
            self.children.append(child)
        }).disposed(by: bag)
    }
}

extension FaultProgram {
    static let more: [FaultProgram] = [
        FaultProgram("a player started twice") {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let player = Player()
            player.play(.interval(.seconds(1), scheduler: clock), screen)
            player.play(.interval(.seconds(1), scheduler: clock), screen)
            clock.advanceTo(clock.now.addingTimeInterval(2))
        }.spanning(14...21),
        FaultProgram("a tidy player started twice") {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let player = TidyPlayer()
            player.play(.interval(.seconds(1), scheduler: clock), screen)
            player.play(.interval(.seconds(1), scheduler: clock), screen)
            clock.advanceTo(clock.now.addingTimeInterval(2))
        },
        FaultProgram("a model that searches") {
            let screen = Screen()
            let model = SearchModel { text in text.isEmpty ? .error(Failure()) : .just([text]) }
            let shown = model.results.subscribe(onNext: { screen.show($0) })
            model.query.onNext("rx")
            model.query.onNext("")
            shown.dispose()
        },
        FaultProgram("a coordinator with children") {
            let coordinator = Coordinator()
            coordinator.start()
            coordinator.taps.onNext(())
            coordinator.children[0].taps.onNext(())
        },
        FaultProgram("a poll that asks itself again") {
            let (screen, asks, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            asks.flatMap { Observable.just($0 + 1) }
                .filter { $0 < 4 }
                .do(onNext: { screen.show($0) })
                .subscribe(asks)  // FAULT: reentrance
                .disposed(by: bag)
            asks.onNext(1)
        },
        FaultProgram("a poll that asks itself again by expanding") {
            let screen = Screen()
            func ask(_ number: Int) -> Observable<Int> {
                number < 4 ? Observable.just(number).concat(Observable.deferred { ask(number + 1) }) : .empty()
            }
            _ = ask(1).subscribe(onNext: { screen.show($0) })
        },
        FaultProgram("merged with itself") {
            let screen = Screen()
            let disk = Observable<Int>.create { observer in  // FAULT: repeated-side-effect
                screen.show("reads")
                observer.onNext(1)
                observer.onCompleted()
                return Disposables.create()
            }
            _ = Observable.merge(disk.map { $0 * 2 }, disk.filter { $0 > 0 }).subscribe(onNext: { screen.show($0) })
        },
        FaultProgram("merged with another of its kind") {
            let screen = Screen()
            func disk() -> Observable<Int> {
                .create { observer in
                    screen.show("reads")
                    observer.onNext(1)
                    observer.onCompleted()
                    return Disposables.create()
                }
            }
            _ = Observable.merge(disk().map { $0 * 2 }, disk().filter { $0 > 0 }).subscribe(onNext: { screen.show($0) })
        },
        FaultProgram("three readers of a file") {
            let (screen, bag) = (Screen(), DisposeBag())
            let file = Observable<String>.create { observer in  // FAULT: repeated-side-effect
                screen.show("opens")
                observer.onNext("line")
                return Disposables.create { screen.show("closes") }
            }
            for _ in 0..<3 { file.subscribe(onNext: { screen.show($0) }).disposed(by: bag) }
        },
        FaultProgram("three readers of a file that is shared") {
            let (screen, bag) = (Screen(), DisposeBag())
            let file = Observable<String>.create { observer in
                screen.show("opens")
                observer.onNext("line")
                return Disposables.create { screen.show("closes") }
            }.share(replay: 1, scope: .forever)
            for _ in 0..<3 { file.subscribe(onNext: { screen.show($0) }).disposed(by: bag) }
        },
        FaultProgram("retried when a signal comes") {
            let (screen, signal) = (Screen(), PublishSubject<Void>())
            let unsteady = Observable<Int>.create { observer in
                screen.show("tries")
                if screen.lines.count < 2 { observer.onError(Failure()) } else { observer.onCompleted() }
                return Disposables.create()
            }
            _ = unsteady.retry(when: { errors in errors.flatMap { _ in signal } }).subscribe(onNext: { screen.show($0) }
            )
            signal.onNext(())
        },
        FaultProgram("concatenated with itself") {
            let screen = Screen()
            let page = Observable<Int>.create { observer in
                screen.show("loads")
                observer.onNext(1)
                observer.onCompleted()
                return Disposables.create()
            }
            _ = page.concat(page).subscribe(onNext: { screen.show($0) })
        },
        FaultProgram("a socket that closes and goes on") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let socket = Observable<Int>.create { observer in  // FAULT: late-event
                let timer = Observable<Int>.interval(.seconds(1), scheduler: clock).take(4).subscribe(onNext: { tick in
                    observer.onNext(tick)
                    if tick == 1 { observer.onError(Failure()) }
                })
                _ = timer
                return Disposables.create()
            }
            socket.subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            clock.start()
        },
        FaultProgram("a socket that closes") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let socket = Observable<Int>.create { observer in
                Observable<Int>.interval(.seconds(1), scheduler: clock).take(4).subscribe(onNext: { tick in
                    observer.onNext(tick)
                    if tick == 1 { observer.onError(Failure()) }
                })
            }
            socket.subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            clock.start()
        },
        FaultProgram("two sources into one subject that the first completes") {
            let screen = Screen()
            let all = PublishSubject<Int>()  // FAULT: late-event
            _ = all.subscribe(onNext: { screen.show($0) })
            _ = Observable.of(1, 2).subscribe(all)
            _ = Observable.of(3, 4).subscribe(all)
        },
        FaultProgram("two sources into one subject, merged first") {
            let screen = Screen()
            let all = PublishSubject<Int>()
            _ = all.subscribe(onNext: { screen.show($0) })
            _ = Observable.merge(.of(1, 2), .of(3, 4)).subscribe(all)
        },
        FaultProgram("saved in a handler, then shown") {
            let (screen, edits, bag) = (Screen(), PublishSubject<String>(), DisposeBag())
            func save(_ text: String) -> Observable<Void> { .just(()) }
            // The handler holds the bag, and the bag the handler.
            edits.filter { !$0.isEmpty }.subscribe { event in  // FAULT: leak bag, unreleased-bag
                guard case .next(let text) = event else { return }
                save(text)
                    .subscribe(onCompleted: { screen.show("saved") })  // FAULT: nested-subscribe
                    .disposed(by: bag)
            }.disposed(by: bag)
            edits.onNext("a")
        },
        FaultProgram("saved by concatMap, then shown") {
            let (screen, edits, bag) = (Screen(), PublishSubject<String>(), DisposeBag())
            func save(_ text: String) -> Observable<Void> { .just(()) }
            edits.filter { !$0.isEmpty }.concatMap { save($0) }.subscribe(onNext: { screen.show("saved") })
                .disposed(by: bag)
            edits.onNext("a")
        },
        FaultProgram("subscribed in a do") {
            let (screen, edits, counts) = (Screen(), PublishSubject<String>(), BehaviorSubject(value: 0))
            let subscription =
                edits
                .do(onNext: { _ in
                    counts.take(1).subscribe(onNext: { screen.show($0) }).dispose()  // FAULT: nested-subscribe
                })
                .subscribe(onNext: { screen.show($0) })
            edits.onNext("a")
            subscription.dispose()
        },
        FaultProgram("a flat-mapped inner that fails, with no onError") {
            let (screen, ids, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            ids.flatMap { id in id > 1 ? Observable<Int>.error(Failure()) : .just(id) }
                .subscribe(onNext: { screen.show($0) })  // FAULT: swallowed-error
                .disposed(by: bag)
            ids.onNext(1)
            ids.onNext(2)
        },
        FaultProgram("a flat-mapped inner that fails, kept inside") {
            let (screen, ids, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            ids.flatMap { id in (id > 1 ? Observable<Int>.error(Failure()) : .just(id)).catchAndReturn(0) }
                .subscribe(onNext: { screen.show($0) })
                .disposed(by: bag)
            ids.onNext(1)
            ids.onNext(2)
        },
        FaultProgram("an error in a trailing closure that is empty") {
            let screen = Screen()
            _ = Observable<Int>.error(Failure()).subscribe {  // FAULT: swallowed-error
                screen.show($0)
            } onError: { _ in
            }
        },
        FaultProgram("an error in a trailing closure that is not") {
            let screen = Screen()
            _ = Observable<Int>.error(Failure()).subscribe {
                screen.show($0)
            } onError: { error in
                screen.show(error)
            }
        },
        FaultProgram("an error swallowed inside, on purpose and said so") {
            let screen = Screen()
            // rxtrace:disable swallowed-error: the next save tells
            _ = Observable<Int>.error(Failure()).subscribe(onNext: { screen.show($0) }, onError: { _ in })
        },
        FaultProgram("a leak that is meant and said so") {
            let screen = Screen()
            _ = Observable<Int>.never().subscribe(onNext: { screen.show($0) })  // rxtrace:disable leak
        },
        FaultProgram("a hop behind a hop behind a filter") {
            let (screen, clock, source) = (Screen(), HistoricalScheduler(), PublishSubject<Int>())
            let subscription =
                source
                .observe(on: clock)
                .filter { $0 > 0 }
                .distinctUntilChanged()
                .observe(on: clock)  // FAULT: idle-hop
                .subscribe(onNext: { screen.show($0) })
            source.onNext(1)
            source.onNext(2)
            clock.start()
            subscription.dispose()
        },
        FaultProgram("a hop away and back") {
            let (screen, clock, other, source) = (
                Screen(), HistoricalScheduler(), HistoricalScheduler(), PublishSubject<Int>()
            )
            let subscription =
                source
                .observe(on: clock)
                .map { $0 + 1 }
                .observe(on: other)
                .map { $0 + 1 }
                .observe(on: clock)
                .subscribe(onNext: { screen.show($0) })
            source.onNext(1)
            clock.start()
            other.start()
            clock.start()
            subscription.dispose()
        },
        FaultProgram("debounced and observed on one scheduler") {
            let (screen, clock, source) = (Screen(), HistoricalScheduler(), PublishSubject<Int>())
            let subscription =
                source
                .debounce(.milliseconds(300), scheduler: clock)
                .observe(on: clock)  // FAULT: idle-hop
                .subscribe(onNext: { screen.show($0) })
            source.onNext(1)
            clock.start()
            subscription.dispose()
        },
        FaultProgram("a connection kept with its listeners gone") {
            let (screen, source) = (Screen(), PublishSubject<Int>())  // FAULT: uncompleted-subject
            let shared = source.replay(1)  // FAULT: leak connection
            _ = shared.connect()
            let bag = DisposeBag()
            shared.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            source.onNext(1)
        },
        FaultProgram("a connection kept in a bag") {
            let (screen, source) = (Screen(), PublishSubject<Int>())
            let bag = DisposeBag()
            let shared = source.replay(1)
            shared.connect().disposed(by: bag)
            shared.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            source.onNext(1)
        },
        FaultProgram("windows of which the last stays open") {
            let (screen, source) = (Screen(), PublishSubject<Int>())
            let clock = HistoricalScheduler()
            let bag = DisposeBag()
            source.window(timeSpan: .seconds(5), count: 2, scheduler: clock).flatMap { $0 }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 0..<3 { source.onNext(number) }
        },
        FaultProgram("groups of one source") {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable.of(1, 2, 3).groupBy { $0 % 2 }.flatMap { group in group.map { "\(group.key) \($0)" } }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("groups subscribed as they come") {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable.of(1, 2, 3).groupBy { $0 % 2 }
                .subscribe(onNext: { group in group.subscribe(onNext: { screen.show($0) }).disposed(by: bag) })
                .disposed(by: bag)
        },
        FaultProgram("a timeout that never comes") {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let answers = PublishSubject<Int>()
            let subscription = answers.timeout(.seconds(1), scheduler: clock)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) })
            answers.onNext(1)
            subscription.dispose()
            clock.start()
        },
        FaultProgram("taken until the owner goes") {
            let (screen, values, gone) = (Screen(), PublishSubject<Int>(), PublishSubject<Void>())
            _ = values.take(until: gone).map { $0 + 1 }.subscribe(onNext: { screen.show($0) })
            _ = values.take(until: gone).subscribe(onNext: { screen.show($0) })
            values.onNext(1)
            gone.onNext(())
            values.onNext(2)
        },
        FaultProgram("the same owner, forgotten for one") {
            let screen = Screen()
            let values = PublishSubject<Int>()  // FAULT: uncompleted-subject
            let gone = PublishSubject<Void>()
            _ = values.take(until: gone).map { $0 + 1 }.subscribe(onNext: { screen.show($0) })
            _ = values.subscribe(onNext: { screen.show($0) })  // FAULT: leak source
            values.onNext(1)
            gone.onNext(())
            values.onNext(2)
        },
        FaultProgram("a composite that is never disposed") {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let all = CompositeDisposable()
            _ = all.insert(
                Observable<Int>.interval(.seconds(1), scheduler: clock)
                    .subscribe(onNext: { screen.show($0) }))  // FAULT: leak source
            clock.advanceTo(clock.now.addingTimeInterval(2))
        },
        FaultProgram("handlers of a queue, where they belong by another's rule", mainThread: ["Views/*.swift"]) {
            let (screen, done) = (Screen(), DispatchSemaphore(value: 0))
            let queue = SerialDispatchQueueScheduler(qos: .default, internalSerialQueueName: "work")
            let subscription = Observable.of(1).observe(on: queue)
                .subscribe(onNext: { screen.show($0) }, onDisposed: { done.signal() })
            done.wait()
            subscription.dispose()
        },
    ]
}
