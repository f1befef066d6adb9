import RxRelay
import RxSwift

/// Its level is another each time.
private final class Battery {
    private var level = 100

    func read() -> Int {
        level -= 7
        return level
    }
}

extension FaultProgram {
    /// First values that are left out, or read once for all.
    static let skips: [FaultProgram] = [
        FaultProgram("the first choice is skipped") {
            let (screen, choices, bag) = (Screen(), PublishSubject<String>(), DisposeBag())
            choices
                .skip(1)  // FAULT: note skipped-first
                .distinctUntilChanged()
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            choices.onNext("shoes")
        },
        FaultProgram("the value that a subject begins with is skipped", near: ["skipped-first"]) {
            let (screen, choices, bag) = (Screen(), BehaviorSubject(value: "all"), DisposeBag())
            choices.skip(1).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("the first of several is skipped", near: ["skipped-first"]) {
            let (screen, choices, bag) = (Screen(), PublishSubject<String>(), DisposeBag())
            choices.skip(1).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for choice in ["shoes", "hats"] { choices.onNext(choice) }
        },
        FaultProgram("what a replay keeps is skipped", near: ["skipped-first"]) {
            let (screen, choices, bag) = (Screen(), ReplaySubject<String>.create(bufferSize: 1), DisposeBag())
            choices.onNext("all")
            choices.skip(1).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a choice that is skipped by what it is", near: ["skipped-first"]) {
            let (screen, choices, bag) = (Screen(), PublishSubject<String>(), DisposeBag())
            choices.skip(while: { $0 == "all" }).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            choices.onNext("all")
        },
        FaultProgram("the second element alone", near: ["skipped-first"]) {
            let (screen, choices, bag) = (Screen(), PublishSubject<String>(), DisposeBag())
            choices.element(at: 1).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            choices.onNext("all")
        },
        FaultProgram("what comes in the first second is skipped", near: ["skipped-first"]) {
            let (screen, clock, choices) = (Screen(), HistoricalScheduler(), PublishSubject<String>())
            let bag = DisposeBag()
            choices.skip(.seconds(1), scheduler: clock).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            choices.onNext("all")
        },
        FaultProgram("the seed of a scan is skipped", near: ["split-state", "skipped-first"]) {
            let (screen, numbers, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            numbers.scan(0, accumulator: +).startWith(0).skip(1)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            numbers.onNext(1)
        },
        FaultProgram("a skip over a subject that sends nothing", near: ["skipped-first"]) {
            let (screen, choices, bag) = (Screen(), PublishSubject<String>(), DisposeBag())
            choices.skip(1).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a skip over a filter", near: ["skipped-first"]) {
            let (screen, numbers, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            numbers.filter { $0 > 1 }.skip(1).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...2 { numbers.onNext(number) }
        },
        FaultProgram("a filter in place of a skip", near: ["skipped-first"]) {
            let (screen, numbers, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            numbers.filter { $0 > 1 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            numbers.onNext(1)
        },
        FaultProgram("the level that is read as the chain is made") {
            let (screen, battery, ticks, bag) = (Screen(), Battery(), PublishSubject<Int>(), DisposeBag())
            let level = Observable.just(battery.read())  // FAULT: note read-once
            ticks.flatMapLatest { _ in level }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for tick in 1...4 { ticks.onNext(tick) }
        },
        FaultProgram("the level that is read each time", near: ["read-once"]) {
            let (screen, battery, ticks, bag) = (Screen(), Battery(), PublishSubject<Int>(), DisposeBag())
            let level = Observable.deferred { .just(battery.read()) }
            ticks.flatMapLatest { _ in level }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for tick in 1...4 { ticks.onNext(tick) }
        },
        FaultProgram("the level that the closure reads", near: ["read-once"]) {
            let (screen, battery, ticks, bag) = (Screen(), Battery(), PublishSubject<Int>(), DisposeBag())
            ticks.flatMapLatest { _ in Observable.just(battery.read()) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for tick in 1...4 { ticks.onNext(tick) }
        },
        FaultProgram("a constant that is asked again", near: ["read-once"]) {
            let (screen, ticks, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let level = Observable.just(100)
            ticks.flatMapLatest { _ in level }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for tick in 1...4 { ticks.onNext(tick) }
        },
        FaultProgram("a variable that is asked again", near: ["read-once"]) {
            let (screen, ticks, bag, full) = (Screen(), PublishSubject<Int>(), DisposeBag(), 100)
            let level = Observable.just(full)
            ticks.flatMapLatest { _ in level }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for tick in 1...4 { ticks.onNext(tick) }
        },
        FaultProgram("a level that is asked twice", near: ["read-once"]) {
            let (screen, battery, ticks, bag) = (Screen(), Battery(), PublishSubject<Int>(), DisposeBag())
            let level = Observable.just(battery.read())
            ticks.flatMapLatest { _ in level }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for tick in 1...2 { ticks.onNext(tick) }
        },
        FaultProgram("a level that three views show", near: ["read-once"]) {
            let (screen, battery, bag) = (Screen(), Battery(), DisposeBag())
            let level = Observable.just(battery.read())
            for _ in 1...3 { level.subscribe(onNext: { screen.show($0) }).disposed(by: bag) }
        },
        FaultProgram("an object that is made once", near: ["read-once"]) {
            let (screen, ticks, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let whole = Observable.just(Battery())
            ticks.flatMapLatest { _ in whole }.subscribe(onNext: { screen.show($0.read()) }).disposed(by: bag)
            for tick in 1...4 { ticks.onNext(tick) }
        },
        FaultProgram("a list that is asked again", near: ["read-once"]) {
            let (screen, battery, ticks, bag) = (Screen(), Battery(), PublishSubject<Int>(), DisposeBag())
            let levels = Observable.of(battery.read(), battery.read())
            ticks.flatMapLatest { _ in levels }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for tick in 1...4 { ticks.onNext(tick) }
        },
        FaultProgram("a level that a form is made of", near: ["read-once"]) {
            let (screen, battery, bag) = (Screen(), Battery(), DisposeBag())
            let level = Observable.just(battery.read())
            Observable.combineLatest(level, level, level).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a level that answers an error", near: ["read-once"]) {
            let (screen, battery, ticks, bag) = (Screen(), Battery(), PublishSubject<Int>(), DisposeBag())
            let level = Observable.just(battery.read())
            ticks.flatMap { $0 > 3 ? Observable.just($0) : Observable.error(Failure()).catch { _ in .just(0) } }
                .withLatestFrom(level).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for tick in 1...4 { ticks.onNext(tick) }
        },
    ]
}
