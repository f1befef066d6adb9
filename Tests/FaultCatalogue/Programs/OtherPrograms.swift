import Dispatch
import RxSwift

extension FaultProgram {
    static let others: [FaultProgram] = [
        FaultProgram("an error in a trailing closure that is empty") {
            let screen = Screen()
            _ = Observable<Int>.error(Failure()).subscribe {  // FAULT: swallowed-error
                screen.show($0)
            } onError: { _ in
            }
        },
        FaultProgram("an error in a trailing closure that is not") {
            let screen = Screen()
            _ = Observable<Int>.error(Failure()).subscribe {
                screen.show($0)
            } onError: { error in
                screen.show(error)
            }
        },
        FaultProgram("an error swallowed inside, on purpose and said so") {
            let screen = Screen()
            // rxtrace:disable swallowed-error: the next save tells
            _ = Observable<Int>.error(Failure()).subscribe(onNext: { screen.show($0) }, onError: { _ in })
        },
        FaultProgram("a leak that is meant and said so") {
            let screen = Screen()
            _ = Observable<Int>.never().subscribe(onNext: { screen.show($0) })  // rxtrace:disable leak
        },
        FaultProgram("a leak that is said to be meant before its statement") {
            let screen = Screen()
            // rxtrace:disable leak: as long as the program
            _ = Observable<Int>.never()
                .map { $0 + 1 }

                // shown for good
                .subscribe(onNext: { screen.show($0) })
        },
        FaultProgram("a leak beside one that is meant") {
            let screen = Screen()
            _ = Observable<Int>.never()  // rxtrace:disable leak
            _ = Observable<Int>.never().map { $0 + 1 }
                .subscribe(onNext: { screen.show($0) })  // FAULT: leak source
        },
        FaultProgram("a hop behind a hop behind a filter") {
            let (screen, clock, source) = (Screen(), HistoricalScheduler(), PublishSubject<Int>())
            let subscription =
                source
                .observe(on: clock)
                .filter { $0 > 0 }
                .distinctUntilChanged()
                .observe(on: clock)  // FAULT: idle-hop
                .subscribe(onNext: { screen.show($0) })
            source.onNext(1)
            source.onNext(2)
            clock.start()
            subscription.dispose()
        },
        FaultProgram("a hop away and back") {
            let (screen, clock, other, source) = (
                Screen(), HistoricalScheduler(), HistoricalScheduler(), PublishSubject<Int>()
            )
            let subscription =
                source
                .observe(on: clock)
                .map { $0 + 1 }
                .observe(on: other)
                .map { $0 + 1 }
                .observe(on: clock)
                .subscribe(onNext: { screen.show($0) })
            source.onNext(1)
            clock.start()
            other.start()
            clock.start()
            subscription.dispose()
        },
        FaultProgram("debounced and observed on one scheduler") {
            let (screen, clock, source) = (Screen(), HistoricalScheduler(), PublishSubject<Int>())
            let subscription =
                source
                .debounce(.milliseconds(300), scheduler: clock)
                .observe(on: clock)  // FAULT: idle-hop
                .subscribe(onNext: { screen.show($0) })
            source.onNext(1)
            clock.start()
            subscription.dispose()
        },
        FaultProgram("a connection kept with its listeners gone") {
            let (screen, source) = (Screen(), PublishSubject<Int>())
            let shared = source.replay(1)
            _ = shared.connect()  // FAULT: leak connection
            let bag = DisposeBag()
            shared.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            source.onNext(1)
        },
        FaultProgram("a connection kept in a bag") {
            let (screen, source) = (Screen(), PublishSubject<Int>())
            let bag = DisposeBag()
            let shared = source.replay(1)
            shared.connect().disposed(by: bag)
            shared.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            source.onNext(1)
        },
        FaultProgram("windows of which the last stays open") {
            let (screen, source) = (Screen(), PublishSubject<Int>())
            let clock = HistoricalScheduler()
            let bag = DisposeBag()
            source.window(timeSpan: .seconds(5), count: 2, scheduler: clock).flatMap { $0 }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 0..<3 { source.onNext(number) }
        },
        FaultProgram("groups of one source") {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable.of(1, 2, 3).groupBy { $0 % 2 }.flatMap { group in group.map { "\(group.key) \($0)" } }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("groups subscribed as they come") {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable.of(1, 2, 3).groupBy { $0 % 2 }
                .subscribe(onNext: { group in group.subscribe(onNext: { screen.show($0) }).disposed(by: bag) })
                .disposed(by: bag)
        },
        FaultProgram("a timeout that never comes") {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let answers = PublishSubject<Int>()
            let subscription = answers.timeout(.seconds(1), scheduler: clock)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) })
            answers.onNext(1)
            subscription.dispose()
            clock.start()
        },
        FaultProgram("taken until the owner goes") {
            let (screen, values, gone) = (Screen(), PublishSubject<Int>(), PublishSubject<Void>())
            _ = values.take(until: gone).map { $0 + 1 }.subscribe(onNext: { screen.show($0) })
            _ = values.take(until: gone).subscribe(onNext: { screen.show($0) })
            values.onNext(1)
            gone.onNext(())
            values.onNext(2)
        },
        FaultProgram("the same owner, forgotten for one") {
            let screen = Screen()
            let values = PublishSubject<Int>()  // FAULT: uncompleted-subject
            let gone = PublishSubject<Void>()
            _ = values.take(until: gone).map { $0 + 1 }.subscribe(onNext: { screen.show($0) })
            _ = values.subscribe(onNext: { screen.show($0) })  // FAULT: leak source
            values.onNext(1)
            gone.onNext(())
            values.onNext(2)
        },
        FaultProgram("a composite that is never disposed") {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let all = CompositeDisposable()
            _ = all.insert(
                Observable<Int>.interval(.seconds(1), scheduler: clock)
                    .subscribe(onNext: { screen.show($0) }))  // FAULT: leak source
            clock.advanceTo(clock.now.addingTimeInterval(2))
        },
        FaultProgram("handlers of a queue, where they belong by another's rule", mainThread: ["Views/*.swift"]) {
            let (screen, done) = (Screen(), DispatchSemaphore(value: 0))
            let queue = SerialDispatchQueueScheduler(qos: .default, internalSerialQueueName: "work")
            let subscription = Observable.of(1).observe(on: queue)
                .subscribe(onNext: { screen.show($0) }, onDisposed: { done.signal() })
            done.wait()
            subscription.dispose()
        },
    ]
}
