import Dispatch
import Foundation
import RxRelay
import RxSwift

/// Fails the second time that it is asked.
private final class Orders {
    private var calls = 0
    func orders() -> Observable<Int> {
        calls += 1
        let call = calls
        return Observable.just(call).map {
            if $0 == 2 { throw Failure() }
            return $0
        }
    }
}

/// Opens and closes what it calls by one name, of which only one does something by itself.
private final class Door {
    private let screen: Screen
    init(on screen: Screen) { self.screen = screen }
    func shut(_ name: String) -> Completable {
        Completable.create { [screen] done in
            screen.show(name)
            done(.completed)
            return Disposables.create()
        }
    }
    func shut(_ told: (Int) -> Void, _ times: Int) {
        _ = shut("door")  // FAULT: never-subscribed
        told(times)
    }
}

/// Closes what it is told to, and so does who asks it.
private final class Gate {
    private let (screen, bag) = (Screen(), DisposeBag())
    func close(_ name: String) -> Completable {
        Completable.create { [screen] done in
            screen.show(name)
            done(.completed)
            return Disposables.create()
        }
    }
    func close() {
        close("gate").subscribe().disposed(by: bag)
    }
}

/// Answers with what it was told last.
private final class ConfigFile {
    private var version = 1
    func bump() { version += 1 }
    func read() -> Int { version }
}

/// Plays for all screens, whose subscriptions it keeps.
private final class Radio {
    static let shared = Radio()
    let position = PublishRelay<Int>()
    let bag = DisposeBag()
}

private final class RadioScreen {
    private let screen: Screen
    init(on screen: Screen) {
        self.screen = screen
        let radio = Radio.shared
        radio.position
            .subscribe(onNext: { screen.show($0) })  // FAULT: piled-subscriptions, note leak bag, note unreleased-bag
            .disposed(by: radio.bag)
    }
}

/// The pages of a list, of which the first comes again with each refresh.
private final class PageList {
    let (refresh, next) = (PublishRelay<Void>(), PublishRelay<Int>())
    func all(isRenewed: Bool) -> Observable<[Int]> {
        let pages = Observable.merge(refresh.map { 0 }, next.asObservable()).map { [$0] }
        if isRenewed { return pages.scan([]) { list, page in page == [0] ? page : list + page } }
        return pages.scan([]) { list, page in  // FAULT: note kept-pages
            list + page
        }
    }
    func run(isRenewed: Bool) {
        let (screen, bag) = (Screen(), DisposeBag())
        all(isRenewed: isRenewed).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        refresh.accept(())
        next.accept(1)
        refresh.accept(())
    }
}

extension FaultProgram {
    /// What reviews of a list, its pages and its screen find.
    static let pages: [FaultProgram] = pagesKept + pagesFailed

