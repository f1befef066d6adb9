import Dispatch
import Foundation
import RxRelay
import RxSwift

private let bagOfPlaces = DisposeBag()

/// Asks for a user.
private final class Users {
    let (screen, clock) = (Screen(), HistoricalScheduler())
    var count = 0
    private(set) var names = ["Ada", "Eve"]

    func user() -> Observable<String> {
        Observable.create { [screen] observer in
            screen.show("asked")
            observer.onNext("Ada")
            observer.onCompleted()
            return Disposables.create()
        }
    }
    func later() -> Single<String> {
        Observable<Int>.timer(.seconds(1), scheduler: clock).map { _ in "Ada" }.asSingle()
    }
    var remade: Observable<String> {
        Observable.deferred { self.later().asObservable() }.share(replay: 1)  // FAULT: remade-share
    }
    private(set) lazy var kept = Observable.deferred { self.later().asObservable() }.share(replay: 1)

    func remove(_ name: String) -> Observable<String> {
        Observable<Int>.timer(.seconds(2), scheduler: clock)
            .do(onNext: { _ in self.names.removeAll { $0 == name } }).map { _ in name }
    }
    func list() -> Observable<[String]> {
        Observable<Int>.timer(.seconds(1), scheduler: clock).map { _ in self.names }
    }
    func add() -> Completable {
        Completable.create { done in
            self.count += 1
            done(.completed)
            return Disposables.create()
        }
    }
}

extension Users {
    fileprivate func grow() -> Completable {
        Observable<Int>.timer(.seconds(1), scheduler: clock)
            .do(onNext: { [unowned self] _ in count += 1 })
            .ignoreElements()
            .asCompletable()
    }
}

/// Answers only where it may.
private func place(_ isAllowed: Bool) -> Single<String> {
    Single.create { single in
        if isAllowed { single(.success("here")) }  // FAULT: note unanswered-create
        return Disposables.create()
    }
}
private func placeOrNot(_ isAllowed: Bool) -> Single<String> {
    Single.create { single in
        if isAllowed { single(.success("here")) } else { single(.failure(Failure())) }
        return Disposables.create()
    }
}
private func places(_ isAllowed: Bool) -> Observable<String> {
    Observable.create { observer in
        if isAllowed { observer.onNext("here") }
        return Disposables.create()
    }
}

/// Loads what it is asked for, for as long as it lives.
private final class Loader {
    func listen(to ids: PublishRelay<Int>, _ screen: Screen, _ bag: DisposeBag) {
        ids.flatMap { [weak self] id -> Observable<String> in
            guard let self else { return .empty() }  // FAULT: note nothing-passes
            return self.load(id)
        }
        .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
    }
    private func load(_ id: Int) -> Observable<String> { .just("item \(id)") }
}

private func listenAndLeave(_ ids: PublishRelay<Int>, _ screen: Screen, _ bag: DisposeBag) {
    let loader = Loader()
    loader.listen(to: ids, screen, bag)
}

/// Has one bag for all.
private final class Dashboard {
    private var bag = DisposeBag()
    private let lasting = DisposeBag()
    let screen = Screen()
    func watch(_ balance: PublishRelay<Int>) {
        balance.subscribe(onNext: { [screen] in screen.show($0) })
            .disposed(by: bag)  // FAULT: note early-dispose
    }
    func watchForGood(_ balance: PublishRelay<Int>) {
        balance.subscribe(onNext: { [screen] in screen.show($0) }).disposed(by: lasting)
    }
    func reload(_ news: PublishRelay<Int>) {
        bag = DisposeBag()
        news.subscribe(onNext: { [screen] in screen.show($0) }).disposed(by: bag)
    }
}

