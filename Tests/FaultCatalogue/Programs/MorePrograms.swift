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
        onTick = clock.subscribe(onNext: { screen.show($0) })  // FAULT: leak replaced, note lost-disposable
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
        }.spanning(13...21),
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
            let socket = Observable<Int>.create { observer in
                let timer = Observable<Int>.interval(.seconds(1), scheduler: clock).take(4).subscribe(onNext: { tick in
                    observer.onNext(tick)  // FAULT: late-event
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
            let all = PublishSubject<Int>()
            _ = all.subscribe(onNext: { screen.show($0) })
            _ = Observable.of(1, 2).subscribe(all)  // FAULT: late-event
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
            edits.filter { !$0.isEmpty }.subscribe { event in  // FAULT: note leak bag, note unreleased-bag
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
    ]
}
