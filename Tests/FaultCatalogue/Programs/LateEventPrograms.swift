import RxSwift

extension FaultProgram {
    static let lateEvents: [FaultProgram] = [
        FaultProgram("an element after completed") {
            let screen = Screen()
            _ = Observable<Int>.create { observer in
                observer.onNext(1)
                observer.onCompleted()  // FAULT: late-event
                observer.onNext(2)
                return Disposables.create()
            }
            .subscribe(onNext: { screen.show($0) })
        },
        FaultProgram("an element before completed") {
            let screen = Screen()
            _ = Observable<Int>.create { observer in
                observer.onNext(1)
                observer.onNext(2)
                observer.onCompleted()
                return Disposables.create()
            }
            .subscribe(onNext: { screen.show($0) })
        },
        FaultProgram("completed after the error, for want of a return") {
            let screen = Screen()
            func load(_ fails: Bool) -> Observable<Int> {
                .create { observer in
                    if fails { observer.onError(Failure()) }
                    observer.onCompleted()  // FAULT: note late-event
                    return Disposables.create()
                }
            }
            _ = load(false).subscribe(onError: { screen.show($0) })
            _ = load(true).subscribe(onError: { screen.show($0) })
        },
        FaultProgram("completed or the error") {
            let screen = Screen()
            func load(_ fails: Bool) -> Observable<Int> {
                .create { observer in
                    if fails { observer.onError(Failure()) } else { observer.onCompleted() }
                    return Disposables.create()
                }
            }
            _ = load(false).subscribe(onError: { screen.show($0) })
            _ = load(true).subscribe(onError: { screen.show($0) })
        },
        FaultProgram("a timer that nobody stops") {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let ticks = Observable<Int>.create { observer in  // FAULT: late-event
                for tick in 1...2 {
                    _ = clock.scheduleRelative((), dueTime: .seconds(tick)) {
                        observer.onNext(tick)
                        return Disposables.create()
                    }
                }
                return Disposables.create()
            }
            let subscription = ticks.subscribe(onNext: { screen.show($0) })
            subscription.dispose()
            clock.start()
        },
        FaultProgram("a timer that is stopped") {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let ticks = Observable<Int>.create { observer in
                clock.scheduleRelative((), dueTime: .seconds(2)) {
                    observer.onNext(1)
                    return Disposables.create()
                }
            }
            let subscription = ticks.subscribe(onNext: { screen.show($0) })
            subscription.dispose()
            clock.start()
        },
        FaultProgram("a subject used after its end") {
            let screen = Screen()
            let state = PublishSubject<Int>()
            _ = state.subscribe(onNext: { screen.show($0) })
            state.onNext(1)
            state.onCompleted()  // FAULT: late-event
            state.onNext(2)
        },
        FaultProgram("a subject that ends last") {
            let screen = Screen()
            let state = PublishSubject<Int>()
            _ = state.subscribe(onNext: { screen.show($0) })
            state.onNext(1)
            state.onNext(2)
            state.onCompleted()
        },
        FaultProgram("a listener kept after the disposal") {
            let screen = Screen()
            var listeners: [(Int) -> Void] = []
            let keyboard = Observable<Int>.create { observer in
                listeners.append { observer.onNext($0) }
                return Disposables.create()  // FAULT: late-event
            }
            let bag = DisposeBag()
            keyboard.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for listener in listeners { listener(1) }
            _ = consume bag
            for listener in listeners { listener(2) }
        },
        FaultProgram("a listener taken out at the disposal") {
            let screen = Screen()
            var listeners: [(Int) -> Void] = []
            let keyboard = Observable<Int>.create { observer in
                listeners.append { observer.onNext($0) }
                return Disposables.create { listeners.removeAll() }
            }
            let bag = DisposeBag()
            keyboard.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for listener in listeners { listener(1) }
            _ = consume bag
            for listener in listeners { listener(2) }
        },
        FaultProgram("a loop that take cuts short") {
            let screen = Screen()
            let numbers = Observable<Int>.create { observer in
                for number in 0..<10 { observer.onNext(number) }
                observer.onCompleted()
                return Disposables.create()
            }
            _ = numbers.take(2).subscribe(onNext: { screen.show($0) })
        },
        FaultProgram("an answer whose first element is enough") {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let answer = Observable<Int>.create { observer in
                clock.scheduleRelative((), dueTime: .seconds(1)) {
                    observer.onNext(1)
                    observer.onCompleted()
                    return Disposables.create()
                }
            }
            _ = answer.take(1).subscribe(onNext: { screen.show($0) })
            clock.start()
        },
        FaultProgram("a subject used after its disposal") {
            let screen = Screen()
            let state = BehaviorSubject(value: 1)
            _ = state.subscribe(onNext: { screen.show($0) })
            state.dispose()
            state.onNext(2)  // FAULT: late-event
        },
        FaultProgram("a subject nobody listens to any more") {
            let (screen, state) = (Screen(), BehaviorSubject(value: 1))
            state.subscribe(onNext: { screen.show($0) }).dispose()
            state.onNext(2)
            state.onCompleted()
        },
        FaultProgram("an error and then an element") {
            let screen = Screen()
            _ = Observable<String>.create { observer in
                observer.onError(Failure())  // FAULT: late-event
                observer.onNext("as if nothing had happened")
                return Disposables.create()
            }
            .catchAndReturn("offline")
            .subscribe(onNext: { screen.show($0) })
        },
    ]
}
