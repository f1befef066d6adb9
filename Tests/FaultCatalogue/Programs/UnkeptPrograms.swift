import Dispatch
import Foundation
import RxCocoa
import RxRelay
import RxSwift

/// Ticks by a timer that it binds to a state.
private final class TickingWatch {
    let seconds = BehaviorRelay(value: 0)
    private let bag = DisposeBag()

    func start(_ clock: HistoricalScheduler) {
        _ = Observable<Int>.interval(.seconds(1), scheduler: clock)  // FAULT: forgotten-timer
            .map { $0 + 1 }
            .bind(to: seconds)  // FAULT: leak source
    }

    func startInBag(_ clock: HistoricalScheduler) {
        Observable<Int>.interval(.seconds(1), scheduler: clock)
            .map { $0 + 1 }
            .bind(to: seconds)
            .disposed(by: bag)
    }
}

/// Wipes what a chest holds, for whoever subscribes.
private final class Chest {
    private let screen: Screen
    init(_ screen: Screen) { self.screen = screen }

    func wipe() -> Completable {
        Completable.create { [screen] done in
            screen.show("wiped")
            done(.completed)
            return Disposables.create()
        }
    }

    func clear() -> Completable {
        Completable.create { [screen] done in
            screen.show("cleared")
            done(.completed)
            return Disposables.create()
        }
    }

    func empty() -> Completable {
        Completable.create { [screen] done in
            screen.show("emptied")
            done(.completed)
            return Disposables.create()
        }
    }

    func leave(_ taps: PublishRelay<Int>, _ bag: DisposeBag) {
        taps.subscribe(onNext: { [self] _ in
            _ = wipe()  // FAULT: never-subscribed
                .do(onCompleted: { [screen] in screen.show("left") })
            screen.show("bye")
        }).disposed(by: bag)
    }

    func leaveCleared(_ taps: PublishRelay<Int>, _ bag: DisposeBag) {
        taps.subscribe(onNext: { [self] _ in
            _ = clear()
                .do(onCompleted: { [screen] in screen.show("left") })
                .subscribe()  // FAULT: note nested-subscribe
            screen.show("bye")
        }).disposed(by: bag)
    }

    func leaveEmptied(_ taps: PublishRelay<Int>, _ bag: DisposeBag) {
        taps.flatMap { [self] _ in
            empty().do(onCompleted: { [screen] in screen.show("left") })
        }
        .subscribe().disposed(by: bag)
    }
}

/// Opens what a cart leads to, for as long as it lives.
private final class Guide {
    private let screen: Screen
    private let bag = DisposeBag()
    init(_ screen: Screen) { self.screen = screen }
    func start(_ route: Observable<String>) {
        route.subscribe(onNext: { [screen] in screen.show($0) }).disposed(by: bag)
    }
}

/// Leads to the payment.
private final class Basket {
    private let routeSubject = BehaviorSubject(value: "none")  // FAULT: note replayed-event
    var route: Observable<String> { routeSubject.filter { $0 != "none" }.share(replay: 1) }
    func pay() { routeSubject.onNext("payment") }
}

/// Leads to the payment, once.
private final class PassingBasket {
    private let routeRelay = PublishRelay<String>()
    var route: Observable<String> { routeRelay.filter { $0 != "none" }.share() }
    func pay() { routeRelay.accept("payment") }
}

/// A row that is used for one price after another.
private final class PriceRow {
    private let bag = DisposeBag()
    private var text = ""
    private lazy var shown = Binder<Int>(self, scheduler: CurrentThreadScheduler.instance) { row, price in
        row.text = "\(price)"
    }
    func bind(_ price: BehaviorRelay<Int>) {
        price.map { $0 * 2 }
            .bind(to: shown)  // FAULT: reused-cell
            .disposed(by: bag)
    }
    func configure(_ price: BehaviorRelay<Int>) {
        price
            .subscribe(with: self) { row, price in row.text = "\(price)" }  // FAULT: reused-cell
            .disposed(by: bag)
    }
}

/// A row that is given a new bag for each price.
private final class FreshRow {
    private var bag = DisposeBag()
    private var text = ""
    private lazy var shown = Binder<Int>(self, scheduler: CurrentThreadScheduler.instance) { row, price in
        row.text = "\(price)"
    }
    func bind(_ price: BehaviorRelay<Int>) {
        bag = DisposeBag()
        price.map { $0 * 2 }.bind(to: shown).disposed(by: bag)
    }
}

