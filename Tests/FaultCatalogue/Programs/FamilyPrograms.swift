import Dispatch
import Foundation
import RxCocoa
import RxRelay
import RxSwift

/// Ticks from when it appears.
private final class Ticker {
    private let (bag, clock): (DisposeBag, HistoricalScheduler)
    private(set) var ticks: [Int] = []
    init(_ clock: HistoricalScheduler) { (bag, self.clock) = (DisposeBag(), clock) }
    func appear() {
        Observable<Int>.interval(.seconds(1), scheduler: clock)
            .subscribe(onNext: { [weak self] in self?.ticks.append($0) })  // FAULT: piled-subscriptions
            .disposed(by: bag)
    }
    func tick(for name: String) {
        Observable<Int>.interval(.seconds(1), scheduler: clock)
            .subscribe(onNext: { [weak self] in self?.ticks.append($0) }).disposed(by: bag)
    }
    func tickOnce() {
        Observable<Int>.interval(.seconds(1), scheduler: clock)
            .subscribe(onNext: { [weak self] in self?.ticks.append($0) }).disposed(by: bag)
    }
}

private enum Tracker {
    nonisolated(unsafe) static var texts = 0
    static func track(_ text: String) { texts += text.count }
}

/// Likes what it is told, in a second.
private final class Likes {
    let (screen, clock) = (Screen(), HistoricalScheduler())
    func toggle(_ id: Int) -> Completable {
        Observable<Int>.timer(.seconds(1), scheduler: clock).do(onNext: { [screen] _ in screen.show(id) })
            .ignoreElements().asCompletable()
    }
    func upload(_ id: Int) -> Observable<Int> {
        Observable<Int>.timer(.seconds(1), scheduler: clock).map { _ in id }
    }
    func find(_ id: Int) -> Observable<Int> {
        Observable<Int>.timer(.seconds(1), scheduler: clock).map { _ in id }
    }
}

extension Screen {
    fileprivate func alert(_ error: any Error) { lines.append("\(error)") }
    fileprivate func note(_ error: any Error) { title = "\(error)" }
}

