import Foundation
import RxRelay
import RxSwift

/// Keeps one text, and hands it out again.
private final class NoteShelf {
    private(set) var saved: [String] = ["milk"]
    private let clock: HistoricalScheduler
    init(_ clock: HistoricalScheduler) { self.clock = clock }
    func load() -> String { saved.last ?? "" }
    func save(_ text: String) -> Completable {
        Completable.deferred { [self] in
            saved.append(text)
            return .empty()
        }
    }
    func persist(_ text: String) { saved.append(text) }
    func show(_ text: String) {}
}

/// People and counts that two threads add.
private final class Merge: @unchecked Sendable {
    let names = BehaviorRelay(value: [String]())
    private let lock = NSLock()

    func add(_ found: [String], _ wait: () -> Void) {
        let known = names.value
        wait()
        names.accept(known + found)  // FAULT: lost-update
    }

    func append(_ found: [String], _ wait: () -> Void) {
        var known = names.value
        wait()
        known.append(contentsOf: found)
        names.accept(known)  // FAULT: lost-update
    }

    func replace(_ found: [String], _ wait: () -> Void) {
        let isFirst = names.value.isEmpty
        wait()
        names.accept(isFirst ? found : found.reversed())  // FAULT: note lost-update
    }

    func addLocked(_ found: [String], _ wait: () -> Void) {
        wait()
        lock.withLock { names.accept(names.value + found) }
    }

    /// Does something on two threads, of which both begin before either goes on.
    func onTwoThreads(_ change: @escaping @Sendable (_ names: [String], _ wait: () -> Void) -> Void) {
        let (begun, other) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let done = DispatchSemaphore(value: 0)
        DispatchQueue(label: "merge").async {
            change(["Ada", "Bob"]) {
                begun.signal()
                other.wait()
            }
            done.signal()
        }
        begun.wait()
        change(["Cy", "Dee", "Eli"]) {}
        other.signal()
        done.wait()
    }
}

/// Who is there, told to those who listen.
private final class Presence {
    let userSubject = PublishSubject<String?>()  // FAULT: note missed-state
    let account = PublishRelay<String>()  // FAULT: note missed-state
    let userTapped = PublishRelay<String>()
    let name = BehaviorSubject<String?>(value: nil)
}

extension FaultProgram {
    static let begun = firstSaves + merges + missedUsers + places

    private static let firstSaves: [FaultProgram] = [
        FaultProgram("a note that is saved as it is opened") {
            let (clock, screen, bag) = (HistoricalScheduler(), Screen(), DisposeBag())
            let shelf = NoteShelf(clock)
            let text = BehaviorRelay(value: shelf.load())
            text.distinctUntilChanged().debounce(.seconds(1), scheduler: clock)
                .concatMap { shelf.save($0) }  // FAULT: note initial-write
                .subscribe(onCompleted: { screen.show("done") }).disposed(by: bag)
            clock.pass(2)
            text.accept("tea")
            clock.pass(2)
        },
        FaultProgram("a note that is persisted as it is loaded") {
            let (clock, bag) = (HistoricalScheduler(), DisposeBag())
            let shelf = NoteShelf(clock)
            let text = BehaviorSubject(value: shelf.load())
            text.subscribe(onNext: shelf.persist).disposed(by: bag)  // FAULT: note initial-write
            text.onNext("tea")
            text.onCompleted()
        },
        FaultProgram("a draft that waits before it is persisted") {
            let (clock, bag) = (HistoricalScheduler(), DisposeBag())
            let (shelf, draft) = (NoteShelf(clock), BehaviorRelay(value: "Dear"))
            draft.throttle(.seconds(1), scheduler: clock)
                .do(onNext: { shelf.persist($0) })  // FAULT: note initial-write
                .subscribe().disposed(by: bag)
            clock.pass(2)
            draft.accept("Dear Ada")
            clock.pass(2)
        },
        FaultProgram("a note that is saved when it was changed", near: ["initial-write"]) {
            let (clock, screen, bag) = (HistoricalScheduler(), Screen(), DisposeBag())
            let shelf = NoteShelf(clock)
            let text = BehaviorRelay(value: shelf.load())
            text.skip(1).debounce(.seconds(1), scheduler: clock)
                .concatMap { shelf.save($0) }
                .subscribe(onCompleted: { screen.show("done") }).disposed(by: bag)
            clock.pass(2)
            text.accept("tea")
            clock.pass(2)
        },
        FaultProgram("a note that was changed before it could be saved", near: ["initial-write"]) {
            let (clock, screen, bag) = (HistoricalScheduler(), Screen(), DisposeBag())
            let shelf = NoteShelf(clock)
            let text = BehaviorRelay(value: shelf.load())
            text.debounce(.seconds(1), scheduler: clock)
                .concatMap { shelf.save($0) }
                .subscribe(onCompleted: { screen.show("done") }).disposed(by: bag)
            text.accept("tea")
            clock.pass(2)
        },
        FaultProgram("a note that is shown as it is loaded", near: ["initial-write"]) {
            let (clock, bag) = (HistoricalScheduler(), DisposeBag())
            let shelf = NoteShelf(clock)
            let text = BehaviorRelay(value: shelf.load())
            text.debounce(.seconds(1), scheduler: clock).subscribe(onNext: { shelf.show($0) }).disposed(by: bag)
            clock.pass(2)
        },
        FaultProgram("a setting that a device is handed from the start", near: ["initial-write"]) {
            let (shelf, bag, level) = (NoteShelf(HistoricalScheduler()), DisposeBag(), BehaviorRelay(value: "loud"))
            level.subscribe(onNext: { shelf.persist($0) }).disposed(by: bag)
        },
    ]

