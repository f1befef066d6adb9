import RxRelay
import RxSwift

extension FaultProgram {
    /// Ways of one event that meet, and states that are or are not one for all.
    static let meetings: [FaultProgram] = [
        FaultProgram("a name that comes by two ways") {
            let (screen, bag, name) = (Screen(), DisposeBag(), PublishRelay<String>())
            let trimmed = name.map { $0.lowercased() }
            Observable
                .merge(name.asObservable(), trimmed)  // FAULT: note doubled-delivery
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            name.accept("ada")
        },
        FaultProgram("a name that is begun with, and replayed") {
            let (screen, bag, name) = (Screen(), DisposeBag(), BehaviorRelay(value: "Ada"))
            name
                .startWith(name.value)  // FAULT: note doubled-delivery
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a name that is begun with once", near: ["doubled-delivery"]) {
            let (screen, bag, name) = (Screen(), DisposeBag(), PublishRelay<String>())
            name.startWith("Ada").subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            name.accept("Ada")
        },
        FaultProgram("a name that comes by two ways, and once", near: ["doubled-delivery"]) {
            let (screen, bag, name) = (Screen(), DisposeBag(), PublishRelay<String>())
            Observable.merge(name.asObservable(), name.map { $0.lowercased() }).distinctUntilChanged()
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            name.accept("ada")
        },
        FaultProgram("a name and what is made of it", near: ["doubled-delivery"]) {
            let (screen, bag, name) = (Screen(), DisposeBag(), PublishRelay<String>())
            Observable.merge(name.asObservable(), name.map { $0 + "!" })
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            name.accept("ada")
        },
        FaultProgram("one tap for each of two lists", near: ["doubled-delivery"]) {
            let (screen, bag, taps, pulls) = (Screen(), DisposeBag(), PublishRelay<Void>(), PublishRelay<Void>())
            Observable.merge(taps.asObservable(), pulls.asObservable())
                .subscribe(onNext: { screen.show("reload") }).disposed(by: bag)
            taps.accept(())
            pulls.accept(())
        },
        FaultProgram("a closure that sends the same twice", near: ["doubled-delivery"]) {
            let (screen, bag, taps, lines) = (Screen(), DisposeBag(), PublishRelay<Int>(), PublishRelay<Int>())
            lines.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.subscribe(onNext: { for _ in 1...2 { lines.accept($0) } }).disposed(by: bag)
            taps.accept(1)
        },
        FaultProgram("a source that gives the same twice", near: ["doubled-delivery"]) {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishRelay<Int>())
            taps.flatMap { Observable.of($0, $0) }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.accept(1)
        },
        FaultProgram("two closures that are told of one event", near: ["doubled-delivery"]) {
            let (screen, bag, name) = (Screen(), DisposeBag(), PublishRelay<String>())
            for _ in 1...2 { name.subscribe(onNext: { screen.show($0) }).disposed(by: bag) }
            name.accept("Ada")
        },
        FaultProgram("a later count that begins anew") {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishSubject<Int>())
            let count =
                taps
                .scan(0) { count, _ in count + 1 }  // FAULT: note split-state
            count.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(1)
            count.subscribe(onNext: { screen.title = "\($0)" }).disposed(by: bag)
            taps.onNext(1)
        },
        FaultProgram("a clock that two labels show") {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            let ticks = Observable<Int>.interval(.seconds(1), scheduler: clock)  // FAULT: note split-state
            ticks.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            ticks.subscribe(onNext: { screen.title = "\($0)" }).disposed(by: bag)
            clock.pass(2)
        },
        FaultProgram("a clock that two labels share", near: ["split-state"]) {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            let ticks = Observable<Int>.interval(.seconds(1), scheduler: clock).share()
            ticks.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            ticks.subscribe(onNext: { screen.title = "\($0)" }).disposed(by: bag)
            clock.pass(2)
        },
        FaultProgram("a clock that two labels show in turn", near: ["split-state"]) {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            let ticks = Observable<Int>.interval(.seconds(1), scheduler: clock)
            let first = ticks.subscribe(onNext: { screen.show($0) })
            clock.pass(2)
            first.dispose()
            ticks.subscribe(onNext: { screen.title = "\($0)" }).disposed(by: bag)
            clock.pass(2)
        },
        FaultProgram("a count that two show from the start", near: ["split-state"]) {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishSubject<Int>())
            let count = taps.scan(0) { count, _ in count + 1 }
            count.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            count.subscribe(onNext: { screen.title = "\($0)" }).disposed(by: bag)
            taps.onNext(1)
        },
        FaultProgram("a later count that is shared", near: ["split-state"]) {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishSubject<Int>())
            let count = taps.scan(0) { count, _ in count + 1 }.share(replay: 1)
            count.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(1)
            count.subscribe(onNext: { screen.title = "\($0)" }).disposed(by: bag)
            taps.onNext(1)
        },
        FaultProgram("two counts of one source", near: ["split-state"]) {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishSubject<Int>())
            taps.scan(0, accumulator: +).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(1)
            taps.scan(0, accumulator: +).subscribe(onNext: { screen.title = "\($0)" }).disposed(by: bag)
            taps.onNext(1)
        },
    ]
}
