import RxSwift

extension FaultProgram {
    /// Programs that wait for the end of a subject.
    static let waits: [FaultProgram] = [
        FaultProgram("the last of what a subject replays") {
            let (screen, bag) = (Screen(), DisposeBag())
            let positions = ReplaySubject<Int>.create(bufferSize: 2)
            positions.onNext(1)
            positions.onNext(2)
            positions.takeLast(1)  // FAULT: endless-wait
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("the last of what a subject replays, which ends") {
            let (screen, bag) = (Screen(), DisposeBag())
            let positions = ReplaySubject<Int>.create(bufferSize: 2)
            positions.onNext(1)
            positions.onNext(2)
            positions.takeLast(1).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            positions.onCompleted()
        },
        FaultProgram("only the end of a subject") {
            let (screen, bag) = (Screen(), DisposeBag())
            let migration = PublishSubject<Int>()
            migration.ignoreElements()  // FAULT: endless-wait
                .subscribe(onCompleted: { screen.show("migrated") }).disposed(by: bag)
            migration.onNext(1)
        },
        FaultProgram("only the end of a subject, which comes") {
            let (screen, bag) = (Screen(), DisposeBag())
            let migration = PublishSubject<Int>()
            migration.ignoreElements().subscribe(onCompleted: { screen.show("migrated") }).disposed(by: bag)
            migration.onNext(1)
            migration.onCompleted()
        },
        FaultProgram("the sum of two subjects, of which one ends") {
            let (screen, bag) = (Screen(), DisposeBag())
            let first = PublishSubject<Int>()
            let second = PublishSubject<Int>()
            Observable.merge(first, second).reduce(0, accumulator: +)  // FAULT: endless-wait
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            first.onNext(1)
            first.onCompleted()
            second.onNext(2)
        },
        FaultProgram("the sum of a subject, behind a queue") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let numbers = PublishSubject<Int>()
            numbers.observe(on: clock).reduce(0, accumulator: +)  // FAULT: endless-wait
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            numbers.onNext(1)
            clock.start()
        },
        FaultProgram("the sum of a subject until another says so") {
            let (screen, numbers, stop, bag) = (
                Screen(), PublishSubject<Int>(), PublishSubject<Void>(), DisposeBag()
            )
            numbers.take(until: stop).reduce(0, accumulator: +)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            numbers.onNext(1)
            stop.onNext(())
        },
        FaultProgram("the sum of what a handler passes on, in groups") {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            taps.subscribe(onNext: { tap in
                let parts = PublishSubject<Int>()
                screen.show(tap)
                let sum = parts.reduce(0, accumulator: +)
                    .subscribe(onNext: { screen.show($0) })  // FAULT: nested-subscribe
                parts.onNext(tap)
                parts.onCompleted()
                sum.dispose()
            }).disposed(by: bag)
            taps.onNext(1)
        },
        FaultProgram("the sum of a subject, later and in parts") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let numbers = PublishSubject<Int>()
            numbers.startWith(0)
                .flatMap { Observable.just($0).delay(.seconds(1), scheduler: clock) }
                .reduce(0, accumulator: +)  // FAULT: endless-wait
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            numbers.onNext(1)
            clock.start()
        },
        FaultProgram("the sum of a subject, later and in parts, which ends") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let numbers = PublishSubject<Int>()
            numbers.startWith(0)
                .flatMap { Observable.just($0).delay(.seconds(1), scheduler: clock) }
                .reduce(0, accumulator: +)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            numbers.onNext(1)
            numbers.onCompleted()
            clock.start()
        },
        FaultProgram("the last of a subject, once it is quiet") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let text = PublishSubject<String>()
            text.debounce(.seconds(1), scheduler: clock).takeLast(1)  // FAULT: endless-wait
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            text.onNext("rx")
            clock.start()
        },
        FaultProgram("subjects of the same line that never end") {
            let (screen, bag) = (Screen(), DisposeBag())
            for number in 1...3 {
                let parts = PublishSubject<Int>()
                parts.reduce(0, accumulator: +)  // FAULT: endless-wait
                    .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
                parts.onNext(number)
            }
        },
        FaultProgram("a subject connected for good") {
            let screen = Screen()
            let source = PublishSubject<Int>()
            let ticks = source.multicast(PublishSubject<Int>())
            let viewer = ticks.subscribe(onNext: { screen.show($0) })
            _ = ticks.connect()  // FAULT: leak connection
            source.onNext(1)
            viewer.dispose()
        },
        FaultProgram("a subject shared by a subscription for good") {
            let screen = Screen()
            let source = PublishSubject<Int>()  // FAULT: uncompleted-subject
            _ = source.share().subscribe(onNext: { screen.show($0) })  // FAULT: leak source
            source.onNext(1)
        },
    ]
}
