import RxSwift

private func request(_ screen: Screen) -> Observable<String> {
    Observable.create { observer in
        screen.show("asked")
        observer.onNext("Ada")
        observer.onCompleted()
        return Disposables.create()
    }
}

private final class File: Disposable {
    func dispose() {}
}

extension FaultProgram {
    static let sideEffects: [FaultProgram] = [
        FaultProgram("a request subscribed for name and picture") {
            let (screen, bag) = (Screen(), DisposeBag())
            let user = Observable<String>.create { observer in  // FAULT: repeated-side-effect
                screen.show("asked")
                observer.onNext("Ada")
                observer.onCompleted()
                return Disposables.create()
            }
            user.subscribe(onNext: { screen.title = $0 }).disposed(by: bag)
            user.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a request shared for name and picture") {
            let (screen, bag) = (Screen(), DisposeBag())
            let answers = PublishSubject<String>()
            let user = Observable<String>.create { observer in
                screen.show("asked")
                return answers.subscribe(observer)
            }.share(replay: 1)
            user.subscribe(onNext: { screen.title = $0 }).disposed(by: bag)
            user.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            answers.onNext("Ada")
        },
        FaultProgram("two chains over one request, combined") {
            let screen = Screen()
            let user = Observable<String>.create { observer in  // FAULT: repeated-side-effect
                screen.show("asked")
                observer.onNext("Ada")
                return Disposables.create()
            }
            let combined = Observable.combineLatest(user.map { $0.uppercased() }, user.map { $0.count }) {
                "\($0) \($1)"
            }
            combined.subscribe(onNext: { screen.show($0) }).dispose()
        },
        FaultProgram("two chains over one shared request, combined") {
            let screen = Screen()
            let user = Observable<String>.create { observer in
                screen.show("asked")
                observer.onNext("Ada")
                return Disposables.create()
            }.share(replay: 1)
            let combined = Observable.combineLatest(user.map { $0.uppercased() }, user.map { $0.count }) {
                "\($0) \($1)"
            }
            combined.subscribe(onNext: { screen.show($0) }).dispose()
        },
        FaultProgram("deferred work done for each of two readers") {
            let screen = Screen()
            let now = Observable<Int>.deferred {  // FAULT: repeated-side-effect
                screen.show("reads the clock")
                return .just(1)
            }
            _ = now.subscribe(onNext: { screen.show($0) })
            _ = now.map { $0 + 1 }.subscribe(onNext: { screen.show($0) })
        },
        FaultProgram("deferred work for each tap") {
            let (screen, taps, bag) = (Screen(), PublishSubject<Void>(), DisposeBag())
            let now = Observable<Int>.deferred {
                screen.show("reads the clock")
                return .just(1)
            }
            taps.flatMapLatest { now }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(())
            taps.onNext(())
        },
        FaultProgram("saving in do, observed twice") {
            let (screen, names, bag) = (Screen(), PublishSubject<String>(), DisposeBag())
            let saved =
                names
                .filter { !$0.isEmpty }
                .do(onNext: { screen.show("saves \($0)") })  // FAULT: repeated-side-effect
            saved.subscribe(onNext: { screen.title = $0 }).disposed(by: bag)
            saved.map(\.count).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            names.onNext("Ada")
        },
        FaultProgram("saving in do, shared") {
            let (screen, names, bag) = (Screen(), PublishSubject<String>(), DisposeBag())
            let saved =
                names
                .filter { !$0.isEmpty }
                .do(onNext: { screen.show("saves \($0)") })
                .share()
            saved.subscribe(onNext: { screen.title = $0 }).disposed(by: bag)
            saved.map(\.count).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            names.onNext("Ada")
        },
        FaultProgram("shared twice is not shared") {
            let (screen, answers, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let loads = Observable<Int>.create { observer in  // FAULT: repeated-side-effect
                screen.show("loads")
                return answers.subscribe(observer)
            }
            loads.share().subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            loads.share().subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            answers.onNext(1)
        },
        FaultProgram("retried until it works") {
            let screen = Screen()
            let unsteady = Observable<Int>.create { observer in
                screen.show("tries")
                if screen.lines.count < 3 { observer.onError(Failure()) } else { observer.onNext(1) }
                return Disposables.create()
            }
            unsteady.retry(5).subscribe(onNext: { screen.show($0) }).dispose()
        },
        FaultProgram("started again after it was stopped") {
            let screen = Screen()
            let ticks = Observable<Int>.create { observer in
                observer.onNext(screen.lines.count)
                return Disposables.create { screen.show("stopped") }
            }
            var running = ticks.subscribe(onNext: { screen.show($0) })
            running.dispose()
            running = ticks.subscribe(onNext: { screen.show($0) })
            running.dispose()
        },
        FaultProgram("refreshed by the same line") {
            let screen = Screen()
            let load = request(screen)
            func refresh() { _ = load.subscribe(onNext: { screen.title = $0 }) }
            refresh()
            refresh()
        },
        FaultProgram("with itself as its other source") {
            let (screen, bag) = (Screen(), DisposeBag())
            let price = Observable<Int>.create { observer in  // FAULT: repeated-side-effect
                screen.show("connects")
                observer.onNext(4)
                return Disposables.create()
            }
            price.withLatestFrom(price.map { $0 * 2 }) { $0 + $1 }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a resource for each of two") {
            let screen = Screen()
            let lines = Observable<Int>.using(  // FAULT: repeated-side-effect
                { File() },
                observableFactory: { _ in Observable.of(1, 2) })
            _ = lines.subscribe(onNext: { screen.show($0) })
            _ = lines.toCount().subscribe(onNext: { screen.show($0) })
        },
        FaultProgram("a published request connected once") {
            let (screen, bag) = (Screen(), DisposeBag())
            let user = request(screen).publish()
            user.subscribe(onNext: { screen.title = $0 }).disposed(by: bag)
            user.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            user.connect().disposed(by: bag)
        },
        FaultProgram("a pure transform over a subject, observed twice") {
            let (screen, names, bag) = (Screen(), BehaviorSubject(value: "Ada"), DisposeBag())
            let upper = names.map { $0.uppercased() }.distinctUntilChanged()
            upper.subscribe(onNext: { screen.title = $0 }).disposed(by: bag)
            upper.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a request for each id, each its own") {
            let (screen, ids, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            ids.flatMap { _ in request(screen) }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            ids.onNext(1)
            ids.onNext(2)
        },
    ]
}

extension ObservableType {
    fileprivate func toCount() -> Observable<Int> { reduce(0) { count, _ in count + 1 } }
}
