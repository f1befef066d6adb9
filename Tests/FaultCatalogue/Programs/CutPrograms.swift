import Foundation
import RxRelay
import RxSwift

/// Lists what a store has, and has a bag of its own.
private final class CutList {
    private let bag = DisposeBag()
    private let screen: Screen
    init(_ screen: Screen) { self.screen = screen }
    func listen(_ store: BehaviorRelay<[Int]>, _ filter: BehaviorRelay<Int>) {
        let own = store.withUnretained(self)  // FAULT: unreleased-bag
        Observable.combineLatest(own, filter)
            .subscribe(onNext: { pair, _ in pair.0.show(pair.1) }).disposed(by: bag)  // FAULT: note leak bag
    }
    func share(_ store: BehaviorRelay<[Int]>) {
        store
            .withUnretained(self)  // FAULT: unreleased-bag
            .share(replay: 1)
            .subscribe(onNext: { $0.show($1) }).disposed(by: bag)  // FAULT: note leak bag
    }
    func listenWeakly(_ store: BehaviorRelay<[Int]>, _ filter: BehaviorRelay<Int>) {
        Observable.combineLatest(store, filter)
            .withUnretained(self)
            .subscribe(onNext: { $0.show($1.0) }).disposed(by: bag)
    }
    private func show(_ list: [Int]) { screen.show(list) }
}

/// The step of an export.
private enum Step: Equatable {
    case waiting
    case running(Int)
    case done
}

/// How far an upload has come.
private struct Progress {
    let percent: Int
    var isDone: Bool { percent >= 100 }
}

/// Stores what it is handed, after a second.
private final class Notes {
    private let clock: HistoricalScheduler
    private var texts: [Int: String] = [:]
    private var found: [String: Int] = [:]
    init(_ clock: HistoricalScheduler) { self.clock = clock }

    private func later(_ done: @escaping () -> Void) -> Single<Int> {
        Single.create { single in
            self.clock.scheduleRelative((), dueTime: .seconds(1)) { _ in
                done()
                single(.success(1))
                return Disposables.create()
            }
        }
    }

    func put(_ note: Int) -> Single<Int> { later { self.texts[note] = "text" } }

    func edit(_ note: Int) -> Single<Int> {
        Single.create { single in
            self.clock.scheduleRelative((), dueTime: .seconds(1)) { _ in
                self.texts[note] = "new"
                single(.success(note))
                return Disposables.create()
            }
        }
    }

    func find(_ text: String) -> Single<Int> { later { self.found[text] = 1 } }
}

/// Is handed messages and drafts.
private final class Post {
    var sent: [String] = []
    func send(_ text: String) -> Single<Int> {
        Single.deferred { [self] in
            sent.append(text)
            return .just(sent.count)
        }
    }
    func track(_ event: String) { sent.append(event) }
    func draft(_ text: String) -> Single<Int> { .just(text.count) }
}

/// Knows codes, of which one is right.
private final class Codes {
    private let clock: HistoricalScheduler
    init(_ clock: HistoricalScheduler) { self.clock = clock }
    func check(_ code: String) -> Observable<String> {
        Observable.just(code).delay(.seconds(1), scheduler: clock).map { code in
            guard code == "right" else { throw Failure() }
            return code
        }
    }
}

/// The kept values, of which there is none.
private final class DiskStore {
    func read(_ id: Int) -> Observable<Int> { Observable.error(Failure()) }
    func open() -> Observable<Int> { Observable.error(Failure()) }
}

private func fetch(_ id: Int) -> Observable<Int> { .just(id) }

/// A field of a form.
private final class CutField {
    private let edits = PublishRelay<String>()
    var text: Observable<String> { edits.asObservable() }
    func type(_ text: String) { edits.accept(text) }
}

extension FaultProgram {
    /// What is cut off, left or begun again: the same faults, as others write them.
    static let cuts: [FaultProgram] =
        cutLast + cutSent + cutWrites + cutWaits + cutMisses + cutRetries + cutShares + cutOrder

