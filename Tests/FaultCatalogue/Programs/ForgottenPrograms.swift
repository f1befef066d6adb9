import RxRelay
import RxSwift

/// Keeps what it is told, if somebody subscribes.
private final class Notes {
    private(set) var saved: [String] = []
    private let bag = DisposeBag()

    func save(_ note: String) -> Completable {
        Completable.create { completable in
            self.saved.append(note)
            completable(.completed)
            return Disposables.create()
        }
    }

    func send(_ note: String) -> Completable {
        Completable.create { completable in
            self.saved.append(note)
            completable(.completed)
            return Disposables.create()
        }
    }

    func store(_ note: String) -> Single<Int> {
        Single.just(note.count)
    }

    func keep(_ note: String) -> Single<Int> {
        Single.just(note.count).map { $0 + 1 }
    }

    func length(of note: String) -> Int { note.count }

    func changes() -> Observable<Int> { Observable.of(1, 2) }

    func forget() {
        _ = self.send("milk")  // FAULT: never-subscribed
    }

    func run() {
        _ = store("milk")
        store("eggs").subscribe().disposed(by: bag)
    }

    func chain() {
        _ = keep("milk").subscribe()
        _ = keep("eggs")
            .asObservable()
            .subscribe()
    }

    func measure() {
        _ = length(of: "milk")
    }
}

/// Follows a source by a property of its own.
private final class Follower {
    private var shown: Disposable?
    private var byName: [String: any Disposable] = [:]
    let source = PublishSubject<Int>()

    func follow(_ screen: Screen) {
        shown = source.subscribe(onNext: { screen.show($0) })  // FAULT: note lost-disposable, leak replaced
    }

    func followAnew(_ screen: Screen) {
        shown?.dispose()
        shown = source.subscribe(onNext: { screen.show($0) })
    }

    func followOnce(_ screen: Screen) {
        shown = source.take(1).subscribe(onNext: { screen.show($0) })
    }

    func follow(_ name: String, _ screen: Screen) {
        byName[name] = source.map { $0 + 1 }.subscribe(onNext: { screen.show($0) })
    }

    func followIfNew(_ screen: Screen) {
        guard shown == nil else { return }
        shown = source.subscribe(onNext: { screen.show($0) })
    }

    func stop() {
        shown?.dispose()
        for subscription in byName.values { subscription.dispose() }
    }
}

