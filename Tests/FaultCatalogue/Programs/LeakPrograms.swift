import RxSwift

private final class Profile {
    let bag = DisposeBag()
    let name: Observable<String>
    var greeting = ""

    init(_ name: Observable<String>) { self.name = name }

    func greet() {
        name.subscribe(onNext: { self.greeting = "Hello, \($0)" })  // FAULT: leak bag, unreleased-bag
            .disposed(by: bag)
    }
}

private final class WeakProfile {
    let bag = DisposeBag()
    var greeting = ""

    func greet(_ name: Observable<String>) {
        name.subscribe(onNext: { [weak self] in self?.greeting = "Hello, \($0)" }).disposed(by: bag)
    }
}

private final class WithProfile {
    let bag = DisposeBag()
    var greeting = ""

    func greet(_ name: Observable<String>) {
        name.subscribe(with: self, onNext: { $0.greeting = "Hello, \($1)" }).disposed(by: bag)
    }
}

extension FaultProgram {
    static let leaks: [FaultProgram] = [
        FaultProgram("a handler that holds its owner") {
            let name = BehaviorSubject(value: "Ada")
            Profile(name).greet()
            name.onNext("Grace")
        }.spanning(3...15),
        FaultProgram("a handler that holds its owner weakly") {
            let name = BehaviorSubject(value: "Ada")
            let profile = WeakProfile()
            profile.greet(name)
            name.onNext("Grace")
        },
        FaultProgram("a handler that is given its owner") {
            let name = BehaviorSubject(value: "Ada")
            let profile = WithProfile()
            profile.greet(name)
            name.onNext("Grace")
        },
        FaultProgram("a disposable thrown away") {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let ticks = Observable<Int>.interval(.seconds(1), scheduler: clock)
            _ = ticks.subscribe(onNext: { screen.show($0) })  // FAULT: leak source, forgotten-timer
            clock.advanceTo(clock.now.addingTimeInterval(3))
        },
        FaultProgram("a disposable thrown away of a source that ends") {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let ticks = Observable<Int>.interval(.seconds(1), scheduler: clock).take(2)
            _ = ticks.subscribe(onNext: { screen.show($0) })
            clock.advanceTo(clock.now.addingTimeInterval(3))
        },
        FaultProgram("subscribed again at each appearance") {
            let (screen, name) = (Screen(), PublishSubject<String>())  // FAULT: uncompleted-subject
            var shown: Disposable?
            func appear() {
                shown = name.subscribe(onNext: { screen.title = $0 })  // FAULT: leak replaced
            }
            appear()
            appear()
            name.onNext("Ada")
            shown?.dispose()
        },
        FaultProgram("subscribed again after a disposal at each appearance") {
            let (screen, name) = (Screen(), PublishSubject<String>())
            var shown: Disposable?
            func appear() {
                shown?.dispose()
                shown = name.subscribe(onNext: { screen.title = $0 })
            }
            appear()
            appear()
            name.onNext("Ada")
            shown?.dispose()
        },
        FaultProgram("subscribed into a serial disposable") {
            let (screen, name) = (Screen(), PublishSubject<String>())
            let shown = SerialDisposable()
            func appear() { shown.disposable = name.subscribe(onNext: { screen.title = $0 }) }
            appear()
            appear()
            name.onNext("Ada")
            shown.dispose()
        },
        FaultProgram("connected and never disconnected") {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let ticks = Observable<Int>.interval(.seconds(1), scheduler: clock).publish()
            let subscription = ticks.subscribe(onNext: { screen.show($0) })
            _ = ticks.connect()  // FAULT: leak connection
            clock.advanceTo(clock.now.addingTimeInterval(2))
            subscription.dispose()
        },
        FaultProgram("connected by refCount") {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let ticks = Observable<Int>.interval(.seconds(1), scheduler: clock).publish().refCount()
            let subscription = ticks.subscribe(onNext: { screen.show($0) })
            clock.advanceTo(clock.now.addingTimeInterval(2))
            subscription.dispose()
        },
        FaultProgram("connected and disconnected") {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let ticks = Observable<Int>.interval(.seconds(1), scheduler: clock).publish()
            let subscription = ticks.subscribe(onNext: { screen.show($0) })
            let connection = ticks.connect()
            clock.advanceTo(clock.now.addingTimeInterval(2))
            subscription.dispose()
            connection.dispose()
        },
        FaultProgram("a shared source with a listener that stays") {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let ticks = Observable<Int>.interval(.seconds(1), scheduler: clock).share()
            let first = ticks.subscribe(onNext: { screen.show($0) })
            _ = ticks.subscribe(onNext: { screen.show($0) })  // FAULT: leak source
            clock.advanceTo(clock.now.addingTimeInterval(2))
            first.dispose()
        },
        FaultProgram("a shared source with listeners that leave") {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let ticks = Observable<Int>.interval(.seconds(1), scheduler: clock).share()
            let first = ticks.subscribe(onNext: { screen.show($0) })
            let second = ticks.subscribe(onNext: { screen.show($0) })
            clock.advanceTo(clock.now.addingTimeInterval(2))
            first.dispose()
            second.dispose()
        },
        FaultProgram("inner subscriptions of one that stays") {
            let (screen, ids) = (Screen(), PublishSubject<Int>())  // FAULT: uncompleted-subject
            _ = ids.flatMap { _ in Observable<Int>.never() }
                .subscribe(onNext: { screen.show($0) })  // FAULT: leak source
            ids.onNext(1)
            ids.onNext(2)
        },
        FaultProgram("inner subscriptions of one in a bag") {
            let (screen, ids, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            ids.flatMap { _ in Observable<Int>.never() }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            ids.onNext(1)
            ids.onNext(2)
        },
        FaultProgram("a bag kept by what it holds") {
            let (screen, values) = (Screen(), PublishSubject<Int>())
            let bag = DisposeBag()
            values.subscribe(onNext: { value in  // FAULT: note leak bag, note unreleased-bag
                withExtendedLifetime((bag, values)) { screen.show(value) }
            }).disposed(by: bag)
            values.onNext(1)
        },
        FaultProgram("a bag that outlives its only, completed subscription") {
            final class Owner {
                let bag = DisposeBag()
                var me: Owner?
            }
            let (screen, owner) = (Screen(), Owner())
            owner.me = owner
            Observable.of(1, 2).subscribe(onNext: { screen.show($0) }).disposed(by: owner.bag)
        },
        FaultProgram("one listener of several that was forgotten") {
            let screen = Screen()
            let values = BehaviorSubject(value: 0)  // FAULT: uncompleted-subject
            let listeners = [
                values.subscribe(onNext: { screen.show($0) }),
                values.map { $0 + 1 }.subscribe(onNext: { screen.show($0) }),
            ]
            _ = values.filter { $0 > 1 }.subscribe(onNext: { screen.show($0) })  // FAULT: leak source
            for listener in listeners { listener.dispose() }
        },
        FaultProgram("listeners in a composite") {
            let (screen, values) = (Screen(), BehaviorSubject(value: 0))
            let listeners = CompositeDisposable(
                values.subscribe(onNext: { screen.show($0) }),
                values.map { $0 + 1 }.subscribe(onNext: { screen.show($0) }))
            _ = listeners.insert(values.filter { $0 > 1 }.subscribe(onNext: { screen.show($0) }))
            listeners.dispose()
        },
        FaultProgram("a subscription to what never comes") {
            let screen = Screen()
            _ = Observable.of(1).concat(Observable.never())
                .subscribe(onNext: { screen.show($0) })  // FAULT: leak source
        },
        FaultProgram("subscriptions that end until another does") {
            let (screen, values, end) = (Screen(), PublishSubject<Int>(), PublishSubject<Void>())
            _ = values.take(until: end).subscribe(onNext: { screen.show($0) })
            values.onNext(1)
            end.onNext(())
        },
    ]

    static let subjects: [FaultProgram] = [
        FaultProgram("a sum that waits for an end") {
            let (screen, bag) = (Screen(), DisposeBag())
            let numbers = PublishSubject<Int>()
            numbers.reduce(0, accumulator: +)  // FAULT: endless-wait
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            numbers.onNext(1)
            numbers.onNext(2)
        },
        FaultProgram("a sum whose end comes") {
            let (screen, bag) = (Screen(), DisposeBag())
            let numbers = PublishSubject<Int>()
            numbers.reduce(0, accumulator: +).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            numbers.onNext(1)
            numbers.onCompleted()
        },
        FaultProgram("a running sum needs no end") {
            let (screen, bag) = (Screen(), DisposeBag())
            let numbers = PublishSubject<Int>()
            numbers.scan(0, accumulator: +).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            numbers.onNext(1)
        },
        FaultProgram("an answer that is never completed") {
            let (screen, bag) = (Screen(), DisposeBag())
            let answer = AsyncSubject<Int>()  // FAULT: endless-wait
            answer.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            answer.onNext(42)
        },
        FaultProgram("an answer that is completed") {
            let (screen, bag) = (Screen(), DisposeBag())
            let answer = AsyncSubject<Int>()
            answer.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            answer.onNext(42)
            answer.onCompleted()
        },
        FaultProgram("the last of a subject that goes on") {
            let (screen, bag) = (Screen(), DisposeBag())
            let scores = PublishSubject<Int>()
            scores.map { $0 * 10 }.takeLast(1)  // FAULT: endless-wait
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            scores.onNext(1)
        },
        FaultProgram("the last of what is taken of a subject that goes on") {
            let (screen, bag) = (Screen(), DisposeBag())
            let scores = PublishSubject<Int>()
            scores.take(2).takeLast(1).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            scores.onNext(1)
            scores.onNext(2)
            scores.onNext(3)
        },
    ]
}
