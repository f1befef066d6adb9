import RxRelay
import RxSwift

/// Has news in versions, and answers at once.
private final class News {
    var version = 1

    func latest() -> Observable<Int> {
        Observable.create { observer in
            observer.onNext(self.version)
            observer.onCompleted()
            return Disposables.create()
        }
    }
}

/// Shows its news again when it is asked to.
private final class NewsScreen {
    private let (screen, bag) = (Screen(), DisposeBag())
    private let cached: Observable<Int>

    init(_ cached: Observable<Int>) { self.cached = cached }

    func reloadNews() {
        cached.subscribe(onNext: { [screen] in screen.show($0) })
            .disposed(by: bag)
    }

    func openNews() {
        cached.subscribe(onNext: { [screen] in screen.show($0) })
            .disposed(by: bag)
    }
}

private func send(_ count: Int, to subject: some ObserverType<Int>) {
    for number in 0..<count { subject.onNext(number) }
}

extension FaultProgram {
    /// What subjects and shares keep.
    static let kept: [FaultProgram] = growingReplays + refreshes

    private static let growingReplays: [FaultProgram] = [
        FaultProgram("a log that is kept for whoever comes") {
            let (screen, bag) = (Screen(), DisposeBag())
            let log = ReplaySubject<Int>.createUnbounded()  // FAULT: growing-replay
            send(120, to: log)
            log.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a log that grows and grows") {
            let (screen, bag) = (Screen(), DisposeBag())
            let log = ReplayRelay<Int>.createUnbound()  // FAULT: growing-replay
            log.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 0..<500 { log.accept(number) }
        },
        FaultProgram("a log with the largest of bounds") {
            let (screen, bag) = (Screen(), DisposeBag())
            let log = ReplaySubject<Int>.create(bufferSize: .max)  // FAULT: growing-replay
            send(100, to: log)
            log.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a log of which the last ten are kept", near: ["growing-replay"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let log = ReplaySubject<Int>.create(bufferSize: 10)
            send(600, to: log)
            log.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a log with room for 200", near: ["growing-replay"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let log = ReplaySubject<Int>.create(bufferSize: 200)
            send(600, to: log)
            log.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("the steps of a start, which are few", near: ["growing-replay"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let steps = ReplaySubject<Int>.createUnbounded()
            send(99, to: steps)
            steps.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a list that is whole", near: ["growing-replay"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let rows = ReplaySubject<Int>.createUnbounded()
            send(600, to: rows)
            rows.onCompleted()
            rows.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a log that is thrown away", near: ["growing-replay"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let log = ReplaySubject<Int>.createUnbounded()
            log.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            send(600, to: log)
            log.dispose()
        },
        FaultProgram("a state that was changed 600 times", near: ["growing-replay"]) {
            let (screen, bag, state) = (Screen(), DisposeBag(), BehaviorSubject(value: 0))
            send(600, to: state)
            state.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a log for one who is there from the start", near: ["growing-replay"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let log = ReplaySubject<Int>.createUnbounded()
            log.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            send(300, to: log)
        },
        FaultProgram("a log for one who comes early", near: ["growing-replay"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let log = ReplaySubject<Int>.createUnbounded()
            send(50, to: log)
            log.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            send(300, to: log)
        },
        FaultProgram("a relay of the last one", near: ["growing-replay"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let log = ReplayRelay<Int>.create(bufferSize: 1)
            for number in 0..<600 { log.accept(number) }
            log.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("many elements of a share that keeps one", near: ["growing-replay"]) {
            let (screen, bag, source) = (Screen(), DisposeBag(), PublishSubject<Int>())
            let shared = source.share(replay: 1)
            shared.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            send(600, to: source)
            shared.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a log that failed", near: ["growing-replay"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let log = ReplaySubject<Int>.createUnbounded()
            log.subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            send(600, to: log)
            log.onError(Failure())
        },
    ]

    private static let refreshes: [FaultProgram] = [
        FaultProgram("a refresh of news that are kept for ever") {
            let (screen, news, bag, refresh) = (Screen(), News(), DisposeBag(), PublishSubject<Void>())
            let cached = news.latest().share(replay: 1, scope: .forever)  // FAULT: outdated-replay
            refresh.startWith(()).flatMapLatest { cached }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            news.version = 2
            refresh.onNext(())
        },
        FaultProgram("news that are polled and kept for ever") {
            let (screen, news, bag, clock) = (Screen(), News(), DisposeBag(), HistoricalScheduler())
            let cached = news.latest().share(replay: 1, scope: .forever)  // FAULT: outdated-replay
            Observable<Int>.interval(.seconds(1), scheduler: clock).flatMapLatest { _ in cached }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(2.5)
        },
        FaultProgram("a function that is to load news again") {
            let news = News()
            let cached = news.latest().share(replay: 1, scope: .forever)  // FAULT: outdated-replay
            let screen = NewsScreen(cached)
            screen.reloadNews()
            news.version = 2
            screen.reloadNews()
        },
        FaultProgram("a screen that is opened again", near: ["outdated-replay"]) {
            let screen = NewsScreen(News().latest().share(replay: 1, scope: .forever))
            screen.openNews()
            screen.openNews()
        },
        FaultProgram("a refresh that asks again", near: ["outdated-replay"]) {
            let (screen, news, bag, refresh) = (Screen(), News(), DisposeBag(), PublishSubject<Void>())
            let shared = news.latest().share(replay: 1)
            refresh.startWith(()).flatMapLatest { shared }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            news.version = 2
            refresh.onNext(())
        },
        FaultProgram("a tap that needs what was loaded", near: ["outdated-replay"]) {
            let (screen, news, bag, taps) = (Screen(), News(), DisposeBag(), PublishSubject<Void>())
            let settings = news.latest().share(replay: 1, scope: .forever)
            taps.flatMapLatest { settings }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 0..<3 { taps.onNext(()) }
        },
    ]
}
