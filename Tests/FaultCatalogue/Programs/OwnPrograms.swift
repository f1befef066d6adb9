import Foundation
import RxRelay
import RxSwift

/// Gives flights.
private final class FlightService {
    func flights() -> Observable<[String]> { .just(["LH 12", "AF 7"]) }
}

/// Shows the flights of a service; `flights` is a variable, and the service's method has its name.
private final class FlightList {
    private let bag = DisposeBag()
    private var rows: [String] = []
    init(_ service: FlightService, _ limit: BehaviorRelay<Int>) {
        let flights = service.flights()
        Observable.combineLatest(flights, limit) { list, limit in
            Array(list.prefix(limit))
        }
        .subscribe(onNext: { [weak self] rows in  // FAULT: note leak bag, note unreleased-bag
            self?.rows = rows
        })
        .disposed(by: bag)
    }
}

/// The same with a method of its own, which an inherited one may be as well.
private class TitledList {
    func title(_ limit: Int) -> String { "\(limit)" }
}

private final class LimitList: TitledList {
    private let bag = DisposeBag()
    func show(_ limit: BehaviorRelay<Int>, on screen: Screen) {
        limit.map(title)  // FAULT: unreleased-bag
            .subscribe(onNext: { screen.show($0) })  // FAULT: leak bag
            .disposed(by: bag)
    }
}

private enum KeptLists { nonisolated(unsafe) static var all: [FlightList] = [] }

/// Sends a draft, and keeps itself until it is sent.
private final class DraftUpload {
    private let text: String
    private var upload: (any Disposable)?
    init(_ text: String) { self.text = text }
    func begin(_ clock: HistoricalScheduler, _ screen: Screen) {
        upload = Observable.just(text).delay(.seconds(1), scheduler: clock)
            .subscribe(onNext: { screen.show($0) }, onCompleted: { self.upload = nil })
    }
}

/// The same, which the screen has for all drafts.
private final class DraftQueue {
    private var upload: (any Disposable)?
    func begin(_ text: String, _ clock: HistoricalScheduler, _ screen: Screen) {
        upload = Observable.just(text).delay(.seconds(1), scheduler: clock)
            .subscribe(onNext: { screen.show($0) }, onCompleted: { self.upload = nil })  // FAULT: nested-subscribe
    }
}

/// What shows a picture, and what is only to have one.
private final class ProfileView { var image = "" }
private final class ProfileDraft { var image = "" }

private func offMain(_ subscribe: (Observable<String>, _ done: @escaping () -> Void) -> Disposable) {
    let (queue, done) = (DispatchQueue(label: "images"), DispatchSemaphore(value: 0))
    let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "own")
    let subscription = subscribe(Observable.just("a.png").observe(on: scheduler)) { done.signal() }
    done.wait()
    // The work that signals has returned.
    queue.sync {}
    subscription.dispose()
}

/// The profile of who is logged in.
private final class Profiles {
    let userName = BehaviorRelay(value: "Ada")
    let asked = BehaviorRelay(value: 0)
    private func fetch() -> Observable<String> { .just("profile of \(userName.value)") }
    private(set) lazy var kept = Observable.deferred { Observable.just(self.userName.value) }
        .share(replay: 1, scope: .forever)  // FAULT: outdated-replay
    private(set) lazy var fetched = Observable.deferred { self.fetch() }
        .share(replay: 1, scope: .forever)  // FAULT: outdated-replay
    private(set) lazy var counted = Observable.deferred { () -> Observable<Int> in
        self.asked.accept(self.asked.value + 1)
        return .just(7)
    }
    .share(replay: 1, scope: .forever)
    private(set) lazy var current = userName.flatMapLatest { Observable.just("profile of \($0)") }.share(replay: 1)

    /// Subscribes by one line before and after another has logged in.
    func readTwice(_ profile: Observable<some Any>) {
        let screen = Screen()
        for next in ["Grace", "Edsger"] {
            profile.subscribe(onNext: { screen.show($0) }).dispose()
            userName.accept(next)
            asked.accept(asked.value + 1)
        }
    }
}

/// Photos that one likes, and tags that one adds.
private final class Album {
    let (clock, screen) = (HistoricalScheduler(), Screen())
    func like(_ photo: String) -> Observable<String> {
        Observable<Int>.timer(.seconds(1), scheduler: clock).map { _ in photo }
    }
    func add(_ tag: String) -> Observable<String> {
        Observable<Int>.timer(.seconds(1), scheduler: clock).map { _ in tag }
    }
}

/// Plays, and has a bag.
private final class EpisodePlayer {
    let position = PublishRelay<Int>()
    let bag = DisposeBag()
}

/// Shows how far an episode is.
private final class EpisodeScreen {
    init(_ player: EpisodePlayer, _ screen: Screen) {
        player.position.distinctUntilChanged()
            .subscribe(onNext: { screen.show($0) })  // FAULT: piled-subscriptions, note leak bag, note unreleased-bag
            .disposed(by: player.bag)
    }
}