extension FaultProgram {
    /// What is made and not used, and what is forgotten.
    static let forgotten: [FaultProgram] = [
        FaultProgram("a note that is never saved") {
            let notes = Notes()
            notes.forget()
            notes.forget()
        }.spanning(37...39),
        FaultProgram("a note of which one result is used", near: ["never-subscribed"]) { Notes().run() },
        FaultProgram("notes whose chain is subscribed", near: ["never-subscribed"]) { Notes().chain() },
        FaultProgram("the length of a note", near: ["never-subscribed"]) { Notes().measure() },
        FaultProgram("notes that are kept for later", near: ["never-subscribed"]) {
            let notes = Notes()
            let kept = [notes.save("milk"), notes.save("eggs")]
            withExtendedLifetime(kept) {}
        },
        FaultProgram("a note that is saved", near: ["never-subscribed"]) {
            let (notes, bag) = (Notes(), DisposeBag())
            notes.save("milk").subscribe().disposed(by: bag)
        },
        FaultProgram("notes that are saved by another chain", near: ["never-subscribed"]) {
            let (notes, texts, bag) = (Notes(), PublishSubject<String>(), DisposeBag())
            texts.concatMap { notes.save($0) }.subscribe().disposed(by: bag)
            texts.onNext("milk")
        },
        FaultProgram("notes of which none is written yet", near: ["never-subscribed"]) {
            let (notes, texts, bag) = (Notes(), PublishSubject<String>(), DisposeBag())
            texts.flatMap { notes.store($0) }.subscribe().disposed(by: bag)
        },
        FaultProgram("changes that nobody asks for", near: ["never-subscribed"]) {
            let changes = Notes().changes()
            withExtendedLifetime(changes) {}
        },
        FaultProgram("an observable beside those in use", near: ["never-subscribed"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let (numbers, spare) = (Observable.of(1, 2), Observable<Int>.empty())
            numbers.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            withExtendedLifetime(spare) {}
        },
        FaultProgram("a note that is saved only if it is long", near: ["never-subscribed"]) {
            let (notes, bag) = (Notes(), DisposeBag())
            for text in ["milk", "milk and eggs"] {
                let saving = notes.save(text)
                if text.count > 5 { saving.subscribe().disposed(by: bag) }
            }
        },
        FaultProgram("two followers of a property") {
            let (screen, follower) = (Screen(), Follower())
            follower.follow(screen)
            follower.source.onNext(1)
            follower.follow(screen)
            follower.source.onNext(2)
            follower.stop()
        }.spanning(64...66),
        FaultProgram("a follower that disposes the one before", near: ["lost-disposable"]) {
            let (screen, follower) = (Screen(), Follower())
            follower.followAnew(screen)
            follower.followAnew(screen)
            follower.source.onNext(2)
            follower.stop()
        },
        FaultProgram("a follower whose subscription has ended", near: ["lost-disposable"]) {
            let (screen, follower) = (Screen(), Follower())
            follower.followOnce(screen)
            follower.source.onNext(1)
            follower.followOnce(screen)
            follower.source.onNext(2)
        },
        FaultProgram("followers by name", near: ["lost-disposable"]) {
            let (screen, follower) = (Screen(), Follower())
            for name in ["a", "b"] { follower.follow(name, screen) }
            follower.source.onNext(1)
            follower.stop()
        },
        FaultProgram("a follower that follows once", near: ["lost-disposable"]) {
            let (screen, follower) = (Screen(), Follower())
            for _ in 1...2 { follower.followIfNew(screen) }
            follower.source.onNext(1)
            follower.stop()
        },
        FaultProgram("two followers, each with its own source", near: ["lost-disposable"]) {
            let (screen, followers) = (Screen(), [Follower(), Follower()])
            for follower in followers {
                follower.followAnew(screen)
                follower.source.onNext(1)
                follower.stop()
            }
        },
        FaultProgram("a serial disposable given another", near: ["lost-disposable"]) {
            let (screen, source, shown) = (Screen(), PublishSubject<Int>(), SerialDisposable())
            for _ in 1...2 { shown.disposable = source.subscribe(onNext: { screen.show($0) }) }
            source.onNext(1)
            shown.dispose()
        },
        FaultProgram("a bag that is filled twice", near: ["lost-disposable"]) {
            let (screen, source) = (Screen(), PublishSubject<Int>())
            for number in 1...2 {
                let bag = DisposeBag()
                source.map { $0 + number }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
                source.onNext(number)
            }
        },
        FaultProgram("a constant for each subscription", near: ["lost-disposable"]) {
            let (screen, source) = (Screen(), PublishSubject<Int>())
            for number in 1...2 {
                let shown = source.subscribe(onNext: { screen.show($0) })
                source.onNext(number)
                shown.dispose()
            }
        },
        FaultProgram("a variable whose subscriptions end by themselves", near: ["lost-disposable"]) {
            let screen = Screen()
            var shown: (any Disposable)?
            for number in 1...2 { shown = Observable.just(number).subscribe(onNext: { screen.show($0) }) }
            withExtendedLifetime(shown) {}
        },
        FaultProgram("a subscription among others", near: ["lost-disposable"]) {
            let (screen, source) = (Screen(), PublishSubject<Int>())
            var all: [any Disposable] = []
            for _ in 1...2 { all += [source.subscribe(onNext: { screen.show($0) })] }
            source.onNext(1)
            for shown in all { shown.dispose() }
        },
        FaultProgram("a composite that holds each", near: ["lost-disposable"]) {
            let (screen, source, all) = (Screen(), PublishSubject<Int>(), CompositeDisposable())
            for _ in 1...2 { _ = all.insert(source.subscribe(onNext: { screen.show($0) })) }
            source.onNext(1)
            all.dispose()
        },
    ]
}