extension FaultProgram {
    /// The same faults as people write them in other words.
    static let families: [FaultProgram] = [
        FaultProgram("a ticker that appears twice") {
            let clock = HistoricalScheduler()
            let ticker = Ticker(clock)
            ticker.appear()
            clock.pass(1)
            ticker.appear()
            clock.pass(2)
        }.spanning(8...20),
        FaultProgram("a ticker for each name", near: ["piled-subscriptions", "split-state"]) {
            let clock = HistoricalScheduler()
            let ticker = Ticker(clock)
            for name in ["Ada", "Grace"] {
                ticker.tick(for: name)
                clock.pass(2)
            }
        },
        FaultProgram("a ticker each", near: ["piled-subscriptions", "split-state", "forgotten-timer"]) {
            let clock = HistoricalScheduler()
            for ticker in [Ticker(clock), Ticker(clock)] {
                ticker.tickOnce()
                clock.pass(2)
            }
        },

        FaultProgram("likes of which the next one takes the first away") {
            let (likes, bag, taps) = (Likes(), DisposeBag(), PublishRelay<Int>())
            taps
                .flatMapLatest { likes.toggle($0).andThen(Observable.just(0)) }  // FAULT: note cancelled-write
                .subscribe(onNext: { likes.screen.show($0) }).disposed(by: bag)
            for id in 1...2 { taps.accept(id) }
            likes.clock.pass(2)
        },
        FaultProgram("uploads of which the next one takes the first away") {
            let (likes, bag, taps) = (Likes(), DisposeBag(), PublishRelay<Int>())
            taps.map { likes.upload($0) }
                .switchLatest()  // FAULT: note cancelled-write
                .subscribe(onNext: { likes.screen.show($0) }).disposed(by: bag)
            for id in 1...2 { taps.accept(id) }
            likes.clock.pass(2)
        },
        FaultProgram("searches of which the next one takes the first away", near: ["cancelled-write"]) {
            let (likes, bag, taps) = (Likes(), DisposeBag(), PublishRelay<Int>())
            taps.map { likes.find($0) }
                .switchLatest()
                .subscribe(onNext: { likes.screen.show($0) }).disposed(by: bag)
            for id in 1...2 { taps.accept(id) }
            likes.clock.pass(2)
        },
        FaultProgram("uploads that come one after the other", near: ["cancelled-write"]) {
            let (likes, bag, taps) = (Likes(), DisposeBag(), PublishRelay<Int>())
            taps.map { likes.upload($0) }.concat()
                .subscribe(onNext: { likes.screen.show($0) }).disposed(by: bag)
            for id in 1...2 { taps.accept(id) }
            likes.clock.pass(3)
        },

        FaultProgram("a receipt that is tracked for each who hears of it") {
            let (screen, bag, items) = (Screen(), DisposeBag(), PublishRelay<String>())
            let receipts = items.map { item -> String in  // FAULT: note repeated-change
                Tracker.track("bought \(item)")
                return "receipt for \(item)"
            }
            for _ in 1...2 { receipts.subscribe(onNext: { screen.show($0) }).disposed(by: bag) }
            items.accept("book")
        },
        FaultProgram("a receipt that is tracked once", near: ["repeated-change"]) {
            let (screen, bag, items) = (Screen(), DisposeBag(), PublishRelay<String>())
            let receipts = items.map { item -> String in
                Tracker.track("bought \(item)")
                return "receipt for \(item)"
            }
            .share()
            for _ in 1...2 { receipts.subscribe(onNext: { screen.show($0) }).disposed(by: bag) }
            items.accept("book")
        },
        FaultProgram("a receipt that its own words are added to", near: ["repeated-change"]) {
            let (screen, bag, items) = (Screen(), DisposeBag(), PublishRelay<String>())
            let receipts = items.map { item -> String in
                var words = ["receipt"]
                words.append(item)
                return words.joined(separator: " ")
            }
            for _ in 1...2 { receipts.subscribe(onNext: { screen.show($0) }).disposed(by: bag) }
            items.accept("book")
        },

        FaultProgram("a state of loading that comes once") {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishRelay<Void>())
            taps.flatMapLatest { Observable.just("news") }
                .startWith("loading")  // FAULT: note flag-off-early
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...2 { taps.accept(()) }
        },
        FaultProgram("a state of loading that comes each time", near: ["flag-off-early"]) {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishRelay<Void>())
            taps.flatMapLatest { Observable.just("news").startWith("loading") }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...2 { taps.accept(()) }
        },
        FaultProgram("a state of loading, and one answer", near: ["flag-off-early"]) {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishRelay<Void>())
            taps.flatMapLatest { Observable.just("news") }
                .startWith("loading")
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.accept(())
        },
        FaultProgram("a greeting that comes once", near: ["flag-off-early"]) {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishRelay<Void>())
            taps.flatMapLatest { Observable.just("news") }
                .startWith("hello")
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...2 { taps.accept(()) }
        },

        FaultProgram("a player that begins at nothing after a pause") {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            let isPlaying = BehaviorRelay(value: true)
            isPlaying.flatMapLatest { isPlaying in
                isPlaying
                    ? Observable<Int>.interval(.seconds(1), scheduler: clock)  // FAULT: note split-state
                    : .never()
            }
            .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(4)
            isPlaying.accept(false)
            isPlaying.accept(true)
            clock.pass(3)
        },
        FaultProgram("a player that counts on after a pause", near: ["split-state"]) {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            let isPlaying = BehaviorRelay(value: true)
            isPlaying.flatMapLatest { isPlaying in
                isPlaying ? Observable<Int>.interval(.seconds(1), scheduler: clock) : .never()
            }
            .scan(0) { count, _ in count + 1 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(4)
            isPlaying.accept(false)
            isPlaying.accept(true)
            clock.pass(3)
        },
        FaultProgram("a countdown that each tap begins anew", near: ["split-state"]) {
            let (screen, bag, clock, taps) = (Screen(), DisposeBag(), HistoricalScheduler(), PublishRelay<Void>())
            taps.flatMapLatest { Observable<Int>.interval(.seconds(1), scheduler: clock) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...2 {
                taps.accept(())
                clock.pass(4)
            }
        },
        FaultProgram("a poll that goes on after a pause", near: ["split-state"]) {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            let isActive = BehaviorRelay(value: true)
            isActive.flatMapLatest { isActive in
                isActive ? Observable<Int>.interval(.seconds(1), scheduler: clock) : .empty()
            }
            .map { _ in "state" }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(4)
            isActive.accept(false)
            isActive.accept(true)
            clock.pass(3)
        },

        FaultProgram("an error that is shown twice") {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable<Int>.error(Failure())
                .do(onError: { screen.alert($0) })
                .subscribe(onError: { screen.alert($0) }).disposed(by: bag)  // FAULT: note doubled-delivery
        },
        FaultProgram("an error that is noted and shown", near: ["doubled-delivery"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable<Int>.error(Failure())
                .do(onError: { screen.note($0) })
                .subscribe(onError: { screen.alert($0) }).disposed(by: bag)
        },
        FaultProgram("an error that is shown above a catch", near: ["doubled-delivery"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable<Int>.error(Failure())
                .do(onError: { screen.alert($0) })
                .catchAndReturn(0)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.alert($0) }).disposed(by: bag)
        },

        FaultProgram("searches that wait for older ones") {
            let (screen, bag, clock, query) = (Screen(), DisposeBag(), HistoricalScheduler(), PublishRelay<Int>())
            query
                .concatMap { text in  // FAULT: note growing-backlog
                    Observable<Int>.timer(.seconds(3), scheduler: clock).map { _ in text }
                }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for text in 1...4 {
                query.accept(text)
                clock.pass(1.2)
            }
            clock.pass(9)
        },

        FaultProgram("an error that a driver hands on again") {
            let (screen, bag, errors) = (Screen(), DisposeBag(), PublishRelay<String>())
            let failure = errors.asObservable()
                .share(replay: 1)  // FAULT: note replayed-event
            failure.subscribe(onNext: { screen.title = $0 }).disposed(by: bag)
            for number in 1...2 {
                let own = DisposeBag()
                failure.subscribe(onNext: { screen.show($0) }).disposed(by: own)
                if number == 1 { errors.accept("offline") }
            }
        },
        FaultProgram("an error that is handed on once", near: ["replayed-event"]) {
            let (screen, bag, errors) = (Screen(), DisposeBag(), PublishRelay<String>())
            let failure = errors.asObservable().share()
            failure.subscribe(onNext: { screen.title = $0 }).disposed(by: bag)
            for number in 1...2 {
                let own = DisposeBag()
                failure.subscribe(onNext: { screen.show($0) }).disposed(by: own)
                if number == 1 { errors.accept("offline") }
            }
        },

        FaultProgram("a thread that waits for what it is to send") {
            let (screen, bag, name, group) = (Screen(), DisposeBag(), PublishSubject<String>(), DispatchGroup())
            group.enter()
            name.subscribe(onNext: { text in
                screen.show(text)
                group.leave()
            }).disposed(by: bag)
            _ = group.wait(timeout: .now() + 0.11)  // FAULT: self-wait
            name.onNext("Ada")
        },

        FaultProgram("an invitation that is taken once, and answered", near: ["nested-subscribe"]) {
            let (screen, bag, invites) = (Screen(), DisposeBag(), PublishRelay<Int>())
            invites.filter { $0 > 1 }.do(onNext: { screen.show($0) }).take(1)
                .subscribe(onNext: { id in
                    Observable.just(id).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
                })
                .disposed(by: bag)
            for id in 1...3 { invites.accept(id) }
        },
        FaultProgram("invitations, and what follows the last", near: ["nested-subscribe"]) {
            let (screen, bag, invites) = (Screen(), DisposeBag(), PublishRelay<Int>())
            invites.take(2)
                .subscribe(
                    onNext: { screen.show($0) },
                    onCompleted: {
                        Observable.just(0).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
                    }
                )
                .disposed(by: bag)
            for id in 1...3 { invites.accept(id) }
        },
        FaultProgram("a subscribe when some time is over", near: ["nested-subscribe"]) {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            Observable<Int>.timer(.seconds(1), scheduler: clock)
                .subscribe(onNext: { _ in
                    Observable.just(0).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
                })
                .disposed(by: bag)
            clock.pass(2)
        },
        FaultProgram("the second invitation, and its answer", near: ["nested-subscribe"]) {
            let (screen, bag, invites) = (Screen(), DisposeBag(), PublishRelay<Int>())
            invites.element(at: 1)
                .subscribe(onNext: { id in
                    Observable.just(id).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
                })
                .disposed(by: bag)
            for id in 1...3 { invites.accept(id) }
        },
    ]
}
