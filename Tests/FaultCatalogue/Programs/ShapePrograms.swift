import Foundation
import RxRelay
import RxSwift

private func save(_ number: Int) -> Observable<Int> {
    number == 2 ? .error(Failure()) : .just(number)
}

/// A screen that comes and goes, and listens to what everybody hears.
private final class Page {
    let bag = DisposeBag()
    let center = NotificationCenter()
    private let name = Notification.Name("changed")

    func appear(_ screen: Screen) {
        center.rx.notification(name)
            .subscribe(onNext: { _ in screen.show("changed") })  // FAULT: piled-subscriptions
            .disposed(by: bag)
    }

    func change() { center.post(name: name, object: nil) }
}

private final class TidyPage {
    private var bag = DisposeBag()
    let center = NotificationCenter()
    private let name = Notification.Name("changed")

    func appear(_ screen: Screen) {
        bag = DisposeBag()
        center.rx.notification(name).subscribe(onNext: { _ in screen.show("changed") }).disposed(by: bag)
    }

    func change() { center.post(name: name, object: nil) }
}

/// A cell that shares what it shows anew each time.
private final class TitleCell {
    let bag = DisposeBag()
    func show(_ title: Observable<Int>, _ screen: Screen) {
        title.map { $0 + 1 }.share(replay: 1)
            .subscribe(onNext: { screen.show($0) })  // FAULT: piled-subscriptions
            .disposed(by: bag)
    }
}

extension FaultProgram {
    /// Faults in other shapes than the simplest, and beside them programs that look the same.
    static let shapes: [FaultProgram] = [
        FaultProgram("a page that listens again each time it appears") {
            let (screen, page) = (Screen(), Page())
            page.appear(screen)
            page.change()
            page.appear(screen)
            page.change()
        }.spanning(9...22),
        FaultProgram("a page that listens anew each time it appears") {
            let (screen, page) = (Screen(), TidyPage())
            page.appear(screen)
            page.change()
            page.appear(screen)
            page.change()
        },
        FaultProgram("a title that is shared anew each time") {
            let (screen, title, cell) = (Screen(), PublishRelay<Int>(), TitleCell())
            cell.show(title.asObservable(), screen)
            title.accept(1)
            cell.show(title.asObservable(), screen)
            title.accept(2)
        }.spanning(37...46),
        FaultProgram("titles of several sources, shared") {
            let (screen, titles, bag) = (Screen(), (1...3).map { BehaviorRelay(value: $0) }, DisposeBag())
            func show(_ title: Observable<Int>) {
                title.map { $0 + 1 }.share(replay: 1).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            }
            for title in titles { show(title.asObservable()) }
            titles[0].accept(4)
        },
        FaultProgram("one of two chains of a share dies") {
            let (screen, tap, bag) = (Screen(), PublishRelay<Int>(), DisposeBag())
            let taps = tap.share()
            taps.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps
                .flatMapLatest { save($0) }
                .catchAndReturn(-1)  // FAULT: dead-chain
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...3 { tap.accept(number) }
        },
        FaultProgram("two chains of a share live") {
            let (screen, tap, bag) = (Screen(), PublishRelay<Int>(), DisposeBag())
            let taps = tap.share()
            taps.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.flatMapLatest { save($0).catchAndReturn(-1) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...3 { tap.accept(number) }
        },
        FaultProgram("a single of a source that goes on") {
            let (screen, token, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            token
                .asSingle()  // FAULT: endless-wait
                .subscribe(onSuccess: { screen.show($0) }).disposed(by: bag)
            token.onNext(1)
        },
        FaultProgram("a single of the first element") {
            let (screen, token, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            token.take(1).asSingle().subscribe(onSuccess: { screen.show($0) }).disposed(by: bag)
            token.onNext(1)
            token.onNext(2)
        },
        FaultProgram("names one after the other, of relays") {
            let (screen, ids, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let names = (0..<3).map { BehaviorRelay(value: $0) }
            ids
                .concatMap { names[$0] }  // FAULT: endless-wait
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for id in 0..<3 { ids.onNext(id) }
        },
        FaultProgram("a name of each relay, one after the other") {
            let (screen, ids, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let names = (0..<3).map { BehaviorRelay(value: $0) }
            ids.concatMap { names[$0].take(1) }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for id in 0..<3 { ids.onNext(id) }
        },
        FaultProgram("saves that take longer than the edits") {
            let (screen, edits, clock, bag) = (Screen(), PublishSubject<Int>(), HistoricalScheduler(), DisposeBag())
            edits
                .concatMap { Observable.just($0).delay(.seconds(4), scheduler: clock) }  // FAULT: growing-backlog
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for edit in 1...24 {
                edits.onNext(edit)
                clock.advanceTo(clock.now.addingTimeInterval(1))
            }
        },
        FaultProgram("a catch that makes the failing source anew") {
            let (screen, bag) = (Screen(), DisposeBag())
            var calls = 0
            func load() -> Observable<Int> {
                Observable<Int>.create { observer in
                    calls += 1
                    if calls < 12 { observer.onError(Failure()) } else { observer.onNext(calls) }
                    return Disposables.create()
                }
                .catch { _ in load() }  // FAULT: retry-storm
            }
            load().subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a catch that asks three servers") {
            let (screen, bag) = (Screen(), DisposeBag())
            func load(_ server: Int) -> Observable<Int> {
                (server < 3 ? Observable<Int>.error(Failure()) : .just(server)).catch { _ in load(server + 1) }
            }
            load(1).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("two filters in a line, of which one lets nothing through") {
            let (screen, ages, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            ages.filter { $0 > 0 }.map { $0 * 2 }.filter { $0 > 200 }  // FAULT: note nothing-passes
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for age in 1...6 { ages.onNext(age) }
        },
        FaultProgram("two filters in a line, through which one element comes") {
            let (screen, ages, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            ages.filter { $0 > 0 }.map { $0 * 2 }.filter { $0 > 11 }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for age in 1...6 { ages.onNext(age) }
        },
        FaultProgram("a subject that the first source bound to it ends") {
            let (screen, items, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            items.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            Observable.just(1).bind(to: items).disposed(by: bag)  // FAULT: late-event
            Observable.just(2).bind(to: items).disposed(by: bag)
        },
        FaultProgram("a relay that sources are bound to") {
            let (screen, items, bag) = (Screen(), PublishRelay<Int>(), DisposeBag())
            items.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            Observable.just(1).bind(to: items).disposed(by: bag)
            Observable.just(2).bind(to: items).disposed(by: bag)
        },
    ]
}
