import RxSwift

extension FaultProgram {
    /// Elements that wait, or that do not pass.
    static let passing: [FaultProgram] = [
        FaultProgram("a filter that is never true") {
            let (screen, ages, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            ages
                .filter { $0 > 200 }  // FAULT: note nothing-passes
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for age in 1...6 { ages.onNext(age) }
        },
        FaultProgram("a filter that is true once") {
            let (screen, ages, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            ages.filter { $0 > 5 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for age in 1...6 { ages.onNext(age) }
        },
        FaultProgram("a filter of two, of which one passes") {
            let (screen, ages, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            for limit in [3, 300] {
                ages.filter { $0 > limit }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            }
            for age in 1...6 { ages.onNext(age) }
        },
        FaultProgram("a source that is never quiet") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let keys = PublishSubject<Int>()
            keys
                .debounce(.seconds(3), scheduler: clock)  // FAULT: nothing-passes
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for key in 1...12 {
                keys.onNext(key)
                clock.advanceTo(clock.now.addingTimeInterval(1))
            }
        },
        FaultProgram("a source that is quiet in the end") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let keys = PublishSubject<Int>()
            keys.debounce(.seconds(3), scheduler: clock).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for key in 1...12 {
                keys.onNext(key)
                clock.advanceTo(clock.now.addingTimeInterval(1))
            }
            clock.start()
        },
        FaultProgram("a second source that never sends") {
            let (screen, taps, form, bag) = (Screen(), PublishSubject<Int>(), PublishSubject<String>(), DisposeBag())
            taps
                .withLatestFrom(form)  // FAULT: nothing-passes
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for tap in 1...5 { taps.onNext(tap) }
        },
        FaultProgram("a zip of a fast and a slow source") {
            let (screen, fast, slow, bag) = (Screen(), PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
            Observable.zip(fast, slow)  // FAULT: growing-backlog
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for round in 1...4 {
                for frame in 1...3 { fast.onNext(frame) }
                slow.onNext(round)
            }
        },
        FaultProgram("a zip of two that keep step", near: ["growing-backlog"]) {
            let (screen, left, right, bag) = (Screen(), PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
            Observable.zip(left, right).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for round in 1...10 {
                left.onNext(round)
                right.onNext(round)
            }
        },
        FaultProgram("items given out by a timer", near: ["growing-backlog"]) {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable.zip(Observable.from(1...20), Observable<Int>.interval(.seconds(1), scheduler: clock))
                .subscribe(onNext: { screen.show($0.0) }).disposed(by: bag)
            clock.advanceTo(clock.now.addingTimeInterval(5))
        },
        FaultProgram("a zip whose partner is silent") {
            let (screen, frames, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let positions = PublishSubject<Int>()
            Observable.zip(frames, positions)  // FAULT: growing-backlog
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for frame in 1...8 { frames.onNext(frame) }
        },
        FaultProgram("saves that wait for one that never ends") {
            let (screen, edits, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            edits
                .concatMap { edit in BehaviorSubject(value: edit) }  // FAULT: endless-wait
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for edit in 1...15 { edits.onNext(edit) }
        },
        FaultProgram("saves one after the other") {
            let (screen, edits, clock, bag) = (Screen(), PublishSubject<Int>(), HistoricalScheduler(), DisposeBag())
            edits.concatMap { Observable.just($0).delay(.seconds(1), scheduler: clock) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for edit in 1...15 { edits.onNext(edit) }
            clock.start()
        },
        FaultProgram("the sum of an interval") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable<Int>.interval(.seconds(1), scheduler: clock)
                .map { $0 + 1 }
                .reduce(0, accumulator: +)  // FAULT: endless-wait
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.advanceTo(clock.now.addingTimeInterval(5))
        },
        FaultProgram("the sum of some of an interval") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable<Int>.interval(.seconds(1), scheduler: clock).take(3).reduce(0, accumulator: +)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.advanceTo(clock.now.addingTimeInterval(5))
        },
        FaultProgram("the sum of a request that is left before its end") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let parts = Observable<Int>.create { observer in
                observer.onNext(1)
                return clock.schedulePeriodic(2, startAfter: .seconds(1), period: .seconds(1)) { part in
                    if part < 9 { observer.onNext(part) } else { observer.onCompleted() }
                    return part + 1
                }
            }
            parts.toArray().subscribe(onSuccess: { screen.show($0) }).disposed(by: bag)
            clock.advanceTo(clock.now.addingTimeInterval(1))
        },
        FaultProgram("concat behind a state") {
            let (screen, state, bag) = (Screen(), BehaviorSubject(value: 1), DisposeBag())
            state  // FAULT: endless-wait
                .concat(Observable.just(2))
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            state.onNext(3)
        },
        FaultProgram("concat behind one value of a state") {
            let (screen, state, bag) = (Screen(), BehaviorSubject(value: 1), DisposeBag())
            state.take(1).concat(Observable.just(2)).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            state.onNext(3)
        },
        FaultProgram("a state behind a first value") {
            let (screen, state, bag) = (Screen(), BehaviorSubject(value: 1), DisposeBag())
            Observable.just(0).concat(state).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            state.onNext(3)
        },
    ]
}
