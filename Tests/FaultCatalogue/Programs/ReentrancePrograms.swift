import RxSwift

extension FaultProgram {
    static let reentrances: [FaultProgram] = [
        FaultProgram("the next page asked for by the handler of a page") {
            let (screen, page, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            page.subscribe(onNext: { number in
                screen.show(number)
                if number < 3 { page.onNext(number + 1) }  // FAULT: reentrance
            }).disposed(by: bag)
            page.onNext(1)
        },
        FaultProgram("the next page asked for by the handler, on a later turn") {
            let (screen, page, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let scheduler = HistoricalScheduler()
            page.observe(on: scheduler).subscribe(onNext: { number in
                screen.show(number)
                if number < 3 { page.onNext(number + 1) }
            }).disposed(by: bag)
            page.onNext(1)
            scheduler.start()
        },
        FaultProgram("state and actions in a ring") {
            let (screen, bag) = (Screen(), DisposeBag())
            let state = BehaviorSubject(value: 0)
            let actions = PublishSubject<Int>()
            actions.scan(0, accumulator: +).subscribe(onNext: { state.onNext($0) }).disposed(by: bag)
            state.filter { $0 > 0 && $0 < 10 }
                .subscribe(onNext: { actions.onNext($0) })  // FAULT: reentrance
                .disposed(by: bag)
            state.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            actions.onNext(3)
        },
        FaultProgram("state and actions in a line") {
            let (screen, bag) = (Screen(), DisposeBag())
            let state = BehaviorSubject(value: 0)
            let actions = PublishSubject<Int>()
            let log = PublishSubject<Int>()
            actions.scan(0, accumulator: +).subscribe(onNext: { state.onNext($0) }).disposed(by: bag)
            log.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            state.subscribe(onNext: { log.onNext($0) }).disposed(by: bag)
            actions.onNext(3)
            actions.onNext(4)
        },
        FaultProgram("two fields that set each other") {
            let bag = DisposeBag()
            let celsius = BehaviorSubject(value: 0)
            let kelvin = BehaviorSubject(value: 273)
            celsius.map { $0 + 273 }.distinctUntilChanged().subscribe(onNext: { kelvin.onNext($0) }).disposed(by: bag)
            kelvin.map { $0 - 272 }.subscribe(onNext: { value in
                if value == 21 { celsius.onNext(value) }  // FAULT: reentrance
            }).disposed(by: bag)
            celsius.onNext(20)
        },
        FaultProgram("one field that sets the other") {
            let (screen, bag) = (Screen(), DisposeBag())
            let celsius = BehaviorSubject(value: 0)
            let kelvin = BehaviorSubject(value: 273)
            celsius.map { $0 + 273 }.subscribe(onNext: { kelvin.onNext($0) }).disposed(by: bag)
            kelvin.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            celsius.onNext(20)
        },
        FaultProgram("a do that sends back") {
            let (screen, values, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            values
                .do(onNext: { if $0 < 0 { values.onNext(-$0) } })  // FAULT: reentrance
                .subscribe(onNext: { screen.show($0) })
                .disposed(by: bag)
            values.onNext(-1)
        },
        FaultProgram("a subject that completes itself") {
            let (screen, values) = (Screen(), PublishSubject<Int>())
            _ = values.subscribe(onNext: { value in
                screen.show(value)
                if value == 2 { values.onCompleted() }
            })
            values.onNext(1)
            values.onNext(2)
        },
        FaultProgram("a create whose observer is called back by what it feeds") {
            let screen = Screen()
            var send: ((Int) -> Void)?
            let numbers = Observable<Int>.create { observer in
                send = { observer.onNext($0) }  // FAULT: reentrance
                return Disposables.create()
            }
            let subscription = numbers.subscribe(onNext: { number in
                screen.show(number)
                if number < 2 { send?(number + 1) }
            })
            send?(0)
            subscription.dispose()
        },
        FaultProgram("a create that sends one after the other") {
            let screen = Screen()
            var send: ((Int) -> Void)?
            let numbers = Observable<Int>.create { observer in
                send = { observer.onNext($0) }
                return Disposables.create()
            }
            let subscription = numbers.subscribe(onNext: { screen.show($0) })
            for number in 0..<3 { send?(number) }
            subscription.dispose()
        },
        FaultProgram("a replaying subject fed by its listener") {
            let (screen, history, bag) = (Screen(), ReplaySubject<String>.create(bufferSize: 2), DisposeBag())
            history.map { "\($0)!" }.take(3)
                .subscribe(onNext: { history.onNext($0) })  // FAULT: reentrance
                .disposed(by: bag)
            history.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            history.onNext("a")
        },
        FaultProgram("a subject handed on to another observer of its own kind") {
            let (screen, bag) = (Screen(), DisposeBag())
            let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
            first.subscribe(second).disposed(by: bag)
            second.subscribe(AnyObserver { event in screen.show(event) }).disposed(by: bag)
            let any = AnyObserver(first)
            any.onNext(1)
            any.onNext(2)
        },
    ]
}
