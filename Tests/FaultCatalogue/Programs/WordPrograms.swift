import Foundation
import RxRelay
import RxSwift

/// Keeps its bag when it is used again.
private final class SongCell {
    private var bag = DisposeBag()
    private var label = ""
    func configure(_ song: BehaviorRelay<String>) {
        song.subscribe(onNext: { [weak self] in self?.label = $0 }).disposed(by: bag)
    }
    func prepareForReuse() {  // FAULT: reused-cell
        label = ""
    }
}

/// Keeps names, some seconds after it is told.
private final class Contacts {
    private let clock: HistoricalScheduler
    private var rows = ["old"]
    init(_ clock: HistoricalScheduler) { self.clock = clock }

    func clear(after seconds: Int) -> Observable<Int> {
        Observable<Int>.timer(.seconds(seconds), scheduler: clock).do(onNext: { _ in self.rows = [] })
    }
    func enter(after seconds: Int) -> Observable<Int> {
        Observable<Int>.timer(.seconds(seconds), scheduler: clock).do(onNext: { _ in self.rows.append("new") })
    }
    func enterAgain(after seconds: Int) -> Observable<Int> {
        Observable<Int>.timer(.seconds(seconds), scheduler: clock).do(onNext: { _ in self.rows.append("newer") })
    }
}

private final class Session {
    var token = "old"
    func load(_ token: String) -> Observable<String> {
        .create { observer in
            if token == "old" { observer.onError(Failure()) } else { observer.onNext(token) }
            return Disposables.create()
        }
    }
}

private final class Listener {
    private let bag = DisposeBag()
    init(_ names: PublishRelay<String>, _ screen: Screen) {
        names.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
    }
}

private final class Game {
    let screen = Screen()
    private let bag = DisposeBag()
    private var rounds = 0
    func join() {
        rounds += 1
        let round = rounds
        Observable<Int>.deferred { round < 3 ? .error(Failure()) : .just(round) }
            .subscribe(onNext: { [screen] in screen.show($0) }, onError: { [weak self] _ in self?.join() })
            .disposed(by: bag)
    }
}

extension FaultProgram {
    /// Families that show in other places, or by other words.
    static let otherWords: [FaultProgram] = [
        FaultProgram("a cell that keeps its bag") {
            let (cell, songs) = (SongCell(), [BehaviorRelay(value: "a"), BehaviorRelay(value: "b")])
            cell.configure(songs[0])
            cell.prepareForReuse()
            cell.configure(songs[1])
            songs[0].accept("c")
        }.spanning(6...15),

        FaultProgram("names that are cleared when the new ones are there") {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            let contacts = Contacts(clock)
            contacts.clear(after: 2).subscribe(onNext: { screen.show($0) })  // FAULT: note unordered-steps
                .disposed(by: bag)
            contacts.enter(after: 1).subscribe(onNext: { screen.title = "\($0)" }).disposed(by: bag)
            clock.pass(3)
        },
        FaultProgram("names that are cleared in time", near: ["unordered-steps"]) {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            let contacts = Contacts(clock)
            contacts.clear(after: 1).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            contacts.enter(after: 2).subscribe(onNext: { screen.title = "\($0)" }).disposed(by: bag)
            clock.pass(3)
        },
        FaultProgram("names that are entered in any order", near: ["unordered-steps"]) {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            let contacts = Contacts(clock)
            contacts.enter(after: 2).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            contacts.enterAgain(after: 1).subscribe(onNext: { screen.title = "\($0)" }).disposed(by: bag)
            clock.pass(3)
        },

        FaultProgram("attempts below a delay") {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            Observable<Int>.deferred { .error(Failure()) }
                .delay(.seconds(1), scheduler: clock)  // FAULT: note retry-storm
                .retry(3).subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            clock.pass(5)
        },
        FaultProgram("attempts above a delay", near: ["retry-storm"]) {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            Observable<Int>.deferred { .error(Failure()) }.retry(3).delay(.seconds(1), scheduler: clock)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            clock.pass(5)
        },

        FaultProgram("a chat that a pause ends") {
            let (screen, bag, clock, messages) = (Screen(), DisposeBag(), HistoricalScheduler(), PublishSubject<Int>())
            Observable<Int>.timer(.seconds(1), scheduler: clock).flatMap { _ in messages }
                .timeout(.seconds(5), scheduler: clock)  // FAULT: note dead-chain
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            clock.pass(2)
            messages.onNext(1)
            clock.pass(9)
            messages.onNext(2)
        },
        FaultProgram("a chat without a pause", near: ["dead-chain"]) {
            let (screen, bag, clock, messages) = (Screen(), DisposeBag(), HistoricalScheduler(), PublishSubject<Int>())
            Observable<Int>.timer(.seconds(1), scheduler: clock).flatMap { _ in messages }
                .timeout(.seconds(5), scheduler: clock)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            for number in 1...3 {
                clock.pass(2)
                messages.onNext(number)
            }
        },

        FaultProgram("a tap that is handed on again") {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishRelay<Int>())
            let pages = taps.map { "page \($0)" }.share(replay: 1)  // FAULT: note replayed-event
            pages.subscribe(onNext: { screen.title = $0 }).disposed(by: bag)
            let first = pages.subscribe(onNext: { screen.show($0) })
            taps.accept(3)
            first.dispose()
            for _ in 1...2 { pages.subscribe(onNext: { screen.show($0) }).dispose() }
        },

        FaultProgram("an end that a timer comes to", near: ["forgotten-timer"]) {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            Observable<Int>.interval(.seconds(1), scheduler: clock).take(while: { $0 < 3 })
                .subscribe(onNext: { screen.show($0) }, onCompleted: { screen.title = "done" }).disposed(by: bag)
            clock.pass(6)
        },

        FaultProgram("a price of before all had left") {
            let (screen, price) = (Screen(), BehaviorRelay(value: 1))
            let feed = Observable.deferred { price.asObservable() }
                .share(replay: 1, scope: .forever)  // FAULT: note outdated-replay
            feed.subscribe(onNext: { screen.show($0) }).dispose()
            price.accept(2)
            feed.subscribe(onNext: { screen.show($0) }).dispose()
        },

        FaultProgram("an argument that each attempt reads", near: ["retried-value"]) {
            let (screen, bag, session) = (Screen(), DisposeBag(), Session())
            Observable.deferred { session.load(session.token) }
                .retry(when: { errors in
                    errors.take(2).do(onNext: { (_: any Error) in session.token = "new" })
                })
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },

        FaultProgram("listeners that come and go", near: []) {
            let (screen, names) = (Screen(), PublishRelay<String>())
            for _ in 1...2 {
                let listener = Listener(names, screen)  // FAULT: note disposed-at-once
                withExtendedLifetime(listener) {}
            }
            names.accept("Ada")
        },
        FaultProgram("a game that begins again when it has failed", near: ["nested-subscribe"]) {
            let game = Game()
            game.join()
        },
    ]
}
