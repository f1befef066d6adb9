import Dispatch
import RxRelay
import RxSwift

/// Binds two relays to each other by way of a queue, and waits for some of its turns.
private func bind(
    there: (Observable<Int>) -> Observable<Int> = { $0 }, back: (Observable<Int>) -> Observable<Int> = { $0 },
    limit: Int = 9
) {
    let (bag, queue, one, other) = (
        DisposeBag(), DispatchQueue(label: "turns"), PublishRelay<Int>(), PublishRelay<Int>()
    )
    let turns = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "turns")
    there(one.observe(on: turns).take(limit)).bind(to: other).disposed(by: bag)
    back(other.observe(on: turns))
        .bind(to: one).disposed(by: bag)  // FAULT: endless-circle
    queue.sync { one.accept(5) }
    for _ in 1...40 { queue.sync {} }
}

/// The same without a fault, however the elements go.
private func bindSoundly(
    there: (Observable<Int>) -> Observable<Int> = { $0 }, back: (Observable<Int>) -> Observable<Int> = { $0 },
    limit: Int = 9
) {
    let (bag, queue, one, other) = (
        DisposeBag(), DispatchQueue(label: "turns"), PublishRelay<Int>(), PublishRelay<Int>()
    )
    let turns = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "turns")
    there(one.observe(on: turns).take(limit)).bind(to: other).disposed(by: bag)
    back(other.observe(on: turns)).bind(to: one).disposed(by: bag)
    queue.sync { one.accept(5) }
    for _ in 1...40 { queue.sync {} }
}

extension FaultProgram {
    /// Circles that do or do not come to rest.
    static let circles: [FaultProgram] = [
        FaultProgram("two relays that send each other what is no change") { bind() }.spanning(6...19),
        FaultProgram("two relays that pass changes only", near: ["endless-circle"]) {
            bindSoundly(there: { $0.distinctUntilChanged() }, back: { $0.distinctUntilChanged() })
        },
        FaultProgram("two relays of which one passes changes only", near: ["endless-circle"]) {
            bindSoundly(back: { $0.distinctUntilChanged() })
        },
        FaultProgram("two relays that count up", near: ["endless-circle"]) {
            bindSoundly(there: { $0.map { $0 + 1 } })
        },
        FaultProgram("two relays that stop at a bound", near: ["endless-circle"]) {
            bindSoundly(there: { $0.map { $0 + 1 }.filter { $0 < 9 } })
        },
        FaultProgram("two relays of which one is sent the first only", near: ["endless-circle"]) {
            bindSoundly(back: { $0.take(1) })
        },
        FaultProgram("two relays that count down, and pass changes only", near: ["endless-circle"]) {
            bindSoundly(there: { $0.map { $0 - 1 }.distinctUntilChanged() })
        },
        FaultProgram("two relays that go two rounds", near: ["endless-circle"]) { bindSoundly(limit: 2) },
        FaultProgram("a relay that is sent the same by its user", near: ["endless-circle", "doubled-delivery"]) {
            let (screen, bag, clock, one, other) = (
                Screen(), DisposeBag(), HistoricalScheduler(), PublishRelay<Int>(), PublishRelay<Int>()
            )
            other.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            one.observe(on: clock).bind(to: other).disposed(by: bag)
            for _ in 1...6 {
                one.accept(1)
                clock.pass(1)
            }
        },
        FaultProgram("a relay that a timer sends the same", near: ["endless-circle", "doubled-delivery"]) {
            let (screen, bag, clock, one) = (Screen(), DisposeBag(), HistoricalScheduler(), PublishRelay<Int>())
            one.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            Observable<Int>.interval(.seconds(1), scheduler: clock).map { _ in 1 }.bind(to: one).disposed(by: bag)
            clock.pass(6)
        },
        FaultProgram("pages that are asked for one after the other", near: ["endless-circle"]) {
            bindSoundly(there: { $0.map { $0 + 1 }.take(while: { $0 < 6 }) }, back: { $0.map { $0 } })
        },
    ]
}