extension FaultProgram {
    /// Faults that are told by what the trace shows, whatever shape they are written in.
    static let facts: [FaultProgram] = [
        FaultProgram("a user that two ask for, by a function of another place") {
            let (users, taps, bag) = (Users(), PublishRelay<Void>(), DisposeBag())
            let user = taps.flatMapLatest { users.user() }  // FAULT: repeated-side-effect
            for _ in 1...2 { user.subscribe(onNext: { users.screen.show($0) }).disposed(by: bag) }
            taps.accept(())
        },
        FaultProgram("a user that two share", near: ["repeated-side-effect", "missed-state"]) {
            let (users, taps, bag) = (Users(), PublishRelay<Void>(), DisposeBag())
            let user = taps.flatMapLatest { users.user() }.share()
            for _ in 1...2 { user.subscribe(onNext: { users.screen.show($0) }).disposed(by: bag) }
            taps.accept(())
        },

        FaultProgram("a share that each call makes anew, below another") {
            let (users, bag) = (Users(), DisposeBag())
            users.remade.subscribe(onNext: { users.screen.show($0) }).disposed(by: bag)
            users.remade.map { $0.count }.share().subscribe(onNext: { users.screen.show($0) }).disposed(by: bag)
            users.clock.pass(2)
        }.spanning(25...27),
        FaultProgram("a share that is made once, below another", near: ["remade-share"]) {
            let (users, bag) = (Users(), DisposeBag())
            users.kept.subscribe(onNext: { users.screen.show($0) }).disposed(by: bag)
            users.kept.map { $0.count }.share().subscribe(onNext: { users.screen.show($0) }).disposed(by: bag)
            users.clock.pass(2)
        },

        FaultProgram("names that are listed while one is removed") {
            let (users, bag) = (Users(), DisposeBag())
            Observable.zip(users.remove("Ada"), users.list())  // FAULT: note unordered-steps
                .subscribe(onNext: { users.screen.show($0) }).disposed(by: bag)
            users.clock.pass(3)
        },
        FaultProgram("a count that is read before it grows") {
            let (users, bag) = (Users(), DisposeBag())
            users.add()
                .andThen(Single.just(users.count))  // FAULT: read-once
                .subscribe(onSuccess: { users.screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a count that is read before it grows, in a second") {
            let (users, bag) = (Users(), DisposeBag())
            users.grow()
                .andThen(Single.just(users.count))  // FAULT: read-once
                .subscribe(onSuccess: { users.screen.show($0) }).disposed(by: bag)
            users.clock.pass(2)
        },
        FaultProgram("a count that is read when it has grown", near: ["read-once"]) {
            let (users, bag) = (Users(), DisposeBag())
            users.add().andThen(Single.deferred { .just(users.count) })
                .subscribe(onSuccess: { users.screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a count of what does not change", near: ["read-once"]) {
            let (users, bag) = (Users(), DisposeBag())
            users.add().andThen(Single.just(users.names.count))
                .subscribe(onSuccess: { users.screen.show($0) }).disposed(by: bag)
        },

        FaultProgram("taps of which the second is no news") {
            let (screen, bag, presses) = (Screen(), DisposeBag(), PublishRelay<Void>())
            presses.map { "mute" }
                .distinctUntilChanged()  // FAULT: note dropped-change
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...2 { presses.accept(()) }
        },
        FaultProgram("presses that ask for what is the same", near: ["dropped-change"]) {
            let (screen, bag, levels) = (Screen(), DisposeBag(), PublishRelay<Int>())
            levels.map { $0 / 10 }.distinctUntilChanged().subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for level in 1...2 { levels.accept(level) }
        },

        FaultProgram("an empty list that is taken for the list") {
            let (screen, bag, list) = (Screen(), DisposeBag(), BehaviorRelay<[String]>(value: []))
            list.take(1)  // FAULT: note spent-take
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            list.accept(["Ada"])
        },
        FaultProgram("an empty list that is the first") {
            let (screen, bag, list) = (Screen(), DisposeBag(), BehaviorRelay<[String]>(value: []))
            list.first()  // FAULT: note spent-take
                .subscribe(onSuccess: { screen.show($0 ?? []) }).disposed(by: bag)
            list.accept(["Ada"])
        },
        FaultProgram("a list that is taken when it has something", near: ["spent-take"]) {
            let (screen, bag, list) = (Screen(), DisposeBag(), BehaviorRelay<[String]>(value: []))
            list.filter { !$0.isEmpty }.take(1).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            list.accept(["Ada"])
        },
        FaultProgram("a list that is taken as a tap asks for it", near: ["spent-take"]) {
            let (screen, bag, list) = (Screen(), DisposeBag(), BehaviorRelay<[String]>(value: []))
            Observable.just(1).flatMap { _ in list.take(1) }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            list.accept(["Ada"])
        },

        FaultProgram("a last state that is left out") {
            let (screen, bag, states) = (Screen(), DisposeBag(), PublishSubject<String>())
            let done = "done"
            states
                .take(while: { $0 != done })  // FAULT: note spent-take
                .subscribe(onNext: { if $0 == done { screen.show("ready") } else { screen.show($0) } }).disposed(
                    by: bag)
            for state in ["queued", "done"] { states.onNext(state) }
        },
        FaultProgram("a last state that comes", near: ["spent-take"]) {
            let (screen, bag, states) = (Screen(), DisposeBag(), PublishSubject<String>())
            let done = "done"
            states.take(until: { $0 == done }, behavior: .inclusive)
                .subscribe(onNext: { if $0 == done { screen.show("ready") } else { screen.show($0) } }).disposed(
                    by: bag)
            for state in ["queued", "done"] { states.onNext(state) }
        },
        FaultProgram("a last state that nobody looks for", near: ["spent-take"]) {
            let (screen, bag, states) = (Screen(), DisposeBag(), PublishSubject<String>())
            let done = "done"
            states.take(while: { $0 != done })
                .subscribe(onNext: { screen.show($0) }, onCompleted: { screen.show("ready") }).disposed(by: bag)
            for state in ["queued", "done"] { states.onNext(state) }
        },

        FaultProgram("a form that each tap waits for anew") {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishRelay<Void>())
            let (name, mail) = (PublishRelay<String>(), PublishRelay<String>())
            let both = Observable.combineLatest(name, mail)  // FAULT: note silent-source
            name.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            mail.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.flatMapLatest { both.take(1) }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            name.accept("Ada")
            mail.accept("ada@b.c")
            for _ in 1...2 { taps.accept(()) }
        },
        FaultProgram("a form that a tap reads", near: ["silent-source"]) {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishRelay<Void>())
            let (name, mail) = (PublishRelay<String>(), PublishRelay<String>())
            taps.withLatestFrom(Observable.combineLatest(name, mail))
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            name.accept("Ada")
            mail.accept("ada@b.c")
            for _ in 1...2 { taps.accept(()) }
        },
        FaultProgram("answers that each question waits for", near: ["silent-source"]) {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishRelay<Void>())
            let (name, mail) = (PublishRelay<String>(), PublishRelay<String>())
            taps.flatMapLatest { Observable.combineLatest(name, mail).take(1) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...2 {
                taps.accept(())
                name.accept("Ada")
                mail.accept("ada@b.c")
            }
        },

        FaultProgram("a countdown that a second bid begins beside the first") {
            let (screen, bag, clock, bids) = (Screen(), DisposeBag(), HistoricalScheduler(), PublishRelay<Int>())
            bids
                .flatMap { _ in  // FAULT: note piled-sources
                    Observable<Int>.interval(.seconds(1), scheduler: clock).take(3)
                }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for bid in 1...2 {
                bids.accept(bid)
                clock.pass(1.5)
            }
            clock.pass(5)
        },
        FaultProgram("a countdown beside the first, of a closure that captures") {
            let (screen, bag, clock, bids) = (Screen(), DisposeBag(), HistoricalScheduler(), PublishRelay<Int>())
            bids
                .flatMap { [clock] _ in  // FAULT: note piled-sources
                    Observable<Int>.interval(.seconds(1), scheduler: clock).take(3)
                }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for bid in 1...2 {
                bids.accept(bid)
                clock.pass(1.5)
            }
            clock.pass(5)
        },
        FaultProgram("a countdown for each bid", near: ["piled-sources"]) {
            let (screen, bag, clock, bids) = (Screen(), DisposeBag(), HistoricalScheduler(), PublishRelay<Int>())
            bids.flatMap { bid in Observable<Int>.interval(.seconds(2), scheduler: clock).take(2).map { (bid, $0) } }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for bid in 1...2 {
                bids.accept(bid)
                clock.pass(1)
            }
            clock.pass(5)
        },

        FaultProgram("a list that its own answer asks for again") {
            let (screen, bag, clock, list) = (Screen(), DisposeBag(), HistoricalScheduler(), PublishRelay<Int>())
            list.flatMapLatest { number in Observable<Int>.timer(.seconds(1), scheduler: clock).map { _ in number } }
                .bind(to: list)  // FAULT: note endless-circle
                .disposed(by: bag)
            list.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            list.accept(1)
            for _ in 1...5 { clock.pass(1) }
        },
        FaultProgram("pages of which each asks for the next", near: ["endless-circle"]) {
            let (screen, bag, clock, page) = (Screen(), DisposeBag(), HistoricalScheduler(), PublishRelay<Int>())
            page.flatMapLatest { number in Observable<Int>.timer(.seconds(1), scheduler: clock).map { _ in number + 1 }
            }
            .bind(to: page).disposed(by: bag)
            page.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            page.accept(1)
            for _ in 1...5 { clock.pass(1) }
        },

        FaultProgram("a place that answers in one case") {
            let screen = Screen()
            place(false).subscribe(onSuccess: { screen.show($0) }).disposed(by: bagOfPlaces)
        }.spanning(57...59),
        FaultProgram("a place that answers in any case", near: ["unanswered-create"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            placeOrNot(false).subscribe(onSuccess: { screen.show($0) }, onFailure: { screen.show($0) })
                .disposed(by: bag)
        },
        FaultProgram("places of which none comes", near: ["unanswered-create"]) {
            let screen = Screen()
            places(false).subscribe(onNext: { screen.show($0) }).disposed(by: bagOfPlaces)
        },

        FaultProgram("a loader that is gone before it is asked") {
            let (screen, bag, ids) = (Screen(), DisposeBag(), PublishRelay<Int>())
            listenAndLeave(ids, screen, bag)
            for id in 1...2 { ids.accept(id) }
        }.spanning(78...80),
        FaultProgram("a loader that is there", near: ["nothing-passes"]) {
            let (screen, bag, ids, loader) = (Screen(), DisposeBag(), PublishRelay<Int>(), Loader())
            loader.listen(to: ids, screen, bag)
            for id in 1...2 { ids.accept(id) }
            withExtendedLifetime(loader) {}
        },

        FaultProgram("a balance that the news take the bag of") {
            let (dashboard, balance, news) = (Dashboard(), PublishRelay<Int>(), PublishRelay<Int>())
            dashboard.watch(balance)
            balance.accept(0)
            dashboard.reload(news)
            balance.accept(1)
        }.spanning(98...100),
        FaultProgram("a balance with a bag of its own", near: ["early-dispose"]) {
            let (dashboard, balance, news) = (Dashboard(), PublishRelay<Int>(), PublishRelay<Int>())
            dashboard.watchForGood(balance)
            dashboard.reload(news)
            balance.accept(1)
        },
        FaultProgram("a balance that is watched again", near: ["early-dispose"]) {
            let (dashboard, balance, news) = (Dashboard(), PublishRelay<Int>(), PublishRelay<Int>())
            dashboard.reload(news)
            dashboard.reload(balance)
            balance.accept(1)
        },
    ]
}