    private static let merges: [FaultProgram] = [
        FaultProgram("two threads that add several names each") {
            let merge = Merge()
            merge.onTwoThreads { merge.add($0, $1) }
        }.spanning(26...30),
        FaultProgram("two threads that append several names each") {
            let merge = Merge()
            merge.onTwoThreads { merge.append($0, $1) }
        }.spanning(32...37),
        FaultProgram("two threads that put their names in the place of others") {
            let merge = Merge()
            merge.onTwoThreads { merge.replace($0, $1) }
        }.spanning(39...43),
        FaultProgram("two threads that add several names under a lock", near: ["lost-update"]) {
            let merge = Merge()
            merge.onTwoThreads { merge.addLocked($0, $1) }
        },
    ]

    private static let missedUsers: [FaultProgram] = [
        FaultProgram("a screen that is not told who is there") {
            let (screen, presence, bag) = (Screen(), Presence(), DisposeBag())
            presence.userSubject.map { $0 ?? "nobody" }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            presence.userSubject.onNext("Ada")
            presence.userSubject.compactMap { $0 }.map { "Hello, \($0)" }
                .subscribe(onNext: { screen.title = $0 }).disposed(by: bag)
            withExtendedLifetime(screen) {}
        }.spanning(70...70),
        FaultProgram("a badge that is not told of the account") {
            let (screen, presence, bag) = (Screen(), Presence(), DisposeBag())
            presence.account.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            presence.account.accept("Ada")
            presence.account.asObservable().subscribe(onNext: { screen.title = $0 }).disposed(by: bag)
        }.spanning(71...71),
        FaultProgram("a screen that comes when nobody is there", near: ["missed-state"]) {
            let (screen, presence, bag) = (Screen(), Presence(), DisposeBag())
            presence.userSubject.map { $0 ?? "nobody" }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            presence.userSubject.onNext("Ada")
            presence.userSubject.onNext(nil)
            presence.userSubject.compactMap { $0 }.map { "Hello, \($0)" }
                .subscribe(onNext: { screen.title = $0 }).disposed(by: bag)
        },
        FaultProgram("a screen that comes after a tap", near: ["missed-state"]) {
            let (screen, presence, bag) = (Screen(), Presence(), DisposeBag())
            presence.userTapped.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            presence.userTapped.accept("Ada")
            presence.userTapped.subscribe(onNext: { screen.title = $0 }).disposed(by: bag)
        },
        FaultProgram("a screen that is told who is there", near: ["missed-state"]) {
            let (screen, presence, bag) = (Screen(), Presence(), DisposeBag())
            presence.name.map { $0 ?? "nobody" }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            presence.name.onNext("Ada")
            presence.name.compactMap { $0 }.subscribe(onNext: { screen.title = $0 }).disposed(by: bag)
            presence.name.onCompleted()
        },
    ]

    private static let places: [FaultProgram] = [
        FaultProgram("a flag that a catch leaves on") {
            let (busy, done, bag) = (BehaviorRelay(value: false), BehaviorRelay(value: 0), DisposeBag())
            let sizes = PublishRelay<Int>()
            sizes.do(onNext: { _ in busy.accept(true) })
                .flatMapLatest { size in
                    Single.deferred { size > 5 ? .error(Failure()) : .just(size) }
                        .asObservable()
                        .catch { _ in .empty() }  // FAULT: flag-left-on, note swallowed-error
                }
                .subscribe(onNext: {
                    busy.accept(false)
                    done.accept($0)
                })
                .disposed(by: bag)
            for size in [1, 9] { sizes.accept(size) }
        },
        FaultProgram("a flag that a catch puts off", near: ["flag-left-on"]) {
            let (busy, done, bag) = (BehaviorRelay(value: false), BehaviorRelay(value: 0), DisposeBag())
            let (sizes, problem) = (PublishRelay<Int>(), BehaviorRelay(value: ""))
            sizes.do(onNext: { _ in busy.accept(true) })
                .flatMapLatest { size in
                    Single.deferred { size > 5 ? .error(Failure()) : .just(size) }
                        .asObservable()
                        .catch { error in
                            problem.accept("\(error)")
                            busy.accept(false)
                            return .empty()
                        }
                }
                .subscribe(onNext: {
                    busy.accept(false)
                    done.accept($0)
                })
                .disposed(by: bag)
            for size in [1, 9] { sizes.accept(size) }
        },
        FaultProgram("a source that is made and mapped by two statements, and read twice") {
            let (screen, bag) = (Screen(), DisposeBag())
            let load = Observable<Int>.create { observer in
                observer.onNext(1)
                return Disposables.create { screen.show("left") }
            }
            let profile =  // FAULT: repeated-side-effect
                load
                .catchAndReturn(0)
            for _ in 1...2 { profile.subscribe(onNext: { screen.show($0) }).disposed(by: bag) }
        },
    ]
}