    private static let cutLast: [FaultProgram] = [
        FaultProgram("an upload whose last percent is looked for") {
            let (screen, percent, bag) = (Screen(), PublishRelay<Int>(), DisposeBag())
            percent
                .take(while: { $0 < 100 })  // FAULT: note spent-take
                .map { $0 == 100 ? "ready" : "\($0) %" }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for value in [0, 50, 100] { percent.accept(value) }
        },
        FaultProgram("an upload whose last percent comes", near: ["spent-take"]) {
            let (screen, percent, bag) = (Screen(), PublishRelay<Int>(), DisposeBag())
            percent
                .take(while: { $0 < 100 }, behavior: .inclusive)
                .map { $0 == 100 ? "ready" : "\($0) %" }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for value in [0, 50, 100] { percent.accept(value) }
        },
        FaultProgram("a progress that stays below its end") {
            let (screen, progress, bag) = (Screen(), PublishRelay<Progress>(), DisposeBag())
            progress
                .take(while: { $0.percent != 100 })  // FAULT: note spent-take
                .subscribe(onNext: { screen.show($0.percent) }).disposed(by: bag)
            for value in [0, 50, 100] { progress.accept(Progress(percent: value)) }
        },
        FaultProgram("a progress whose property is looked for") {
            let (screen, progress, bag) = (Screen(), PublishRelay<Progress>(), DisposeBag())
            progress
                .take(until: { $0.isDone })  // FAULT: note spent-take
                .subscribe(onNext: { screen.show($0.isDone ? "ready" : "\($0.percent)") }).disposed(by: bag)
            for value in [0, 50, 100] { progress.accept(Progress(percent: value)) }
        },
        FaultProgram("an export whose last case is looked for") {
            let (screen, steps, bag) = (Screen(), BehaviorRelay(value: Step.waiting), DisposeBag())
            steps
                .take(while: { if case .done = $0 { return false } else { return true } })  // FAULT: note spent-take
                .subscribe(onNext: { step in
                    switch step {
                    case .done: screen.show("ready")
                    default: screen.show(step)
                    }
                }).disposed(by: bag)
            for step in [Step.running(1), .done] { steps.accept(step) }
        },
        FaultProgram("a progress whose end is told", near: ["spent-take"]) {
            let (screen, progress, bag) = (Screen(), PublishRelay<Int>(), DisposeBag())
            progress.take(while: { $0 < 100 })
                .subscribe(onNext: { screen.show($0) }, onCompleted: { screen.show("ready") }).disposed(by: bag)
            for value in [0, 50, 100] { progress.accept(value) }
        },
        FaultProgram("a progress whose end a do hears of", near: ["spent-take"]) {
            let (screen, progress, bag) = (Screen(), PublishRelay<Int>(), DisposeBag())
            progress.take(while: { $0 < 100 }).do(onCompleted: { screen.show("ready") })
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for value in [0, 50, 100] { progress.accept(value) }
        },
        FaultProgram("a progress that another source follows", near: ["spent-take"]) {
            let (screen, progress, bag) = (Screen(), PublishRelay<Int>(), DisposeBag())
            progress.take(while: { $0 < 100 }).map { "\($0) %" }.concat(Observable.just("ready"))
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for value in [0, 50, 100] { progress.accept(value) }
        },
        FaultProgram("degrees that run over their bound", near: ["spent-take"]) {
            let (screen, progress, bag) = (Screen(), PublishRelay<Int>(), DisposeBag())
            progress.take(while: { $0 < 80 })
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for value in [60, 70, 85] { progress.accept(value) }
        },
        FaultProgram("words up to a sign that is no state", near: ["spent-take"]) {
            let (screen, words, bag) = (Screen(), PublishRelay<String>(), DisposeBag())
            words.take(while: { $0 != "stop" })
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for word in ["a", "b", "stop"] { words.accept(word) }
        },
    ]

