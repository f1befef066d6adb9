import RxRelay
import RxSwift

/// Answers paths that begin with a slash, in one way or another.
private enum Files {
    static func forgetful(_ path: String) -> Observable<String> {
        Observable.create { observer in
            guard path.hasPrefix("/") else {
                return Disposables.create()  // FAULT: unanswered-create
            }
            observer.onNext(path)
            observer.onCompleted()
            return Disposables.create()
        }
    }

    static func failing(_ path: String) -> Observable<String> {
        Observable.create { observer in
            guard path.hasPrefix("/") else {
                observer.onError(Failure())
                return Disposables.create()
            }
            observer.onNext(path)
            observer.onCompleted()
            return Disposables.create()
        }
    }

    static func ending(_ path: String) -> Observable<String> {
        Observable.create { observer in
            if path.isEmpty {
                observer.onCompleted()
                return Disposables.create()
            }
            observer.onNext(path)
            observer.onCompleted()
            return Disposables.create()
        }
    }

    static func silent() -> Observable<String> { Observable.create { _ in Disposables.create() } }

    static func later(_ path: String, _ clock: HistoricalScheduler) -> Observable<String> {
        Observable.create { observer in
            if path.isEmpty { return Disposables.create() }
            return clock.scheduleRelative(path, dueTime: .seconds(1)) {
                observer.onNext($0)
                observer.onCompleted()
                return Disposables.create()
            }
        }
    }

    static func kept(_ observers: Observers) -> Observable<String> {
        Observable.create { observer in
            observers.all.append(observer)
            return Disposables.create { observers.all.removeAll() }
        }
    }
}

private final class Observers {
    var all: [AnyObserver<String>] = []
}

/// Fails so many times, then gives the number of its attempt.
private final class Attempts {
    private var failures: Int
    init(_ failures: Int) { self.failures = failures }

    func load() -> Observable<Int> {
        Observable.deferred {
            self.failures -= 1
            return self.failures < 0 ? .just(1) : .error(Failure())
        }
    }
}

private func show(_ source: Observable<String>, on screen: Screen) {
    let subscription = source.subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) })
    screen.show("shown")
    subscription.dispose()
}

extension FaultProgram {
    /// Answers that never come, and attempts that are never made.
    static let answers: [FaultProgram] = unanswered + uselessRetries + firsts + connections

    private static let unanswered: [FaultProgram] = [
        FaultProgram("a path that is refused without a word") {
            show(Files.forgetful("user"), on: Screen())
        }.spanning(6...11),
        FaultProgram("a path that is not refused", near: ["unanswered-create"]) {
            show(Files.forgetful("/user"), on: Screen())
        },
        FaultProgram("a path that is refused with an error", near: ["unanswered-create"]) {
            show(Files.failing("user"), on: Screen())
        },
        FaultProgram("a path that gives nothing, and its end", near: ["unanswered-create"]) {
            show(Files.ending(""), on: Screen())
        },
        FaultProgram("a create that never sends", near: ["unanswered-create"]) {
            show(Files.silent(), on: Screen())
        },
        FaultProgram("a path that is answered later", near: ["unanswered-create"]) {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let subscription = Files.later("/user", clock).subscribe(onNext: { screen.show($0) })
            clock.pass(2)
            subscription.dispose()
        },
        FaultProgram("a path whose answer was not waited for", near: ["unanswered-create"]) {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            show(Files.later("/user", clock), on: screen)
        },
        FaultProgram("an observer that is kept and told", near: ["unanswered-create"]) {
            let (screen, observers) = (Screen(), Observers())
            let subscription = Files.kept(observers).subscribe(onNext: { screen.show($0) })
            observers.all.first?.onNext("told")
            subscription.dispose()
        },
        FaultProgram("an observer that is kept", near: ["unanswered-create"]) {
            show(Files.kept(Observers()), on: Screen())
        },
        FaultProgram("two paths that are not refused", near: ["unanswered-create"]) {
            let screen = Screen()
            for path in ["/a", "/b"] { show(Files.forgetful(path), on: screen) }
        },
        FaultProgram("paths of which one is refused with an error", near: ["unanswered-create"]) {
            let screen = Screen()
            for path in ["/a", "b"] { show(Files.failing(path), on: screen) }
        },
    ]

