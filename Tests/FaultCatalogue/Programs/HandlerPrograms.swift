import RxSwift

private let settings = Observable.just(0)

extension FaultProgram {
    /// Closures that subscribe where nobody looks for it.
    static let handlers: [FaultProgram] = [
        FaultProgram("a subscribe where two are combined") {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            taps.withLatestFrom(settings) { tap, setting in
                _ = settings.subscribe(onNext: { screen.show($0) })  // FAULT: nested-subscribe
                return tap + setting
            }
            .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(1)
        },
        FaultProgram("two combined") {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            taps.withLatestFrom(settings) { $0 + $1 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(1)
        },
        FaultProgram("a subscribe where two wait for each other") {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            Observable.zip(taps, settings) { tap, setting in
                _ = settings.subscribe(onNext: { screen.show($0) })  // FAULT: nested-subscribe
                return tap + setting
            }
            .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(1)
        },
        FaultProgram("a subscribe where elements are compared") {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            taps.distinctUntilChanged { left, right in  // FAULT: note dropped-change
                _ = settings.subscribe(onNext: { screen.show($0) })  // FAULT: nested-subscribe
                return left == right
            }
            .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(1)
            taps.onNext(1)
        },
        FaultProgram("a subscribe where elements are sorted") {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            taps.groupBy { tap in
                _ = settings.subscribe(onNext: { screen.show($0) })  // FAULT: nested-subscribe
                return tap % 2
            }
            .flatMap { $0 }
            .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(1)
        },
        FaultProgram("a subscribe at the end of another") {
            let (screen, taps) = (Screen(), PublishSubject<Int>())
            let shown = taps.subscribe(onDisposed: {
                _ = settings.subscribe(onNext: { screen.show($0) })  // FAULT: nested-subscribe
            })
            shown.dispose()
        },
        FaultProgram("a subscribe after the end of another") {
            let (screen, taps) = (Screen(), PublishSubject<Int>())
            let shown = taps.subscribe(onDisposed: { screen.show("ended") })
            shown.dispose()
            _ = settings.subscribe(onNext: { screen.show($0) })
        },
        FaultProgram("a subscribe in an observer of the user's") {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            taps.map { $0 * 2 }
                .subscribe(
                    AnyObserver { _ in
                        _ = settings.subscribe(onNext: { screen.show($0) })  // FAULT: nested-subscribe
                    }
                )
                .disposed(by: bag)
            taps.onNext(1)
        },
        FaultProgram("a subscribe in an observer of a subject") {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let observer = AnyObserver<Int> { _ in
                _ = settings.subscribe(onNext: { screen.show($0) })  // FAULT: nested-subscribe
            }
            taps.subscribe(observer).disposed(by: bag)
            taps.onNext(1)
        },
        FaultProgram("an observer of the user's") {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            taps.subscribe(AnyObserver { screen.show($0) }).disposed(by: bag)
            taps.onNext(1)
            _ = settings.subscribe(AnyObserver { screen.show($0) })
        },
        FaultProgram("observers of the user's, of what ends at once") {
            let (screen, taps, last) = (Screen(), PublishSubject<Int>(), ReplaySubject<Int>.create(bufferSize: 1))
            taps.onCompleted()
            last.onNext(1)
            last.onError(Failure())
            _ = Observable.just(1).subscribe(AnyObserver { screen.show($0) })
            _ = Observable<Int>.empty().subscribe(AnyObserver { screen.show($0) })
            _ = Observable<Int>.error(Failure()).subscribe(AnyObserver { screen.show($0) })
            _ = Observable.of(1).share(replay: 1).subscribe(AnyObserver { screen.show($0) })
            _ = taps.subscribe(AnyObserver { screen.show($0) })
            _ = last.subscribe(AnyObserver { screen.show($0) })
        },
        FaultProgram("two observers of the user's, of a subject that ends") {
            let (screen, taps) = (Screen(), PublishSubject<Int>())
            _ = taps.subscribe(AnyObserver { screen.show($0) })
            _ = taps.subscribe(AnyObserver { screen.show($0) })
            taps.onNext(1)
            taps.onCompleted()
        },
        FaultProgram("observers of the user's, of what is shared and ends") {
            let (screen, taps) = (Screen(), PublishSubject<Int>())
            let (shared, replayed) = (taps.share(), taps.share(replay: 1))
            _ = taps.map { $0 + 1 }.subscribe(AnyObserver { screen.show($0) })
            _ = taps.subscribe(AnyObserver { screen.show($0) })
            _ = shared.subscribe(AnyObserver { screen.show($0) })
            _ = shared.subscribe(AnyObserver { screen.show($0) })
            _ = replayed.subscribe(AnyObserver { screen.show($0) })
            taps.onNext(1)
            taps.onCompleted()
        },
        FaultProgram("an observer of the user's, of what never ends") {
            let screen = Screen()
            _ = Observable.just(1).concat(Observable.never())
                .subscribe(AnyObserver { screen.show($0) })  // FAULT: leak source
        },
    ]
}
