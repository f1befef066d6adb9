import Dispatch
import Foundation
import RxRelay
import RxSwift

/// Reads a configuration that is asked for when somebody reads it.
private final class Reader {
    private let bag = DisposeBag()
    init(_ config: Observable<Int>, on screen: Screen) {
        config.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
    }
}

/// An article, which is closed as the next one opens.
private final class Article {
    init(_ themes: PublishSubject<String>, on screen: Screen) {
        _ = themes.map { $0.uppercased() }
            .subscribe(onNext: { screen.show($0) })  // FAULT: leak replaced, piled-subscriptions, uncompleted-subject
    }
}

private nonisolated(unsafe) var article: Article?

/// A configuration that a server answers with after a second.
private func config(_ clock: HistoricalScheduler, _ screen: Screen) -> Observable<Int> {
    Observable.create { observer in
        screen.show("asked")
        return clock.scheduleRelative((), dueTime: .seconds(1)) {
            observer.onNext(1)
            observer.onCompleted()
            return Disposables.create()
        }
    }
}

/// Two scales of one temperature, each of which waits for the other to rest.
private func scales(_ rest: (Observable<Int>) -> Observable<Int>) {
    let (clock, bag) = (HistoricalScheduler(), DisposeBag())
    let (celsius, kelvin) = (PublishRelay<Int>(), PublishRelay<Int>())
    rest(celsius.asObservable()).debounce(.seconds(1), scheduler: clock)
        .map { $0 + 273 }.bind(to: kelvin)  // FAULT: endless-circle
        .disposed(by: bag)
    kelvin.debounce(.seconds(1), scheduler: clock).map { $0 - 273 }.bind(to: celsius).disposed(by: bag)
    celsius.accept(20)
    for _ in 1...20 { clock.pass(1) }
}

extension FaultProgram {
    /// What comes later than it should, or again.
    static let lateOnes: [FaultProgram] = lateAsked + lateShown

    private static let lateAsked: [FaultProgram] = [
        FaultProgram("a configuration that each reader asks for anew") {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let config = config(clock, screen)
                .share(replay: 1)  // FAULT: note restarted-share
            let first = Reader(config, on: screen)
            clock.pass(2)
            let second = Reader(config, on: screen)
            withExtendedLifetime((first, second)) { clock.pass(2) }
        },
        FaultProgram("a configuration that is kept for all readers", near: ["restarted-share"]) {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let config = config(clock, screen).share(replay: 1, scope: .forever)
            let first = Reader(config, on: screen)
            clock.pass(2)
            let second = Reader(config, on: screen)
            withExtendedLifetime((first, second)) { clock.pass(2) }
        },
        FaultProgram("a poll that skips what fails", near: ["dead-chain"]) {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable<Int>.interval(.seconds(1), scheduler: clock)
                .flatMap { tick in
                    (tick == 1 ? Observable<Int>.error(Failure()) : .just(tick))
                        .catch { _ in .empty() }  // FAULT: note swallowed-error
                }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(4)
        },
    ]

    private static let lateShown: [FaultProgram] = [
        FaultProgram("articles that go on when they are closed") {
            let (screen, themes) = (Screen(), PublishSubject<String>())
            for _ in 1...3 {
                article = Article(themes, on: screen)
                themes.onNext("sepia")
            }
        }.spanning(15...20),
        FaultProgram("two scales that never rest") { scales { $0 } }.spanning(37...46),
        FaultProgram("two scales that rest", near: ["endless-circle"]) { scales { $0.distinctUntilChanged() } },
        FaultProgram("a courier who is slow, and then given up") {
            let (screen, clock, bag, positions) = (
                Screen(), HistoricalScheduler(), DisposeBag(), PublishRelay<Int>()
            )
            Observable.just(positions.asObservable()).flatMap { $0 }
                .timeout(.seconds(2), scheduler: clock)  // FAULT: dead-chain
                .map { $0 * 2 }
                .catchAndReturn(0)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for position in 1...2 {
                positions.accept(position)
                clock.pass(1)
            }
            clock.pass(3)
            positions.accept(3)
        },
    ]
}