    private static let uselessRetries: [FaultProgram] = [
        FaultProgram("a retry below catchAndReturn") {
            let (screen, bag) = (Screen(), DisposeBag())
            Attempts(2).load().catchAndReturn(0)
                .retry(3)  // FAULT: useless-retry
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a retry below a catch that always answers") {
            let (screen, bag) = (Screen(), DisposeBag())
            Attempts(2).load().catch { _ in .just(0) }.map { $0 + 1 }
                .retry(3)  // FAULT: useless-retry
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a retry above catchAndReturn", near: ["useless-retry"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Attempts(3).load().retry(2).catchAndReturn(0)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a retry above it that succeeds", near: ["useless-retry"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Attempts(1).load().retry(2).catchAndReturn(0)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a catch that throws some errors", near: ["useless-retry"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Attempts(1).load().catch { error in if error is Failure { .just(0) } else { throw error } }
                .retry(3)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a catch that hands on the error", near: ["useless-retry"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Attempts(1).load().catch { .error($0) }.retry(3)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a catch with another request, which fails", near: ["useless-retry"]) {
            let (screen, bag, attempts) = (Screen(), DisposeBag(), Attempts(3))
            attempts.load().catch { _ in attempts.load() }.retry(3)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a catch in the closure of flatMap", near: ["useless-retry"]) {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishSubject<Int>())
            let attempts = Attempts(1)
            taps.flatMap { _ in attempts.load().catchAndReturn(0) }.retry(3)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(1)
        },
        FaultProgram("a retry in the closure of flatMap, and a catch below", near: ["useless-retry"]) {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishSubject<Int>())
            let attempts = Attempts(1)
            taps.flatMap { _ in attempts.load().retry(3) }.catchAndReturn(0)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(1)
        },
        FaultProgram("a source that does not fail", near: ["useless-retry"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Attempts(0).load().catchAndReturn(0).retry(3)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a retry for a closure that throws below the catch", near: ["useless-retry"]) {
            let (screen, bag, failing) = (Screen(), DisposeBag(), Screen())
            Attempts(1).load().catchAndReturn(0)
                .map { value in
                    failing.show(value)
                    if failing.lines.count == 1 { throw Failure() } else { return value }
                }
                .retry(3)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a catch without a retry", near: ["useless-retry"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Attempts(1).load().catchAndReturn(0)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
    ]

    private static let firsts: [FaultProgram] = [
        FaultProgram("a search that ignores what is typed meanwhile") {
            let (screen, bag, text) = (Screen(), DisposeBag(), PublishSubject<String>())
            let answer = PublishSubject<Int>()
            text.flatMapFirst { _ in answer.take(1) }  // FAULT: dropped-last
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for query in ["r", "rx", "rxs"] { text.onNext(query) }
            answer.onNext(1)
        },
        FaultProgram("taps while an order runs", near: ["dropped-last"]) {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishSubject<Void>())
            let answer = PublishSubject<Int>()
            taps.flatMapFirst { _ in answer.take(1) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 0..<3 { taps.onNext(()) }
            answer.onNext(1)
        },
        FaultProgram("a retry whose signals end") {
            let (screen, bag) = (Screen(), DisposeBag())
            Attempts(5).load()
                .retry(when: { $0.take(2).map { _ in 1 } })  // FAULT: swallowed-error
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a retry that gives up with an error", near: ["swallowed-error"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Attempts(5).load()
                .retry(when: { $0.enumerated().map { index, error in if index > 1 { throw error } } })
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
    ]

    private static let connections: [FaultProgram] = [
        FaultProgram("numbers that are sent before anybody subscribes") {
            let (screen, bag) = (Screen(), DisposeBag())
            let early = Observable.of(1, 2, 3).publish()
            early.connect().disposed(by: bag)  // FAULT: unconnected
            early.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("numbers that are replayed", near: ["unconnected"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let numbers = Observable.of(1, 2, 3).replay(3)
            numbers.connect().disposed(by: bag)
            numbers.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a source that goes on", near: ["unconnected"]) {
            let (screen, bag, source) = (Screen(), DisposeBag(), PublishSubject<Int>())
            let numbers = source.publish()
            numbers.connect().disposed(by: bag)
            source.onNext(1)
            screen.show("later")
            numbers.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            source.onNext(2)
        },
        FaultProgram("a request that a share without replay makes for each") {
            let (screen, bag) = (Screen(), DisposeBag())
            let user = Files.ending("user").map { $0 + "!" }
                .share()  // FAULT: restarted-share
            user.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            user.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a request that a share makes again later", near: ["restarted-share"]) {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishSubject<Int>())
            let user = Files.ending("user").share()
            user.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.flatMapLatest { _ in user }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(1)
        },
    ]
}
