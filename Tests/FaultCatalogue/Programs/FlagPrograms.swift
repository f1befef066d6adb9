import RxRelay
import RxSwift

/// Fails as often as it is told to, and answers then.
private final class Server {
    private var failures: Int

    init(failures: Int = 1) { self.failures = failures }

    func load() -> Observable<Int> {
        Observable.deferred {
            self.failures -= 1
            return self.failures < 0 ? .just(1) : .error(Failure())
        }
    }
}

extension FaultProgram {
    /// Flags that say that something is going on.
    static let flags: [FaultProgram] = [
        FaultProgram("a flag that an error leaves on") {
            let (screen, server, bag) = (Screen(), Server(), DisposeBag())
            let isLoading = BehaviorRelay(value: false)
            for _ in 0..<3 {
                isLoading.accept(true)
                server.load().subscribe(
                    onNext: {
                        screen.show($0)
                        isLoading.accept(false)
                    }, onError: { screen.show($0) }  // FAULT: flag-left-on
                ).disposed(by: bag)
                if isLoading.value { break }
            }
        },
        FaultProgram("a flag of do that an error leaves on") {
            let (screen, bag, busy) = (Screen(), DisposeBag(), BehaviorRelay(value: false))
            for server in [Server(failures: 0), Server()] {
                server.load()
                    .do(
                        onNext: { _ in busy.accept(false) },  // FAULT: flag-left-on
                        onSubscribe: { busy.accept(true) }
                    )
                    .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            }
        },
        FaultProgram("a flag above a flatMap that swallows the error") {
            let (screen, bag, busy) = (Screen(), DisposeBag(), BehaviorRelay(value: false))
            let (server, taps) = (Server(), PublishSubject<Int>())
            taps.do(onNext: { _ in busy.accept(true) })  // FAULT: flag-left-on
                .flatMapLatest { _ in server.load().catchAndReturn(0).filter { $0 > 0 } }
                .subscribe(onNext: {
                    screen.show($0)
                    busy.accept(false)
                }).disposed(by: bag)
            taps.onNext(1)
        },
        FaultProgram("a flag that the end puts off", near: ["flag-left-on"]) {
            let (screen, bag, busy) = (Screen(), DisposeBag(), BehaviorRelay(value: false))
            Server().load().do(onSubscribe: { busy.accept(true) }, onDispose: { busy.accept(false) })
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a flag that both handlers put off", near: ["flag-left-on"]) {
            let (screen, bag, busy) = (Screen(), DisposeBag(), BehaviorRelay(value: false))
            busy.accept(true)
            Server().load().subscribe(
                onNext: { _ in busy.accept(false) },
                onError: {
                    screen.show($0)
                    busy.accept(false)
                }
            ).disposed(by: bag)
        },
        FaultProgram("a flag of a request that is tried again", near: ["flag-left-on"]) {
            let (bag, busy) = (DisposeBag(), BehaviorRelay(value: false))
            busy.accept(true)
            Server().load().retry(2)
                .subscribe(onNext: { _ in busy.accept(false) }, onError: { _ in busy.accept(false) }).disposed(by: bag)
        },
        FaultProgram("a flag of a request that will be tried again", near: ["flag-left-on"]) {
            let (busy, again) = (BehaviorRelay(value: false), PublishSubject<Int>())
            busy.accept(true)
            let subscription = Server().load().retry(when: { $0.flatMap { _ in again } })
                .subscribe(onNext: { _ in busy.accept(false) }, onError: { _ in busy.accept(false) })
            subscription.dispose()
        },
        FaultProgram("a flag that an answer in place of the error puts off", near: ["flag-left-on"]) {
            let (screen, bag, busy) = (Screen(), DisposeBag(), BehaviorRelay(value: false))
            busy.accept(true)
            Server().load().catchAndReturn(0)
                .subscribe(onNext: {
                    screen.show($0)
                    busy.accept(false)
                }).disposed(by: bag)
        },
        FaultProgram("a switch that somebody puts on before a request fails", near: ["flag-left-on"]) {
            let (screen, bag, sound) = (Screen(), DisposeBag(), BehaviorRelay(value: false))
            sound.accept(true)
            Server().load().subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a flag that says that there was an error", near: ["flag-left-on"]) {
            let (screen, bag, failed) = (Screen(), DisposeBag(), BehaviorRelay(value: false))
            failed.accept(false)
            Server().load().subscribe(onNext: { screen.show($0) }, onError: { _ in failed.accept(true) })
                .disposed(by: bag)
        },
        FaultProgram("a list that is empty until there is an answer", near: ["flag-left-on"]) {
            let (screen, bag, isEmpty) = (Screen(), DisposeBag(), BehaviorRelay(value: true))
            for server in [Server(failures: 0), Server()] {
                isEmpty.accept(true)
                server.load().subscribe(onNext: { isEmpty.accept($0 == 0) }, onError: { screen.show($0) })
                    .disposed(by: bag)
            }
        },
        FaultProgram("a flag of a request that went well after all", near: ["flag-left-on"]) {
            let (screen, server, bag) = (Screen(), Server(), DisposeBag())
            let busy = BehaviorRelay(value: false)
            for _ in 0..<2 {
                busy.accept(true)
                server.load().subscribe(onNext: { _ in busy.accept(false) }, onError: { screen.show($0) })
                    .disposed(by: bag)
            }
        },
        FaultProgram("a flag of a request that still runs, beside one that failed", near: ["flag-left-on"]) {
            let (screen, bag, busy) = (Screen(), DisposeBag(), BehaviorRelay(value: false))
            Server().load().subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            busy.accept(true)
            Observable<Int>.never().subscribe(onNext: { _ in busy.accept(false) }).disposed(by: bag)
        },
        FaultProgram("a flag that is made of states", near: ["flag-left-on"]) {
            let (bag, busy) = (DisposeBag(), BehaviorRelay(value: false))
            Server().load().map { _ in false }.catchAndReturn(false).startWith(true)
                .bind(to: busy).disposed(by: bag)
        },
    ]
}