private final class TidyEpisodeScreen {
    private let bag = DisposeBag()
    init(_ player: EpisodePlayer, _ screen: Screen) {
        player.position.distinctUntilChanged().subscribe(onNext: { screen.show($0) }).disposed(by: bag)
    }
}

/// The screens that one is on.
private final class Navigator {
    private(set) var stack: [String] = []
    func push(_ screen: String) { stack.append(screen) }
    func replace(_ screen: String) { stack = [screen] }
}

/// Goes to a map for the places that a tap asks for.
private func locate(_ join: (PublishRelay<Void>, Observable<Int>, Navigator) -> any Disposable) {
    let (clock, navigator, locateTap) = (HistoricalScheduler(), Navigator(), PublishRelay<Void>())
    let places = Observable<Int>.interval(.seconds(1), scheduler: clock)
    let subscription = join(locateTap, places, navigator)
    locateTap.accept(())
    clock.pass(3.5)
    subscription.dispose()
}

extension FaultProgram {
    /// What belongs to an object of its own, and what is done to one.
    static let owned = ownObjects + ownCaches + ownStates + ownDeeds

    private static let ownObjects: [FaultProgram] = [
        FaultProgram("a list whose variable has the name of another's method") {
            KeptLists.all.append(FlightList(FlightService(), BehaviorRelay(value: 1)))
        }.spanning(16...20),
        FaultProgram("a list that is given the method of what it inherits from") {
            LimitList().show(BehaviorRelay(value: 1), on: Screen())
        }.spanning(34...35),
        FaultProgram("a draft whose object sends it by itself", near: ["nested-subscribe"]) {
            let (clock, screen, bag, saves) = (HistoricalScheduler(), Screen(), DisposeBag(), PublishRelay<String>())
            saves.subscribe(onNext: { DraftUpload($0).begin(clock, screen) }).disposed(by: bag)
            saves.accept("dear diary")
            clock.pass(2)
        },
        FaultProgram("drafts whose objects send them side by side", near: ["nested-subscribe"]) {
            let (clock, screen, bag, saves) = (HistoricalScheduler(), Screen(), DisposeBag(), PublishRelay<String>())
            saves.subscribe(onNext: { text in
                let upload = DraftUpload(text)
                upload.begin(clock, screen)
            }).disposed(by: bag)
            for text in ["dear diary", "dear reader"] { saves.accept(text) }
            clock.pass(2)
        },
        FaultProgram("a draft that one object sends for all") {
            let (clock, screen, bag, saves) = (HistoricalScheduler(), Screen(), DisposeBag(), PublishRelay<String>())
            let queue = DraftQueue()
            saves.subscribe(onNext: { queue.begin($0, clock, screen) }).disposed(by: bag)
            saves.accept("dear diary")
            clock.pass(2)
        }.spanning(58...58),
        FaultProgram("screens that put what they subscribe into the player's bag") {
            let (player, screen) = (EpisodePlayer(), Screen())
            for second in 1...2 {
                _ = EpisodeScreen(player, screen)
                player.position.accept(second)
            }
            player.bag.insert(Disposables.create { withExtendedLifetime(player) {} })
        }.spanning(124...124),
        FaultProgram("screens that have a bag each", near: ["piled-subscriptions"]) {
            let (player, screen) = (EpisodePlayer(), Screen())
            let screens = [TidyEpisodeScreen(player, screen), TidyEpisodeScreen(player, screen)]
            player.position.accept(1)
            withExtendedLifetime(screens) {}
        },
    ]

