import RxSwift

extension FaultProgram {
    /// Elements that nobody gets.
    static let lost: [FaultProgram] = [
        FaultProgram("a connectable that nobody connects") {
            let (screen, source, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let ticks = source.publish()  // FAULT: unconnected
            ticks.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            source.onNext(1)
        },
        FaultProgram("a connectable that is connected last", near: ["unconnected"]) {
            let (screen, source, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let ticks = source.publish()
            ticks.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            ticks.connect().disposed(by: bag)
            source.onNext(1)
        },
        FaultProgram("a replay that nobody connects, below a map") {
            let (screen, source, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let values = source.map { $0 + 1 }.replay(1)  // FAULT: unconnected
            values.map { $0 * 2 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            source.onNext(1)
        },
        FaultProgram("a connectable counted by its subscribers", near: ["unconnected"]) {
            let (screen, source, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            source.publish().refCount().subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            source.onNext(1)
        },
        FaultProgram("a connectable that nobody wants", near: ["unconnected"]) {
            let source = PublishSubject<Int>()
            _ = source.publish()
            source.onNext(1)
        },
        FaultProgram("a state sent before the screen listens") {
            let (screen, state, bag) = (Screen(), PublishSubject<String>(), DisposeBag())
            state.onNext("loading")  // FAULT: unheard-send
            state.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            state.onNext("done")
        },
        FaultProgram("a state that is kept until the screen listens", near: ["unheard-send"]) {
            let (screen, state, bag) = (Screen(), BehaviorSubject(value: ""), DisposeBag())
            state.onNext("loading")
            state.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            state.onNext("done")
        },
        FaultProgram("a state sent while no screen is there any more", near: ["unheard-send"]) {
            let (screen, state) = (Screen(), PublishSubject<String>())
            state.subscribe(onNext: { screen.show($0) }).dispose()
            state.onNext("lost, and nobody is there")
            state.subscribe(onNext: { screen.show($0) }).dispose()
        },
        FaultProgram("a state that nobody ever listens to", near: ["unheard-send"]) {
            let state = PublishSubject<String>()
            state.onNext("loading")
            state.onNext("done")
        },
        FaultProgram("a chain that feeds a subject too early") {
            let (screen, state, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            Observable.of(1, 2).subscribe(onNext: { state.onNext($0) }).disposed(by: bag)  // FAULT: unheard-send
            state.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            state.onNext(3)
        },
        FaultProgram("subscribe(on:) right above a subject") {
            let (screen, clock, source) = (Screen(), HistoricalScheduler(), PublishSubject<Int>())
            let bag = DisposeBag()
            source
                .subscribe(on: clock)  // FAULT: subscribe-on-subject
                .map { $0 + 1 }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.start()
            source.onNext(1)
        },
        FaultProgram("observe(on:) above a subject", near: ["subscribe-on-subject"]) {
            let (screen, clock, source) = (Screen(), HistoricalScheduler(), PublishSubject<Int>())
            let bag = DisposeBag()
            source.observe(on: clock).map { $0 + 1 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            source.onNext(1)
            clock.start()
        },
        FaultProgram("subscribe(on:) above work", near: ["subscribe-on-subject"]) {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable<Int>.deferred { .just(1) }
                .subscribe(on: clock)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.start()
        },
    ]
}
