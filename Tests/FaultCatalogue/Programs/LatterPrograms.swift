import Dispatch
import RxRelay
import RxSwift

/// A table, and the closure that fills it.
private final class StockTable {
    var tableView = TableView()
    private let bag = DisposeBag()
    lazy var fill: (Int) -> Void = { [weak self] count in self?.tableView.reloadData(count) }

    func load(_ counts: Observable<Int>) {
        counts
            .subscribe(onNext: fill)  // FAULT: view-off-main
            .disposed(by: bag)
    }
}

private final class TableView {
    var count = 0
    func reloadData(_ count: Int) { self.count = count }
}

/// Moves a store to a new place, and says so or not.
private final class Mover {
    private let screen: Screen
    init(_ screen: Screen) { self.screen = screen }

    func move() -> Completable {
        Completable.create { [screen] done in
            screen.show("moved")
            return Disposables.create()  // FAULT: unanswered-create
        }
    }

    func moveAndSay() -> Completable {
        Completable.create { [screen] done in
            screen.show("moved")
            done(.completed)
            return Disposables.create()
        }
    }
}

/// Marks what was read.
private final class Marker {
    private let screen: Screen
    init(_ screen: Screen) { self.screen = screen }

    @discardableResult func mark(_ id: Int) -> Completable {
        Completable.create { [screen] done in
            screen.show("marked \(id)")
            done(.completed)
            return Disposables.create()
        }
    }

    func read(_ mail: PublishRelay<Int>, _ bag: DisposeBag) {
        mail.subscribe(onNext: { [self] id in
            screen.show(id)
            mark(id)  // FAULT: never-subscribed
        }).disposed(by: bag)
    }
}

/// Moves with a keyboard, as its theme is set.
private final class Composer {
    private let bag = DisposeBag()
    private let heights: PublishRelay<Int>
    private var moves = 0
    private var bars: [Screen] = []
    init(_ heights: PublishRelay<Int>) { self.heights = heights }

    func setTheme(_ name: String) { setUp() }

    private func setUp() {
        heights
            .subscribe(onNext: { [weak self] _ in self?.moves += 1 })  // FAULT: piled-subscriptions
            .disposed(by: bag)
    }

    func addBar() {
        let bar = Screen()
        bars.append(bar)
        heights.subscribe(onNext: { bar.show($0) }).disposed(by: bag)
    }
}

/// Decodes pictures, each by work that could be cancelled.
private final class Pictures {
    private let queue = DispatchQueue(label: "pictures")
    private let start = DispatchSemaphore(value: 0)
    private(set) var decoded = 0

    func picture(_ id: Int) -> Single<Int> {
        Single.create { [self] single in
            let work = DispatchWorkItem {
                self.start.wait()
                self.decoded += 1
                single(.success(id))
            }
            queue.async(execute: work)
            return Disposables.create()  // FAULT: late-event
        }
    }

    func finish(_ count: Int) {
        for _ in 1...count { start.signal() }
        queue.sync {}
    }
}

/// Shows the lines of a room, with its own name.
private final class ChatFeed {
    private let bag = DisposeBag()
    private let name = "ida"
    private let screen: Screen
    init(_ screen: Screen) { self.screen = screen }
    func start(_ rooms: PublishRelay<Int>, _ lines: PublishRelay<String>) {
        rooms
            .flatMapLatest { [weak self] _ -> Observable<String> in
                guard let self else { return .empty() }
                return lines.asObservable()
                    .map { "\(self.name): \($0)" }  // FAULT: unreleased-bag
            }
            .subscribe(onNext: { [screen] in screen.show($0) }).disposed(by: bag)  // FAULT: note leak bag
    }
    func startWeakly(_ rooms: PublishRelay<Int>, _ lines: PublishRelay<String>) {
        rooms
            .flatMapLatest { [weak self] _ -> Observable<String> in
                guard let self else { return .empty() }
                return lines.asObservable()
                    .map { [name = self.name] in "\(name): \($0)" }
            }
            .subscribe(onNext: { [screen] in screen.show($0) }).disposed(by: bag)
    }
}