    private static let cutSent: [FaultProgram] = [
        FaultProgram("messages of which a debounce sends one") {
            let (post, screen, clock, bag) = (Post(), Screen(), HistoricalScheduler(), DisposeBag())
            let messages = PublishRelay<String>()
            messages
                .debounce(.seconds(1), scheduler: clock)  // FAULT: note late-debounce
                .concatMap { post.send($0) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for text in ["hi", "you", "bye"] { messages.accept(text) }
            clock.pass(2)
        },
        FaultProgram("messages that are all sent", near: ["late-debounce"]) {
            let (post, screen, bag) = (Post(), Screen(), DisposeBag())
            let messages = PublishRelay<String>()
            messages.concatMap { post.send($0) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for text in ["hi", "you", "bye"] { messages.accept(text) }
        },
        FaultProgram("events of which a throttle tracks two") {
            let (post, clock, bag) = (Post(), HistoricalScheduler(), DisposeBag())
            let events = PublishRelay<String>()
            events
                .throttle(.seconds(1), scheduler: clock)  // FAULT: note late-debounce
                .subscribe(onNext: post.track).disposed(by: bag)
            for event in ["open", "tap", "swipe", "close"] { events.accept(event) }
            clock.pass(2)
        },
        FaultProgram("a text that is being typed, and sent when there is a pause", near: ["late-debounce"]) {
            let (post, screen, clock, bag) = (Post(), Screen(), HistoricalScheduler(), DisposeBag())
            let texts = PublishRelay<String>()
            texts.debounce(.seconds(1), scheduler: clock)
                .concatMap { post.send($0) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for text in ["h", "he", "hello"] { texts.accept(text) }
            clock.pass(2)
        },
        FaultProgram("a draft of which the newest is kept", near: ["late-debounce"]) {
            let (post, screen, clock, bag) = (Post(), Screen(), HistoricalScheduler(), DisposeBag())
            let drafts = PublishRelay<String>()
            drafts.debounce(.seconds(1), scheduler: clock)
                .flatMapLatest { post.draft($0) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for text in ["hi", "you", "bye"] { drafts.accept(text) }
            clock.pass(2)
        },
        FaultProgram("a state of which the newest is sent", near: ["late-debounce"]) {
            let (post, screen, clock, bag) = (Post(), Screen(), HistoricalScheduler(), DisposeBag())
            let volume = BehaviorRelay(value: "low")
            volume.debounce(.seconds(1), scheduler: clock)
                .concatMap { post.send($0) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for level in ["middle", "high", "off"] { volume.accept(level) }
            clock.pass(2)
        },
    ]

    private static let cutWrites: [FaultProgram] = [
        FaultProgram("notes of which the next one cancels the last") {
            let (screen, clock, bag, ids) = (Screen(), HistoricalScheduler(), DisposeBag(), PublishRelay<Int>())
            let notes = Notes(clock)
            ids
                .flatMapLatest { notes.put($0) }  // FAULT: note cancelled-write
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for id in 1...3 { ids.accept(id) }
            clock.pass(2)
        },
        FaultProgram("notes that are stored in turn", near: ["cancelled-write"]) {
            let (screen, clock, bag, ids) = (Screen(), HistoricalScheduler(), DisposeBag(), PublishRelay<Int>())
            let notes = Notes(clock)
            ids.concatMap { notes.put($0) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for id in 1...2 { ids.accept(id) }
            clock.pass(2)
        },
        FaultProgram("notes that are edited by a function which stores by a key") {
            let (screen, clock, bag, ids) = (Screen(), HistoricalScheduler(), DisposeBag(), PublishRelay<Int>())
            let notes = Notes(clock)
            ids
                .flatMapLatest(notes.edit)  // FAULT: note cancelled-write
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for id in 1...3 { ids.accept(id) }
            clock.pass(2)
        },
        FaultProgram("a search that keeps what it has found", near: ["cancelled-write"]) {
            let (screen, clock, bag, texts) = (Screen(), HistoricalScheduler(), DisposeBag(), PublishRelay<String>())
            let notes = Notes(clock)
            texts.flatMapLatest { notes.find($0) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for text in ["r", "rx"] { texts.accept(text) }
            clock.pass(2)
        },
    ]

    private static let cutWaits: [FaultProgram] = [
        FaultProgram("a permission for which a camera waits each time") {
            let (screen, bag) = (Screen(), DisposeBag())
            let (isAllowed, codes) = (BehaviorRelay(value: false), PublishRelay<Int>())
            isAllowed.filter { $0 }
                .flatMap { _ in codes }  // FAULT: note piled-sources
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for code in 1...2 {
                isAllowed.accept(true)
                codes.accept(code)
            }
        },
        FaultProgram("a permission for which a camera waits once", near: ["piled-sources"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let (isAllowed, codes) = (BehaviorRelay(value: false), PublishRelay<Int>())
            isAllowed.filter { $0 }.take(1)
                .flatMap { _ in codes }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for code in 1...2 {
                isAllowed.accept(true)
                codes.accept(code)
            }
        },
        FaultProgram("a permission whose newest camera is listened to", near: ["piled-sources"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let (isAllowed, codes) = (BehaviorRelay(value: false), PublishRelay<Int>())
            isAllowed.filter { $0 }
                .flatMapLatest { _ in codes }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for code in 1...2 {
                isAllowed.accept(true)
                codes.accept(code)
            }
        },
        FaultProgram("rooms of which two are listened to", near: ["piled-sources"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let (room, messages) = (BehaviorRelay(value: ""), [PublishRelay<Int>(), PublishRelay<Int>()])
            room.filter { !$0.isEmpty }
                .flatMap { messages[$0 == "a" ? 0 : 1] }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for name in ["a", "b"] {
                room.accept(name)
                for relay in messages { relay.accept(1) }
            }
        },
        FaultProgram("a camera that starts at each word that it may") {
            let (screen, bag, isAllowed) = (Screen(), DisposeBag(), BehaviorRelay(value: false))
            let start: () -> Void = { screen.show("start") }
            isAllowed.filter { $0 }
                .subscribe(onNext: { _ in start() }).disposed(by: bag)  // FAULT: note replayed-event
            for _ in 1...2 { isAllowed.accept(true) }
        },
        FaultProgram("a camera that starts at a change", near: ["replayed-event"]) {
            let (screen, bag, isAllowed) = (Screen(), DisposeBag(), BehaviorRelay(value: false))
            let start: () -> Void = { screen.show("start") }
            isAllowed.distinctUntilChanged().filter { $0 }
                .subscribe(onNext: { _ in start() }).disposed(by: bag)
            for _ in 1...2 { isAllowed.accept(true) }
        },
        FaultProgram("a hint that is shown again", near: ["replayed-event"]) {
            let (screen, bag, isAllowed) = (Screen(), DisposeBag(), BehaviorRelay(value: false))
            isAllowed.filter { $0 }
                .subscribe(onNext: { _ in screen.show("allowed") }).disposed(by: bag)
            for _ in 1...2 { isAllowed.accept(true) }
        },
    ]

    private static let cutMisses: [FaultProgram] = [
        FaultProgram("a kept value whose error ends the chain before the request") {
            let (screen, disk, bag) = (Screen(), DiskStore(), DisposeBag())
            disk.read(1)
                .concat(fetch(1))  // FAULT: stale-cache
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a kept value and a request that are merged") {
            let (screen, disk, bag) = (Screen(), DiskStore(), DisposeBag())
            Observable.merge(disk.read(1), fetch(1))  // FAULT: stale-cache
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a kept value that is not empty, but fails") {
            let (screen, disk, bag) = (Screen(), DiskStore(), DisposeBag())
            disk.read(1)
                .ifEmpty(switchTo: fetch(1))  // FAULT: stale-cache
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a kept value whose error is none", near: ["stale-cache", "swallowed-error"]) {
            let (screen, disk, bag) = (Screen(), DiskStore(), DisposeBag())
            Observable.concat(disk.read(1).catch { _ in .empty() }, fetch(1))
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a kept value whose error leads to the request", near: ["stale-cache"]) {
            let (screen, disk, bag, clock) = (Screen(), DiskStore(), DisposeBag(), HistoricalScheduler())
            let request = fetch(1).delay(.seconds(1), scheduler: clock)
            disk.read(1).concat(request).catch { _ in request }
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            clock.pass(2)
        },
        FaultProgram("a store that has to be open", near: ["stale-cache"]) {
            let (screen, disk, bag) = (Screen(), DiskStore(), DisposeBag())
            disk.open().concat(fetch(1))
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("two steps of one store", near: ["stale-cache"]) {
            let (screen, disk, bag) = (Screen(), DiskStore(), DisposeBag())
            disk.read(1).concat(disk.read(2))
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a request that goes before the kept value", near: ["stale-cache"]) {
            let (screen, disk, bag) = (Screen(), DiskStore(), DisposeBag())
            fetch(1).concat(disk.read(1))
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("photos of which one that fails is left out", near: ["dead-chain"]) {
            let (screen, disk, bag, ids) = (Screen(), DiskStore(), DisposeBag(), PublishRelay<Int>())
            ids.concatMap { id in
                (id == 2 ? disk.read(id) : fetch(id))
                    .catch { _ in .empty() }  // FAULT: note swallowed-error
            }
            .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for id in 1...3 { ids.accept(id) }
        },
        FaultProgram("photos whose ids are paired with them by count") {
            let (screen, bag, ids) = (Screen(), DisposeBag(), PublishRelay<Int>())
            let photos = ids.concatMap { id in fetch(id).filter { $0 != 2 } }
            Observable.zip(ids, photos)  // FAULT: note glitch
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for id in 1...3 { ids.accept(id) }
        },
        FaultProgram("photos of which each has its id", near: ["glitch"]) {
            let (screen, bag, ids) = (Screen(), DisposeBag(), PublishRelay<Int>())
            ids.concatMap { id in fetch(id).filter { $0 != 2 }.map { (id, $0) } }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for id in 1...3 { ids.accept(id) }
        },
        FaultProgram("photos of which all are there", near: ["glitch"]) {
            let (screen, bag, ids) = (Screen(), DisposeBag(), PublishRelay<Int>())
            let photos = ids.concatMap { id in fetch(id).map { $0 * 10 } }
            Observable.zip(ids, photos)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for id in 1...3 { ids.accept(id) }
        },
    ]

    private static let cutRetries: [FaultProgram] = [
        FaultProgram("a code that a retry checks again and again") {
            let (screen, clock, bag, code) = (
                Screen(), HistoricalScheduler(), DisposeBag(), BehaviorRelay(value: "wrong")
            )
            let codes = Codes(clock)
            code.flatMapLatest { codes.check($0) }
                .retry()  // FAULT: retry-storm
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(5)
        },
        FaultProgram("a code whose check fails within", near: ["retry-storm"]) {
            let (screen, clock, bag, code) = (
                Screen(), HistoricalScheduler(), DisposeBag(), BehaviorRelay(value: "wrong")
            )
            let codes = Codes(clock)
            code.flatMapLatest { codes.check($0).catchAndReturn("no such code") }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(5)
        },
        FaultProgram("a code that a retry checks some times", near: ["retry-storm"]) {
            let (screen, clock, bag, code) = (
                Screen(), HistoricalScheduler(), DisposeBag(), BehaviorRelay(value: "wrong")
            )
            let codes = Codes(clock)
            code.flatMapLatest { codes.check($0) }
                .retry(3)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            clock.pass(5)
        },
        FaultProgram("codes of which the next one is checked", near: ["retry-storm"]) {
            let (screen, clock, bag, code) = (Screen(), HistoricalScheduler(), DisposeBag(), PublishRelay<String>())
            let codes = Codes(clock)
            code.flatMapLatest { codes.check($0) }
                .retry()
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...4 {
                code.accept("wrong")
                clock.pass(2)
            }
        },
    ]

    private static let cutShares: [FaultProgram] = [
        FaultProgram("a device that each reading connects") {
            let (screen, bag) = (Screen(), DisposeBag())
            let readings = Observable<Int>.create { observer in
                screen.show("connect")
                observer.onNext(20)
                return Disposables.create { screen.show("disconnect") }
            }
            .share(replay: 1)  // FAULT: note restarted-share
            for _ in 1...3 {
                readings.take(1).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            }
        },
        FaultProgram("a device that stays connected", near: ["restarted-share"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let readings = Observable<Int>.create { observer in
                screen.show("connect")
                observer.onNext(20)
                return Disposables.create { screen.show("disconnect") }
            }
            .share(replay: 1)
            readings.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...3 {
                readings.take(1).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            }
        },
        FaultProgram("a device that is connected while a screen is there", near: ["restarted-share"]) {
            let screen = Screen()
            let readings = Observable<Int>.create { observer in
                screen.show("connect")
                observer.onNext(20)
                return Disposables.create { screen.show("disconnect") }
            }
            .share(replay: 1)
            for _ in 1...3 {
                readings.subscribe(onNext: { screen.show($0) }).dispose()
            }
        },
        FaultProgram("likes that begin with none, for who comes later", near: ["outdated-replay"]) {
            let (screen, bag, likes) = (Screen(), DisposeBag(), PublishRelay<Int>())
            let count = likes.scan(0) { $0 + $1 }.startWith(0).share(replay: 1)
            count.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for like in 1...2 { likes.accept(like) }
            count.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            likes.accept(3)
        },
        FaultProgram("a form that waits for a field which one line makes for all") {
            let (screen, bag, mail, code) = (Screen(), DisposeBag(), CutField(), CutField())
            Observable.combineLatest(mail.text, code.text)  // FAULT: note silent-source
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            mail.type("ada")
        },
        FaultProgram("a form whose field begins with nothing", near: ["silent-source"]) {
            let (screen, bag, mail, code) = (Screen(), DisposeBag(), CutField(), CutField())
            Observable.combineLatest(mail.text, code.text.startWith(""))
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            mail.type("ada")
        },
        FaultProgram("a list that its last pair keeps") {
            let (screen, store, filter) = (Screen(), BehaviorRelay(value: [1]), BehaviorRelay(value: 0))
            CutList(screen).listen(store, filter)
            store.accept([2])
        }.spanning(10...14),
        FaultProgram("a list that a share keeps") {
            let (screen, store) = (Screen(), BehaviorRelay(value: [1]))
            CutList(screen).share(store)
            store.accept([2])
        }.spanning(15...20),
        FaultProgram("a list that is paired at the end", near: ["unreleased-bag"]) {
            let (screen, store, filter) = (Screen(), BehaviorRelay(value: [1]), BehaviorRelay(value: 0))
            CutList(screen).listenWeakly(store, filter)
            store.accept([2])
        },
    ]

    private static let cutOrder: [FaultProgram] = [
        FaultProgram("texts that are compared before they are trimmed") {
            let (screen, bag, texts) = (Screen(), DisposeBag(), BehaviorRelay(value: ""))
            texts
                .distinctUntilChanged()  // FAULT: note doubled-request
                .map { $0.lowercased() }
                .filter { !$0.isEmpty }
                .flatMapLatest { Observable.just($0.count) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for text in ["swift", "Swift", "rx"] { texts.accept(text) }
        },
        FaultProgram("texts that are compared when they are trimmed", near: ["doubled-request"]) {
            let (screen, bag, texts) = (Screen(), DisposeBag(), BehaviorRelay(value: ""))
            texts.map { $0.lowercased() }.distinctUntilChanged().filter { !$0.isEmpty }
                .flatMapLatest { Observable.just($0.count) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for text in ["swift", "Swift", "rx"] { texts.accept(text) }
        },
        FaultProgram("texts of which one comes again behind another", near: ["doubled-request"]) {
            let (screen, bag, texts) = (Screen(), DisposeBag(), BehaviorRelay(value: ""))
            texts.distinctUntilChanged().map { $0.lowercased() }.filter { !$0.isEmpty }
                .flatMapLatest { Observable.just($0.count) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for text in ["swift", "", "swift"] { texts.accept(text) }
        },
        FaultProgram("changes that ask for all again", near: ["doubled-request"]) {
            let (screen, bag, texts) = (Screen(), DisposeBag(), PublishRelay<String>())
            texts.distinctUntilChanged().map { _ in () }
                .flatMapLatest { Observable.just(1) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for text in ["a", "b"] { texts.accept(text) }
        },
    ]
}
