import Foundation
import RxRelay
import RxSwift

/// Stands for a label on a screen.
private final class Label {
    var text = ""
}

extension FaultProgram {
    /// Elements that are taken, gathered or made, and that nobody gets.
    static let takes: [FaultProgram] = [
        FaultProgram("a take of the placeholder") {
            let (screen, balance, bag) = (Screen(), BehaviorRelay<Int?>(value: nil), DisposeBag())
            balance.take(1)  // FAULT: spent-take
                .compactMap { $0 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            balance.accept(42)
        },
        FaultProgram("a take below what chooses", near: ["spent-take"]) {
            let (screen, balance, bag) = (Screen(), BehaviorRelay<Int?>(value: nil), DisposeBag())
            balance.compactMap { $0 }.take(1).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for value in [42, 43] { balance.accept(value) }
        },
        FaultProgram("a take of which one passes", near: ["spent-take"]) {
            let (screen, balance, bag) = (Screen(), BehaviorRelay<Int?>(value: nil), DisposeBag())
            balance.take(2).compactMap { $0 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for value in [42, 43] { balance.accept(value) }
        },
        FaultProgram("a take of all there is", near: ["spent-take"]) {
            let (screen, balance, bag) = (Screen(), BehaviorRelay<Int?>(value: nil), DisposeBag())
            balance.take(1).compactMap { $0 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a source left by take(until:) before anything passes", near: ["spent-take"]) {
            let (screen, values, end, bag) = (Screen(), PublishSubject<Int>(), PublishSubject<Void>(), DisposeBag())
            values.take(until: end).filter { $0 > 9 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            values.onNext(1)
            end.onNext(())
            values.onNext(10)
        },
        FaultProgram("batches of which most are empty") {
            let (screen, clock, events, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            events.buffer(timeSpan: .seconds(1), count: 9, scheduler: clock)  // FAULT: empty-buffers
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            events.onNext(1)
            clock.pass(7.5)
        },
        FaultProgram("batches without the empty ones", near: ["empty-buffers", "nothing-passes"]) {
            let (screen, clock, events, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            events.buffer(timeSpan: .seconds(1), count: 9, scheduler: clock).filter { $0.count > 0 }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            events.onNext(1)
            clock.pass(7.5)
        },
        FaultProgram("batches whose closure asks", near: ["empty-buffers"]) {
            let (screen, clock, events, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            events.buffer(timeSpan: .seconds(1), count: 9, scheduler: clock)
                .subscribe(onNext: { if !$0.isEmpty { screen.show($0) } }).disposed(by: bag)
            events.onNext(1)
            clock.pass(7.5)
        },
        FaultProgram("empty lists that come late", near: ["empty-buffers"]) {
            let (screen, clock, lists, bag) = (Screen(), HistoricalScheduler(), PublishSubject<[Int]>(), DisposeBag())
            lists.delay(.seconds(1), scheduler: clock).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...6 {
                lists.onNext([])
                clock.pass(2)
            }
        },
        FaultProgram("requests that map hands on") {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            taps.map { number in  // FAULT: unused-elements
                Observable<Int>.create { _ in Disposables.create { screen.show(number) } }
            }
            .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...2 { taps.onNext(number) }
        },
        FaultProgram("requests that merge runs", near: ["unused-elements"]) {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            taps.map { Observable.just($0) }.merge().subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...2 { taps.onNext(number) }
        },
        FaultProgram("requests of which one is run", near: ["unused-elements"]) {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            var kept: [Observable<Int>] = []
            taps.map { Observable.just($0) }.subscribe(onNext: { kept.append($0) }).disposed(by: bag)
            for number in 1...2 { taps.onNext(number) }
            kept.first?.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("models that hold requests", near: ["unused-elements"]) {
            struct Model { var answer: Observable<Int> }
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            taps.map { Model(answer: .just($0)) }.map { _ in 1 }.subscribe(onNext: { screen.show($0) })
                .disposed(by: bag)
            for number in 1...2 { taps.onNext(number) }
        },
        FaultProgram("a take whose element passes", near: ["spent-take"]) {
            let (screen, numbers, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            numbers.take(1).filter { $0 > 0 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...2 { numbers.onNext(number) }
        },
        FaultProgram("a take of three, of which the last passes", near: ["spent-take"]) {
            let (screen, numbers, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            numbers.take(3).filter { $0 > 2 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...4 { numbers.onNext(number) }
        },
        FaultProgram("a take behind the placeholder", near: ["spent-take"]) {
            let (screen, balance, bag) = (Screen(), BehaviorRelay<Int?>(value: nil), DisposeBag())
            balance.skip(1).take(1).compactMap { $0 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for value in [42, 43] { balance.accept(value) }
        },
        FaultProgram("a take above what chooses no element away", near: ["spent-take"]) {
            let (screen, numbers, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            numbers.take(1).distinctUntilChanged().subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...2 { numbers.onNext(number) }
        },
        FaultProgram("a Single of the first, and others that come later", near: ["spent-take"]) {
            let (screen, numbers, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            numbers.take(1).asSingle().subscribe(onSuccess: { screen.show($0) }).disposed(by: bag)
            for number in 1...2 { numbers.onNext(number) }
        },
        FaultProgram("a take of what is no subject", near: ["spent-take"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable.of(1, 2).take(1).filter { $0 > 1 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a take(while:) that ends", near: ["spent-take"]) {
            let (screen, numbers, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            numbers.take(while: { $0 < 3 }).filter { $0 > 1 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...4 { numbers.onNext(number) }
        },
        FaultProgram("batches of which three are empty", near: ["empty-buffers"]) {
            let (screen, clock, events, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            events.buffer(timeSpan: .seconds(1), count: 9, scheduler: clock)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            events.onNext(1)
            clock.pass(4.5)
        },
        FaultProgram("batches that always have something", near: ["empty-buffers"]) {
            let (screen, clock, events, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            events.buffer(timeSpan: .seconds(1), count: 9, scheduler: clock)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...6 {
                events.onNext(number)
                clock.pass(1)
            }
        },
        FaultProgram("batches that are full before their time", near: ["empty-buffers"]) {
            let (screen, clock, events, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            events.buffer(timeSpan: .seconds(60), count: 2, scheduler: clock)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...12 { events.onNext(number) }
        },
        FaultProgram("batches that are counted", near: ["empty-buffers"]) {
            let (screen, clock, events, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            events.buffer(timeSpan: .seconds(1), count: 9, scheduler: clock).map { $0.count }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            events.onNext(1)
            clock.pass(7.5)
        },
        FaultProgram("batches that are put together", near: ["split-state", "empty-buffers"]) {
            let (screen, clock, events, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            events.buffer(timeSpan: .seconds(1), count: 9, scheduler: clock).scan([], accumulator: +)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            events.onNext(1)
            clock.pass(7.5)
        },
        FaultProgram("batches of which one is taken", near: ["empty-buffers"]) {
            let (screen, clock, events, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            events.buffer(timeSpan: .seconds(1), count: 9, scheduler: clock).take(1)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            events.onNext(1)
            clock.pass(7.5)
        },
        FaultProgram("lists that a relay is set to again and again", near: ["empty-buffers"]) {
            let (screen, lists, bag) = (Screen(), PublishRelay<[Int]>(), DisposeBag())
            lists.map { $0 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...6 { lists.accept([]) }
        },
        FaultProgram("requests that concat runs", near: ["unused-elements"]) {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            taps.map { Observable.just($0) }.concat().subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...2 { taps.onNext(number) }
        },
        FaultProgram("requests of which the latest counts", near: ["unused-elements"]) {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            taps.map { Observable.just($0) }.switchLatest().subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...2 { taps.onNext(number) }
        },
        FaultProgram("requests that a later flatMap runs", near: ["unused-elements"]) {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            taps.map { Observable.just($0) }.filter { _ in true }.flatMap { $0 }.subscribe(onNext: { screen.show($0) })
                .disposed(by: bag)
            for number in 1...2 { taps.onNext(number) }
        },
        FaultProgram("requests that the handler runs", near: ["unused-elements"]) {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            taps.map { Observable.just($0) }
                .subscribe(onNext: { answer in
                    _ = answer.subscribe(onNext: { screen.show($0) })  // FAULT: nested-subscribe
                }).disposed(by: bag)
            for number in 1...2 { taps.onNext(number) }
        },
        FaultProgram("groups that nobody listens to", near: ["unused-elements"]) {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            taps.groupBy { $0 }.subscribe(onNext: { screen.show($0.key) }).disposed(by: bag)
            for number in 1...2 { taps.onNext(number) }
        },
        FaultProgram("windows that nobody listens to", near: ["unused-elements"]) {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            taps.window(timeSpan: .seconds(9), count: 1, scheduler: HistoricalScheduler())
                .subscribe(onNext: { _ in screen.show("window") }).disposed(by: bag)
            for number in 1...2 { taps.onNext(number) }
        },
        FaultProgram("a closure that makes a request of which it hands on a number", near: ["unused-elements"]) {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            var requests: [Observable<Int>] = []
            taps.map { number -> Int in
                requests.append(.just(number))
                return requests.count
            }
            .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...2 { taps.onNext(number) }
        },
        FaultProgram("requests that one of two screens runs", near: ["unused-elements"]) {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let requests = taps.map { Observable.just($0) }.share()
            requests.subscribe(onNext: { _ in screen.show("asked") }).disposed(by: bag)
            requests.merge().subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...2 { taps.onNext(number) }
        },
        FaultProgram("a hot source that concat comes to late") {
            let (screen, first, second, bag) = (Screen(), PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
            first.concat(second).subscribe(onNext: { screen.show($0) }).disposed(by: bag)  // FAULT: unheard-send
            first.onNext(1)
            second.onNext(2)
            first.onCompleted()
        },
        FaultProgram("a hot source that begins when it is its turn", near: ["unheard-send"]) {
            let (screen, first, second, bag) = (Screen(), PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
            first.concat(second).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            first.onNext(1)
            first.onCompleted()
            second.onNext(2)
        },
        FaultProgram("a token that each failed request asks for") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            final class Keeper {
                var makes: (() -> Observable<Int>)?
                lazy var token: Observable<Int> = makes!()
            }
            let keeper = Keeper()
            keeper.makes = {
                Observable.deferred {  // FAULT: repeated-side-effect, parallel-request
                    Observable.just(1).delay(.seconds(1), scheduler: clock)
                }
            }
            for _ in 1...2 {
                Observable<Int>.error(Failure()).retry(when: { $0.flatMap { _ in keeper.token } })
                    .take(until: Observable<Int>.timer(.seconds(2), scheduler: clock))
                    .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            }
            clock.pass(3)
        },
        FaultProgram("labels that one function binds", near: ["piled-subscriptions"]) {
            let (price, bag) = (PublishSubject<String>(), DisposeBag())
            func bind(_ label: Label) {
                price.subscribe(onNext: { label.text = $0 })  // FAULT: note piled-subscriptions
                    .disposed(by: bag)
            }
            for label in [Label(), Label(), Label()] {
                bind(label)
            }
            price.onNext("9")
        },
        FaultProgram("an answer of something that cannot be cancelled") {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let answer = Observable<Int>.create { observer in  // FAULT: note late-event
                _ = clock.scheduleRelative((), dueTime: .seconds(1)) { _ in
                    observer.onNext(1)
                    observer.onCompleted()
                    return Disposables.create()
                }
                return Disposables.create()
            }
            answer.subscribe(onNext: { screen.show($0) }).dispose()
            clock.pass(2)
        },
        FaultProgram("a cache that answers nothing, and a request that follows", near: ["swallowed-error"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable<Int>.error(Failure()).catch { _ in .empty() }.concat(Observable.just(1))
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
    ]
}
