import RxSwift

extension FaultProgram {
    /// Sound programs with operators that wait, connect, retry or choose.
    static let nearWaits: [FaultProgram] = [
        FaultProgram("near: a sum whose source ends", near: ["endless-wait", "uncompleted-subject"]) {
            let (screen, numbers) = (Screen(), PublishSubject<Int>())
            _ = numbers.reduce(0, accumulator: +).subscribe(onNext: { screen.show($0) })
            numbers.onNext(1)
            numbers.onCompleted()
        },
        FaultProgram("near: a list of the first three", near: ["endless-wait"]) {
            let (screen, numbers, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            numbers.take(3).toArray().subscribe(onSuccess: { screen.show($0) }).disposed(by: bag)
            for number in 1...4 { numbers.onNext(number) }
        },
        FaultProgram("near: the last before a stop", near: ["endless-wait"]) {
            let (screen, numbers, stop, bag) = (Screen(), PublishSubject<Int>(), PublishSubject<Void>(), DisposeBag())
            numbers.take(until: stop).takeLast(1).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            numbers.onNext(1)
        },
        FaultProgram("near: a running sum", near: ["split-state", "endless-wait", "uncompleted-subject"]) {
            let (screen, numbers, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            numbers.scan(0, accumulator: +).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...4 { numbers.onNext(number) }
        },
        FaultProgram("near: a stream behind a greeting", near: ["endless-wait"]) {
            let (screen, numbers, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            Observable.just(0).concat(numbers).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            numbers.onNext(1)
        },
        FaultProgram("near: a wait for a source that says nothing", near: ["endless-wait", "silent-source"]) {
            let (screen, numbers, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            numbers.toArray().subscribe(onSuccess: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("near: a subject that is disposed", near: ["endless-wait", "uncompleted-subject", "late-event"]) {
            let (screen, numbers, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            numbers.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            numbers.onNext(1)
            numbers.dispose()
        },
        FaultProgram("near: an answer whose subscription is kept and let go", near: ["uncompleted-subject"]) {
            let (screen, numbers) = (Screen(), PublishSubject<Int>())
            let shown = numbers.subscribe(onNext: { screen.show($0) })
            numbers.onNext(1)
            shown.dispose()
        },
        FaultProgram("near: the first of a subject", near: ["uncompleted-subject"]) {
            let (screen, numbers) = (Screen(), PublishSubject<Int>())
            _ = numbers.take(1).subscribe(onNext: { screen.show($0) })
            numbers.onNext(1)
        },
        FaultProgram("near: a subject that ends by an error", near: ["uncompleted-subject", "swallowed-error"]) {
            let (screen, numbers) = (Screen(), PublishSubject<Int>())
            _ = numbers.subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) })
            numbers.onError(Failure())
        },
        FaultProgram("near: a subject nobody listens to", near: ["uncompleted-subject", "unheard-send"]) {
            let numbers = PublishSubject<Int>()
            numbers.onNext(1)
        },
        FaultProgram("near: a connectable that is connected", near: ["unconnected"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let numbers = Observable.of(1, 2).publish()
            numbers.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            numbers.connect().disposed(by: bag)
        },
        FaultProgram("near: a connectable that counts", near: ["unconnected"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable.of(1, 2).publish().refCount().subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("near: a connectable that was connected before", near: ["unconnected", "unheard-send"]) {
            let (screen, source, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let numbers = source.replay(1)
            numbers.connect().disposed(by: bag)
            numbers.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            source.onNext(1)
        },
        FaultProgram("near: a connectable nobody wants", near: ["unconnected"]) {
            _ = Observable.of(1, 2).publish()
        },
        FaultProgram("near: a connectable connected by an event", near: ["unconnected"]) {
            let (screen, go, bag) = (Screen(), PublishSubject<Void>(), DisposeBag())
            let numbers = Observable.of(1, 2).publish()
            numbers.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            go.subscribe(onNext: { numbers.connect().disposed(by: bag) }).disposed(by: bag)
            go.onNext(())
        },
        FaultProgram("near: a share in place of a connectable", near: ["unconnected", "restarted-share"]) {
            let (screen, source, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let numbers = source.share()
            for _ in 1...2 { numbers.subscribe(onNext: { screen.show($0) }).disposed(by: bag) }
            source.onNext(1)
        },
        FaultProgram("near: a multicast with its selector", near: ["unconnected"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable.of(1, 2).multicast({ PublishSubject<Int>() }, selector: { $0.map { $0 + 1 } })
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("near: a connection that is disposed", near: ["unconnected"]) {
            let (screen, source, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let numbers = source.publish()
            numbers.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            let connection = numbers.connect()
            source.onNext(1)
            connection.dispose()
        },
        FaultProgram("near: a connectable of two that listen", near: ["unconnected"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let numbers = Observable.of(1, 2).publish()
            for _ in 1...2 { numbers.subscribe(onNext: { screen.show($0) }).disposed(by: bag) }
            numbers.connect().disposed(by: bag)
        },
        FaultProgram("near: a connectable that is left before", near: ["unconnected"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let numbers = Observable.of(1, 2).multicast(ReplaySubject<Int>.createUnbounded())
            numbers.connect().disposed(by: bag)
            numbers.subscribe(onNext: { screen.show($0) }).dispose()
        },
        FaultProgram("near: three attempts", near: ["retry-storm"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            var attempts = 0
            Observable<Int>.create { observer in
                attempts += 1
                if attempts < 3 { observer.onError(Failure()) } else { observer.onCompleted() }
                return Disposables.create()
            }.retry(3).subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("near: attempts that each bring something", near: ["retry-storm"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable<Int>.create { observer in
                observer.onNext(1)
                observer.onError(Failure())
                return Disposables.create()
            }.retry(9).subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("near: attempts with a pause", near: ["retry-storm"]) {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable<Int>.error(Failure())
                .retry(when: {
                    $0.enumerated().flatMap { number, error in
                        number < 9
                            ? Observable<Int>.timer(.seconds(1 << number), scheduler: clock)
                            : Observable<Int>.error(error)
                    }
                })
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            clock.start()
        },
        FaultProgram("near: attempts that a tap asks for", near: ["retry-storm", "dead-chain"]) {
            let (screen, taps, bag) = (Screen(), PublishSubject<Void>(), DisposeBag())
            taps.flatMap { Observable<Int>.error(Failure()).catchAndReturn(0) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...9 { taps.onNext(()) }
        },
        FaultProgram("near: a source that never fails, with retry", near: ["retry-storm"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable.of(1, 2).retry().subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("near: a source that is repeated", near: ["retry-storm", "repeated-side-effect"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable.concat((1...9).map { Observable.just($0) }).subscribe(onNext: { screen.show($0) })
                .disposed(by: bag)
        },
        FaultProgram("near: five failures, and no sixth", near: ["retry-storm"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable<Int>.error(Failure()).retry(5)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("near: another source after a failure", near: ["retry-storm", "swallowed-error"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable<Int>.error(Failure()).catch { error in
                screen.show(error)
                return Observable.just(1)
            }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("near: mirrors, one after the other", near: ["retry-storm"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable.catch(sequence: (1...4).map { $0 < 4 ? Observable<Int>.error(Failure()) : .just($0) })
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("near: two failures of five", near: ["retry-storm"]) {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            taps.map { number in
                if number.isMultiple(of: 2) { throw Failure() }
                return number
            }.retry().subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...5 { taps.onNext(number) }
        },
    ]
}