extension FaultProgram {
    /// What a set of strangers' programs led to: further spellings of known faults.
    static let latter: [FaultProgram] = latterWork + latterBags

    private static let latterWork: [FaultProgram] = [
        FaultProgram("a table that a stored closure fills on a queue") {
            let (table, counts) = (StockTable(), PublishRelay<Int>())
            table.load(counts.asObservable())
            let queue = DispatchQueue(label: "stock")
            queue.async { counts.accept(3) }
            queue.sync {}
        }.spanning(12...14),
        FaultProgram("a table that a stored closure fills on the main thread", near: ["view-off-main"]) {
            let (table, counts) = (StockTable(), PublishRelay<Int>())
            table.load(counts.asObservable())
            counts.accept(3)
        },
        FaultProgram("a move that never says it is done") {
            let (screen, taps, bag) = (Screen(), PublishRelay<Int>(), DisposeBag())
            taps.flatMap { _ in Mover(screen).move().andThen(Single.just("home")) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.accept(1)
        }.spanning(30...32),
        FaultProgram("a move that says it is done", near: ["unanswered-create"]) {
            let (screen, taps, bag) = (Screen(), PublishRelay<Int>(), DisposeBag())
            taps.flatMap { _ in Mover(screen).moveAndSay().andThen(Single.just("home")) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.accept(1)
        },
        FaultProgram("a mark that nobody subscribes to") {
            let (screen, mail, bag) = (Screen(), PublishRelay<Int>(), DisposeBag())
            Marker(screen).read(mail, bag)
            mail.accept(1)
        }.spanning(59...61),
        FaultProgram("pictures that are decoded though nobody waits") {
            let (screen, shown, bag, pictures) = (Screen(), PublishRelay<Int>(), DisposeBag(), Pictures())
            shown.flatMapLatest { pictures.picture($0) }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for id in 1...3 { shown.accept(id) }
            pictures.finish(3)
        }.spanning(101...103),
        FaultProgram("two that a subject's observer is given to, which the first ends") {
            let (screen, alerts, bag) = (Screen(), PublishSubject<String>(), DisposeBag())
            let observer = alerts.asObserver()
            alerts.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for name in ["disk", "net"] {
                Observable.just(name)
                    .subscribe(observer)  // FAULT: late-event
                    .disposed(by: bag)
            }
        },
        FaultProgram("two whose elements alone a subject is sent", near: ["late-event"]) {
            let (screen, alerts, bag) = (Screen(), PublishSubject<String>(), DisposeBag())
            let observer = alerts.asObserver()
            alerts.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for name in ["disk", "net"] {
                Observable.just(name).subscribe(onNext: { observer.onNext($0) }).disposed(by: bag)
            }
        },
    ]

    private static let latterBags: [FaultProgram] = [
        FaultProgram("a keyboard that each theme listens to") {
            let heights = PublishRelay<Int>()
            let composer = Composer(heights)
            composer.setTheme("light")
            composer.setTheme("dark")
            heights.accept(300)
        }.spanning(76...78),
        FaultProgram("a keyboard that each bar listens to", near: ["piled-subscriptions"]) {
            let heights = PublishRelay<Int>()
            let composer = Composer(heights)
            composer.addBar()
            composer.addBar()
            heights.accept(300)
        },
        FaultProgram("a feed that its own name holds") {
            let (screen, rooms, lines) = (Screen(), PublishRelay<Int>(), PublishRelay<String>())
            let feed = ChatFeed(screen)
            feed.start(rooms, lines)
            rooms.accept(1)
            lines.accept("hi")
        }.spanning(122...126),
        FaultProgram("a feed whose name is kept", near: ["unreleased-bag"]) {
            let (screen, rooms, lines) = (Screen(), PublishRelay<Int>(), PublishRelay<String>())
            let feed = ChatFeed(screen)
            feed.startWeakly(rooms, lines)
            rooms.accept(1)
            lines.accept("hi")
        },
    ]
}