    private static let pagesKept: [FaultProgram] = [
        FaultProgram("a list that keeps its old pages") { PageList().run(isRenewed: false) }.spanning(77...93),
        FaultProgram("a list that begins again", near: ["kept-pages"]) { PageList().run(isRenewed: true) },
        FaultProgram("a list that each refresh begins anew", near: ["kept-pages"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let (refresh, next) = (PublishRelay<Void>(), PublishRelay<Int>())
            refresh.flatMapLatest { next.startWith(0).scan([]) { $0 + [$1] } }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            refresh.accept(())
            next.accept(1)
            refresh.accept(())
            next.accept(1)
        },
        FaultProgram("a list that is refreshed before it has a page", near: ["kept-pages"]) {
            let (screen, bag, refresh, next) = (Screen(), DisposeBag(), PublishRelay<Void>(), PublishRelay<Int>())
            Observable.merge(refresh.map { 0 }, next.asObservable()).map { [$0] }.scan([]) { $0 + $1 }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            refresh.accept(())
            for page in 1...3 { next.accept(page) }
        },
        FaultProgram("a list whose refresh has no answer", near: ["kept-pages"]) {
            let (screen, bag, refresh, next) = (Screen(), DisposeBag(), PublishRelay<Void>(), PublishRelay<Int>())
            Observable.merge(refresh.compactMap { nil }, next.asObservable()).map { [$0] }.scan([]) { $0 + $1 }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for page in 1...3 { next.accept(page) }
            refresh.accept(())
        },
        FaultProgram("a list of all refreshes", near: ["kept-pages"]) {
            let (screen, bag, refresh) = (Screen(), DisposeBag(), PublishRelay<Int>())
            refresh.map { [$0] }.scan([]) { $0 + $1 }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for time in 1...3 { refresh.accept(time) }
        },
        FaultProgram("a count of refreshes and pages", near: ["kept-pages"]) {
            let (screen, bag, refresh, next) = (Screen(), DisposeBag(), PublishRelay<Void>(), PublishRelay<Void>())
            Observable.merge(refresh.map { 1 }, next.map { 1 }).scan(0) { $0 + $1 }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...3 {
                refresh.accept(())
                next.accept(())
            }
        },
        FaultProgram("a list of which the newest page counts", near: ["kept-pages"]) {
            let (screen, bag, refresh, next) = (Screen(), DisposeBag(), PublishRelay<Void>(), PublishRelay<Int>())
            Observable.merge(refresh.map { 0 }, next.asObservable()).map { [$0] }.scan([]) { _, page in page }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for page in 1...3 {
                refresh.accept(())
                next.accept(page)
            }
        },
        FaultProgram("a list that two buttons add to", near: ["kept-pages"]) {
            let (screen, bag, above, below) = (Screen(), DisposeBag(), PublishRelay<Int>(), PublishRelay<Int>())
            Observable.merge(above.asObservable(), below.asObservable()).map { [$0] }.scan([]) { $0 + $1 }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for page in 1...3 {
                above.accept(page)
                below.accept(page)
            }
        },
        FaultProgram("a list that is emptied by its refresh", near: ["kept-pages"]) {
            let (screen, bag, refresh, next) = (Screen(), DisposeBag(), PublishRelay<Void>(), PublishRelay<Int>())
            Observable.merge(refresh.map { -1 }, next.asObservable())
                .scan([]) { list, page in
                    if page < 0 { return [] }
                    return list + [page]
                }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for page in 1...3 {
                refresh.accept(())
                next.accept(page)
            }
        },
        FaultProgram("a list without its double pages", near: ["kept-pages"]) {
            let (screen, bag, refresh, next) = (Screen(), DisposeBag(), PublishRelay<Void>(), PublishRelay<Int>())
            Observable.merge(refresh.map { 0 }, next.asObservable())
                .scan([]) { $0.contains($1) ? $0 : $0 + [$1] }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for page in 1...3 {
                refresh.accept(())
                next.accept(page)
            }
        },
        FaultProgram("screens that a radio keeps") {
            let screen = Screen()
            for _ in 1...2 {
                _ = RadioScreen(on: screen)
                Radio.shared.position.accept(1)
            }
        }.spanning(65...74),
        FaultProgram("a configuration that was read once, behind a map") {
            let (screen, bag, file, refresh) = (Screen(), DisposeBag(), ConfigFile(), PublishRelay<Void>())
            let config = Observable.just(file.read())  // FAULT: note read-once
                .map { $0 * 10 }
            refresh.flatMapLatest { config }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...3 {
                refresh.accept(())
                file.bump()
            }
        },
        FaultProgram("a configuration that is read each time, behind a map", near: ["read-once"]) {
            let (screen, bag, file, refresh) = (Screen(), DisposeBag(), ConfigFile(), PublishRelay<Void>())
            let config = Observable.deferred { Observable.just(file.read()) }.map { $0 * 10 }
            refresh.flatMapLatest { config }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...3 {
                refresh.accept(())
                file.bump()
            }
        },
    ]

    private static let pagesFailed: [FaultProgram] = [
        FaultProgram("a refresh that the first failed request ends") {
            let (screen, bag, orders, pull) = (Screen(), DisposeBag(), Orders(), PublishRelay<Void>())
            pull.flatMapLatest { orders.orders() }  // FAULT: dead-chain
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            for _ in 1...3 { pull.accept(()) }
        },
        FaultProgram("a refresh that goes on after a failed request", near: ["dead-chain"]) {
            let (screen, bag, orders, pull) = (Screen(), DisposeBag(), Orders(), PublishRelay<Void>())
            pull.flatMapLatest { orders.orders().catch { _ in .just(0) } }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...3 { pull.accept(()) }
        },
        FaultProgram("a door of which one function is called by another of its name") {
            let told: (Int) -> Void = { _ in }
            Door(on: Screen()).shut(told, 1)
        }.spanning(20...34),
        FaultProgram("a gate that closes when it is asked", near: ["never-subscribed"]) { Gate().close() },
        FaultProgram("news without a weather") {
            let (screen, bag) = (Screen(), DisposeBag())
            let weather = Observable<Int>.error(Failure())
                .catch { _ in .empty() }  // FAULT: note empty-answer, swallowed-error
            Observable.combineLatest(Observable.just("news"), weather)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("news and no weather yet", near: ["empty-answer"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let weather = Observable<Int>.error(Failure()).catch { _ in .just(0) }
            Observable.combineLatest(Observable.just("news"), weather)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("degrees that a unit is paired with") {
            let (screen, bag) = (Screen(), DisposeBag())
            let (degrees, unit) = (PublishRelay<Int>(), BehaviorRelay(value: "C"))
            Observable.zip(degrees, unit)  // FAULT: note growing-backlog
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for degree in 1...3 { degrees.accept(degree) }
            unit.accept("F")
        },
        FaultProgram("degrees that are shown in a unit", near: ["growing-backlog"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let (degrees, unit) = (PublishRelay<Int>(), BehaviorRelay(value: "C"))
            Observable.combineLatest(degrees, unit)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for degree in 1...3 { degrees.accept(degree) }
            unit.accept("F")
        },
    ]
}
