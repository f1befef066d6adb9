import RxSwift

private func save(_ number: Int) -> Observable<Int> {
    number == 2 ? .error(Failure()) : .just(number)
}

extension FaultProgram {
    /// Chains that an error ends, and some that it does not.
    static let deadChains: [FaultProgram] = [
        FaultProgram("a catch outside of the flatMap") {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            taps
                .flatMap { save($0) }
                .catchAndReturn(-1)  // FAULT: dead-chain
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...3 { taps.onNext(number) }
        },
        FaultProgram("a catch inside of the flatMap") {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            taps
                .flatMap { save($0).catchAndReturn(-1) }
                .catchAndReturn(-2)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...3 { taps.onNext(number) }
        },
        FaultProgram("an error shown, and the taps are dead") {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            taps
                .flatMapLatest { save($0) }  // FAULT: dead-chain
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            for number in 1...3 { taps.onNext(number) }
        },
        FaultProgram("an error of the last tap") {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            taps
                .flatMapLatest { save($0) }
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            for number in 1...2 { taps.onNext(number) }
        },
        FaultProgram("a chain that is retried") {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            taps
                .flatMapLatest { save($0) }
                .retry()
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...3 { taps.onNext(number) }
        },
        FaultProgram("a chain that its catch makes anew") {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            func saved() -> Observable<Int> {
                taps.flatMap { save($0) }.catch { error in
                    screen.show(error)
                    return saved()
                }
            }
            saved().subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...3 { taps.onNext(number) }
        },
        FaultProgram("a parser that throws in map") {
            let (screen, lines, bag) = (Screen(), PublishSubject<String>(), DisposeBag())
            lines
                .map { line -> Int in  // FAULT: dead-chain
                    guard let number = Int(line) else { throw Failure() }
                    return number
                }
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            for line in ["1", "two", "3"] { lines.onNext(line) }
        },
        FaultProgram("a parser that answers nil") {
            let (screen, lines, bag) = (Screen(), PublishSubject<String>(), DisposeBag())
            lines.compactMap { Int($0) }
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            for line in ["1", "two", "3"] { lines.onNext(line) }
        },
        FaultProgram("an error after enough") {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            taps.take(1).flatMap { save($0 + 1) }
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            for number in 1...3 { taps.onNext(number) }
        },
        FaultProgram("an answer that comes too late for the timeout") {
            let (screen, clock, answers) = (Screen(), HistoricalScheduler(), PublishSubject<Int>())
            let bag = DisposeBag()
            answers.timeout(.seconds(1), scheduler: clock)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            answers.onNext(1)
            clock.start()
            answers.onNext(2)
        },
        FaultProgram("a timeout that ends what goes on") {
            let (screen, clock, answers) = (Screen(), HistoricalScheduler(), PublishSubject<Int>())
            let bag = DisposeBag()
            answers.timeout(.seconds(1), scheduler: clock)  // FAULT: dead-chain
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            answers.onNext(1)
            clock.pass(3)
            for number in 2...3 { answers.onNext(number) }
        },
        FaultProgram("a timeout that begins anew", near: ["dead-chain"]) {
            let (screen, clock, answers) = (Screen(), HistoricalScheduler(), PublishSubject<Int>())
            let bag = DisposeBag()
            answers.timeout(.seconds(1), scheduler: clock).retry(2)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            answers.onNext(1)
            clock.pass(1.5)
            for number in 2...3 { answers.onNext(number) }
        },
        FaultProgram("an end that is an element of its own") {
            enum Entry {
                case line(Int)
                case end
            }
            let (screen, entries, bag) = (Screen(), PublishSubject<Entry>(), DisposeBag())
            entries
                .map { entry -> Int in  // FAULT: note dead-chain
                    switch entry {
                    case .line(let number): return number
                    case .end: throw Failure()
                    }
                }
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            for entry in [Entry.line(1), .end, .line(2)] { entries.onNext(entry) }
        },
        FaultProgram("a sensor that fails, and ends the others") {
            let (screen, clock, wind, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            let heat = Observable<Int>.interval(.seconds(1), scheduler: clock)
            Observable.merge(heat, wind)  // FAULT: note dead-chain
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            clock.pass(2)
            wind.onError(Failure())
        },
        FaultProgram("a sensor that fails, and is left out", near: ["dead-chain"]) {
            let (screen, clock, wind, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            let heat = Observable<Int>.interval(.seconds(1), scheduler: clock)
            Observable.merge(heat, wind.catchAndReturn(0))
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            clock.pass(2)
            wind.onError(Failure())
            clock.pass(2)
        },
        FaultProgram("a subject that fails itself") {
            let (screen, answers, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            answers.map { $0 + 1 }
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            answers.onNext(1)
            answers.onError(Failure())
        },
        FaultProgram("a form that a failing check ends") {
            let (screen, name, age) = (Screen(), BehaviorSubject(value: "Ada"), PublishSubject<Int>())
            let bag = DisposeBag()
            let checked = age.flatMap { save($0) }  // FAULT: dead-chain
            Observable.combineLatest(name, checked)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            age.onNext(1)
            age.onNext(2)
            age.onNext(3)
        },
        FaultProgram("subscribed anew after an error") {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            func start() {
                taps.flatMap { save($0) }
                    .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            }
            start()
            taps.onNext(2)
            start()
            taps.onNext(3)
        },
        FaultProgram("a download tried without a pause") {
            let (screen, bag) = (Screen(), DisposeBag())
            var attempts = 0
            let download = Observable<Int>.create { observer in
                attempts += 1
                if attempts < 12 { observer.onError(Failure()) } else { observer.onNext(attempts) }
                return Disposables.create()
            }
            download
                .retry()  // FAULT: retry-storm
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a download tried three times") {
            let (screen, bag) = (Screen(), DisposeBag())
            var attempts = 0
            let download = Observable<Int>.create { observer in
                attempts += 1
                if attempts < 3 { observer.onError(Failure()) } else { observer.onNext(attempts) }
                return Disposables.create()
            }
            download.retry(3).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a download tried after a pause each") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            var attempts = 0
            let download = Observable<Int>.create { observer in
                attempts += 1
                if attempts < 12 { observer.onError(Failure()) } else { observer.onNext(attempts) }
                return Disposables.create()
            }
            download
                .retry(when: { errors in
                    errors.flatMap { _ in Observable<Int>.timer(.seconds(1), scheduler: clock) }
                })
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.start()
        },
        FaultProgram("a download tried as soon as its error is told") {
            let (screen, bag) = (Screen(), DisposeBag())
            var attempts = 0
            let download = Observable<Int>.create { observer in
                attempts += 1
                if attempts < 12 { observer.onError(Failure()) } else { observer.onNext(attempts) }
                return Disposables.create()
            }
            download
                .retry(when: { errors in errors.map { _ in () } })  // FAULT: retry-storm
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
    ]
}