/// Rings, for each minute, as long as it is there.
private final class Alarm {
    private let bag = DisposeBag()
    private var rings = 0
    func arm(_ minutes: PublishRelay<Int>, _ clock: HistoricalScheduler) {
        minutes
            .flatMapLatest { [weak self] _ -> Observable<Int> in
                guard let self else { return .empty() }
                return Observable<Int>.interval(.seconds(1), scheduler: clock)
                    .do(onNext: { _ in self.rings += 1 })  // FAULT: unreleased-bag
            }
            .subscribe().disposed(by: bag)  // FAULT: note leak bag
    }
    func armWeakly(_ minutes: PublishRelay<Int>, _ clock: HistoricalScheduler) {
        minutes
            .flatMapLatest { [weak self] _ -> Observable<Int> in
                guard self != nil else { return .empty() }
                return Observable<Int>.interval(.seconds(1), scheduler: clock)
                    .do(onNext: { [weak self] _ in self?.rings += 1 })
            }
            .subscribe().disposed(by: bag)
    }
}

/// Two amounts, of which each is made of the other.
private func amounts(_ back: @escaping @Sendable (Int) -> Int) {
    let (bag, queue) = (DisposeBag(), DispatchQueue(label: "states"))
    let (euros, cents) = (BehaviorRelay(value: 10), BehaviorRelay(value: 0))
    let turns = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "states")
    euros.distinctUntilChanged().map { $0 * 100 + 1 }.bind(to: cents).disposed(by: bag)
    cents.skip(1).take(while: { $0 < 2_000 })
        .observe(on: turns)
        .map(back)
        .bind(to: euros)  // FAULT: note endless-circle
        .disposed(by: bag)
    queue.sync { euros.accept(11) }
    for _ in 1...100 { queue.sync {} }
}

private func restingAmounts() { amounts { $0 / 100 } }

extension FaultProgram {
    /// What nobody keeps, or keeps too long: the same faults, as others write them.
    static let unkept: [FaultProgram] = unkeptWork + unkeptStates + unkeptRows + unkeptCircles

    private static let unkeptWork: [FaultProgram] = [
        FaultProgram("a watch that binds its timer and forgets it") {
            let (watch, clock) = (TickingWatch(), HistoricalScheduler())
            watch.start(clock)
            clock.pass(3)
        }.spanning(12...17),
        FaultProgram("a watch that keeps its timer", near: ["forgotten-timer"]) {
            let (watch, clock) = (TickingWatch(), HistoricalScheduler())
            watch.startInBag(clock)
            clock.pass(3)
        },
        FaultProgram("a wipe with an operator behind it that is thrown away") {
            let (screen, taps, bag) = (Screen(), PublishRelay<Int>(), DisposeBag())
            Chest(screen).leave(taps, bag)
            taps.accept(1)
        }.spanning(55...61),
        FaultProgram("a wipe that is thrown away when it is done", near: ["never-subscribed"]) {
            let (screen, taps, bag) = (Screen(), PublishRelay<Int>(), DisposeBag())
            Chest(screen).leaveCleared(taps, bag)
            taps.accept(1)
        }.spanning(63...70),
        FaultProgram("a wipe that a tap waits for", near: ["never-subscribed", "nested-subscribe"]) {
            let (screen, taps, bag) = (Screen(), PublishRelay<Int>(), DisposeBag())
            Chest(screen).leaveEmptied(taps, bag)
            taps.accept(1)
        },
        FaultProgram("an alarm that its ringing holds") {
            let (clock, minutes) = (HistoricalScheduler(), PublishRelay<Int>())
            let alarm = Alarm()
            alarm.arm(minutes, clock)
            minutes.accept(1)
            clock.pass(3)
        }.spanning(140...148),
        FaultProgram("an alarm that nothing holds", near: ["unreleased-bag"]) {
            let (clock, minutes) = (HistoricalScheduler(), PublishRelay<Int>())
            let alarm = Alarm()
            alarm.armWeakly(minutes, clock)
            minutes.accept(1)
            clock.pass(3)
            withExtendedLifetime(alarm) {}
        },
    ]