    private static let ownCaches: [FaultProgram] = [
        FaultProgram("a kept value that is missing, and a request that fails", near: ["stale-cache"]) {
            let (screen, bag, cached) = (Screen(), DisposeBag(), Observable<String>.empty())
            cached
                .ifEmpty(switchTo: Observable.error(Failure()))
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("two kept values that are missing, and a request that fails", near: ["stale-cache"]) {
            let (screen, bag, memory) = (Screen(), DisposeBag(), Observable<String>.empty())
            let stored = Observable<String>.empty().ifEmpty(switchTo: Observable.error(Failure()))
            stored
                .ifEmpty(switchTo: memory)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a kept value that is missing after a while, and a request that fails", near: ["stale-cache"]) {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            let cached = Observable<Int>.timer(.seconds(1), scheduler: clock).filter { $0 > 0 }
            cached
                .concat(Observable.error(Failure()))
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            clock.pass(2)
        },
        FaultProgram("a request that fails beside a kept value", near: ["stale-cache"]) {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            let cached = Observable<Int>.timer(.seconds(2), scheduler: clock)
            let request = Observable<Int>.timer(.seconds(1), scheduler: clock)
                .map { _ -> Int in throw Failure() }
            Observable.merge(cached, request)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            clock.pass(3)
        },
    ]

    private static let ownStates: [FaultProgram] = [
        FaultProgram("a picture of a view, set off the main thread") {
            let avatar = ProfileView()
            offMain { images, done in
                images.subscribe(onNext: { avatar.image = $0 }, onDisposed: done)  // FAULT: view-off-main
            }
        },
        FaultProgram("a picture of a draft, set off the main thread", near: ["view-off-main"]) {
            let portrait = ProfileDraft()
            offMain { images, done in
                images.subscribe(onNext: { portrait.image = $0 }, onDisposed: done)
            }
        },
        FaultProgram("a profile that is kept for the next user") {
            let profiles = Profiles()
            profiles.readTwice(profiles.kept)
        }.spanning(82...82),
        FaultProgram("a profile that a function makes, kept for the next user") {
            let profiles = Profiles()
            profiles.readTwice(profiles.fetched)
        }.spanning(84...84),
        FaultProgram("an answer that is kept, and how often it was asked for", near: ["outdated-replay"]) {
            let profiles = Profiles()
            profiles.readTwice(profiles.counted)
        },
        FaultProgram("a profile that follows the user", near: ["outdated-replay"]) {
            let profiles = Profiles()
            profiles.readTwice(profiles.current)
        },
        FaultProgram("a route that is pushed each time the screen appears") {
            let navigator = Navigator()
            let route = BehaviorRelay<String?>(value: nil)  // FAULT: replayed-event
            var bag = DisposeBag()
            func appear() {
                bag = DisposeBag()
                route.compactMap { $0 }
                    .subscribe(onNext: { navigator.push($0) })
                    .disposed(by: bag)
            }
            appear()
            route.accept("details")
            appear()
        },
        FaultProgram("a route that is taken back when it was pushed", near: ["replayed-event"]) {
            let navigator = Navigator()
            let route = BehaviorRelay<String?>(value: nil)
            var bag = DisposeBag()
            func appear() {
                bag = DisposeBag()
                route.compactMap { $0 }
                    .subscribe(onNext: { navigator.push($0) })
                    .disposed(by: bag)
            }
            appear()
            for next in ["details", nil] { route.accept(next) }
            appear()
        },
    ]

    private static let ownDeeds: [FaultProgram] = [
        FaultProgram("photos of which only the last is liked") {
            let (album, photos, bag) = (Album(), PublishRelay<String>(), DisposeBag())
            photos
                .flatMapLatest { album.like($0) }  // FAULT: cancelled-write
                .subscribe(onNext: { album.screen.show($0) }).disposed(by: bag)
            for photo in ["beach", "forest"] { photos.accept(photo) }
            album.clock.pass(2)
        },
        FaultProgram("a photo that is liked again") {
            let (album, photos, bag) = (Album(), PublishRelay<String>(), DisposeBag())
            photos
                .flatMapLatest { album.like($0) }  // FAULT: note cancelled-write
                .subscribe(onNext: { album.screen.show($0) }).disposed(by: bag)
            for photo in ["beach", "beach"] { photos.accept(photo) }
            album.clock.pass(2)
        },
        FaultProgram("a tag that is added while it is typed") {
            let (album, tags, bag) = (Album(), PublishRelay<String>(), DisposeBag())
            tags
                .flatMapLatest { album.add($0) }  // FAULT: note cancelled-write
                .subscribe(onNext: { album.screen.show($0) }).disposed(by: bag)
            for tag in ["sea", "seaside"] { tags.accept(tag) }
            album.clock.pass(2)
        },
        FaultProgram("photos that are liked one after the other", near: ["cancelled-write"]) {
            let (album, photos, bag) = (Album(), PublishRelay<String>(), DisposeBag())
            photos.concatMap { album.like($0) }
                .subscribe(onNext: { album.screen.show($0) }).disposed(by: bag)
            for photo in ["beach", "forest"] { photos.accept(photo) }
            album.clock.pass(3)
        },
        FaultProgram("a map for each place that comes after a tap") {
            locate { locateTap, places, navigator in
                locateTap
                    .flatMapLatest { places }  // FAULT: repeated-action
                    .subscribe(onNext: { navigator.push("map at \($0)") })
            }
        },
        FaultProgram("a map for the first place after a tap", near: ["repeated-action"]) {
            locate { locateTap, places, navigator in
                locateTap.flatMapLatest { places.take(1) }.subscribe(onNext: { navigator.push("map at \($0)") })
            }
        },
        FaultProgram("a map that moves with each place after a tap", near: ["repeated-action"]) {
            locate { locateTap, places, navigator in
                locateTap.flatMapLatest { places }.subscribe(onNext: { navigator.replace("map at \($0)") })
            }
        },
        FaultProgram("maps that a tour pushes one after the other", near: ["repeated-action"]) {
            locate { tour, places, navigator in
                tour.flatMapLatest { places.take(3) }.subscribe(onNext: { navigator.push("map at \($0)") })
            }
        },
    ]
}
