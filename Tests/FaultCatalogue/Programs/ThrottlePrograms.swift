import RxSwift

extension FaultProgram {
    /// Throttles, and what they let through.
    static let throttles: [FaultProgram] = [
        FaultProgram("text of which the first letter is searched") {
            let (screen, clock, text, bag) = (Screen(), HistoricalScheduler(), PublishSubject<String>(), DisposeBag())
            text.throttle(.seconds(3), latest: false, scheduler: clock)  // FAULT: dropped-last
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for letters in ["r", "rx", "rxs"] {
                text.onNext(letters)
                clock.pass(1)
            }
            clock.pass(9)
        },
        FaultProgram("text of which the last comes when it is time", near: ["dropped-last"]) {
            let (screen, clock, text, bag) = (Screen(), HistoricalScheduler(), PublishSubject<String>(), DisposeBag())
            text.throttle(.seconds(3), scheduler: clock).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for letters in ["r", "rx", "rxs"] { text.onNext(letters) }
            clock.pass(9)
        },
        FaultProgram("text whose last waits yet", near: ["dropped-last", "unrun-work"]) {
            let (screen, clock, text, bag) = (Screen(), HistoricalScheduler(), PublishSubject<String>(), DisposeBag())
            text.throttle(.seconds(3), scheduler: clock).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for letters in ["r", "rx", "rxs"] { text.onNext(letters) }
        },
        FaultProgram("taps that count once", near: ["dropped-last"]) {
            let (screen, clock, taps, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Void>(), DisposeBag())
            taps.throttle(.seconds(3), latest: false, scheduler: clock).subscribe(onNext: { screen.show($0) })
                .disposed(by: bag)
            for _ in 1...3 { taps.onNext(()) }
        },
        FaultProgram("a value that comes back before the end", near: ["dropped-last"]) {
            let (screen, clock, text, bag) = (Screen(), HistoricalScheduler(), PublishSubject<String>(), DisposeBag())
            text.throttle(.seconds(3), latest: false, scheduler: clock).subscribe(onNext: { screen.show($0) })
                .disposed(by: bag)
            for letters in ["on", "off", "on"] { text.onNext(letters) }
        },
        FaultProgram("a measure in time for each", near: ["dropped-last"]) {
            let (screen, clock, text, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            text.throttle(.seconds(3), latest: false, scheduler: clock).subscribe(onNext: { screen.show($0) })
                .disposed(by: bag)
            for number in 1...3 {
                text.onNext(number)
                clock.pass(4)
            }
        },
        FaultProgram("measures of which the last is let through", near: ["dropped-last"]) {
            let (screen, clock, text, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            text.throttle(.seconds(3), latest: false, scheduler: clock).subscribe(onNext: { screen.show($0) })
                .disposed(by: bag)
            text.onNext(1)
            text.onNext(2)
            clock.pass(4)
            text.onNext(3)
        },
        FaultProgram("text that becomes quiet", near: ["dropped-last", "nothing-passes"]) {
            let (screen, clock, text, bag) = (Screen(), HistoricalScheduler(), PublishSubject<String>(), DisposeBag())
            text.debounce(.seconds(3), scheduler: clock).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for letters in ["r", "rx", "rxs"] { text.onNext(letters) }
            clock.pass(9)
        },
        FaultProgram("a sample of measures", near: ["dropped-last", "nothing-passes"]) {
            let (screen, text, ticks, bag) = (Screen(), PublishSubject<Int>(), PublishSubject<Void>(), DisposeBag())
            text.sample(ticks).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            text.onNext(1)
            ticks.onNext(())
            text.onNext(2)
        },
        FaultProgram("one element alone", near: ["dropped-last"]) {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable.just(1).throttle(.seconds(3), latest: false, scheduler: clock)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("the first of several that come at once", near: ["dropped-last"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable.of(1, 2, 3).take(1).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            Observable.of(1, 2, 3).element(at: 1).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
    ]
}