    private static let unkeptStates: [FaultProgram] = [
        FaultProgram("a permission that publish() does not keep") {
            let (screen, bag) = (Screen(), DisposeBag())
            let permission = Observable<Int>.never().startWith(1)
                .distinctUntilChanged()
                .publish()  // FAULT: missed-state
                .refCount()
            permission.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            permission.subscribe(onNext: { screen.show(-$0) }).disposed(by: bag)
        },
        FaultProgram("a permission that replay() keeps", near: ["missed-state"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let permission = Observable<Int>.never().startWith(1)
                .distinctUntilChanged()
                .replay(1)
                .refCount()
            permission.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            permission.subscribe(onNext: { screen.show(-$0) }).disposed(by: bag)
        },
        FaultProgram("two that hear what publish() starts for both", near: ["missed-state"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let permission = Observable<Int>.never().startWith(1).distinctUntilChanged().publish()
            permission.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            permission.subscribe(onNext: { screen.show(-$0) }).disposed(by: bag)
            permission.connect().disposed(by: bag)
        },
        FaultProgram("a route that each guide is led to again") {
            let (screen, basket) = (Screen(), Basket())
            var guide: Guide? = Guide(screen)
            guide?.start(basket.route)
            basket.pay()
            guide = Guide(screen)
            guide?.start(basket.route)
            withExtendedLifetime(guide) {}
        }.spanning(91...95),
        FaultProgram("a route that one guide is led to", near: ["replayed-event"]) {
            let (screen, basket, bag) = (Screen(), PassingBasket(), DisposeBag())
            basket.route.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            basket.pay()
            basket.route.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
    ]

    private static let unkeptRows: [FaultProgram] = [
        FaultProgram("a row that shows two prices by its Binder") {
            let (row, prices) = (PriceRow(), [BehaviorRelay(value: 1), BehaviorRelay(value: 2)])
            row.bind(prices[0])
            row.bind(prices[1])
            prices[0].accept(3)
        }.spanning(111...115),
        FaultProgram("a row that sets its text for two prices") {
            let (row, prices) = (PriceRow(), [BehaviorRelay(value: 1), BehaviorRelay(value: 2)])
            row.configure(prices[0])
            row.configure(prices[1])
            prices[0].accept(3)
        }.spanning(116...120),
        FaultProgram("a row that shows one price at a time", near: ["reused-cell"]) {
            let (row, prices) = (FreshRow(), [BehaviorRelay(value: 1), BehaviorRelay(value: 2)])
            row.bind(prices[0])
            row.bind(prices[1])
            prices[0].accept(3)
        },
        FaultProgram("two states in pairs, of which one changes") {
            let (screen, bag) = (Screen(), DisposeBag())
            let (name, mail) = (BehaviorRelay(value: ""), BehaviorRelay(value: ""))
            Observable.zip(name, mail) { !$0.isEmpty && !$1.isEmpty }  // FAULT: growing-backlog
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for text in ["E", "Ev", "Eva"] { name.accept(text) }
            mail.accept("eva")
        },
        FaultProgram("two states that change together", near: ["growing-backlog"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let (name, mail) = (BehaviorRelay(value: ""), BehaviorRelay(value: ""))
            Observable.zip(name, mail) { !$0.isEmpty && !$1.isEmpty }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for text in ["E", "Ev", "Eva"] {
                name.accept(text)
                mail.accept(text)
            }
        },
    ]

    private static let unkeptCircles: [FaultProgram] = [
        FaultProgram("a tag that is marked again each time it is marked") {
            let (tag, clock, bag) = (BehaviorRelay(value: ""), HistoricalScheduler(), DisposeBag())
            tag.skip(1).filter { $0.count < 9 }
                .observe(on: clock)
                .map { "#" + $0 }
                .subscribe(onNext: { tag.accept($0) })  // FAULT: note endless-circle
                .disposed(by: bag)
            tag.accept("home")
            for _ in 1...6 { clock.pass(1) }
        },
        FaultProgram("a tag that is marked once", near: ["endless-circle"]) {
            let (tag, clock, bag) = (BehaviorRelay(value: ""), HistoricalScheduler(), DisposeBag())
            tag.skip(1).filter { !$0.hasPrefix("#") }
                .observe(on: clock)
                .map { "#" + $0 }
                .subscribe(onNext: { tag.accept($0) }).disposed(by: bag)
            tag.accept("home")
            for _ in 1...6 { clock.pass(1) }
        },
        FaultProgram("two amounts, each of which rounds the other up") { amounts { $0 / 100 + 1 } }.spanning(161...173),
        FaultProgram("two amounts that come to rest", near: ["endless-circle"]) { restingAmounts() },
        FaultProgram("a number that counts itself up", near: ["endless-circle"]) {
            let (count, clock, bag) = (BehaviorRelay(value: 0), HistoricalScheduler(), DisposeBag())
            count.filter { $0 < 6 }
                .observe(on: clock)
                .subscribe(onNext: { count.accept($0 + 1) }).disposed(by: bag)
            for _ in 1...8 { clock.pass(1) }
        },
    ]
}
