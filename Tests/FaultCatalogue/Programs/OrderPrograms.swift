import RxRelay
import RxSwift

private final class Kept {
    nonisolated(unsafe) static var all: [Kept] = []
    let source = PublishSubject<Int>()
    private let bag = DisposeBag()
    func start(_ screen: Screen) {
        source
            .subscribe(onNext: { screen.show($0) })  // FAULT: note unreleased-bag, note leak bag
            .disposed(by: bag)
    }
}

private final class Leaked {
    let source = PublishSubject<Int>()
    var last = 0
    private let bag = DisposeBag()
    func start(_ screen: Screen) {
        source
            .subscribe(onNext: { self.last = $0 })  // FAULT: unreleased-bag, leak bag
            .disposed(by: bag)
    }
}

private struct Photo {
    let id: Int
    let seconds: Int
}

extension FaultProgram {
    /// Results in an order that surprises, and chains that are fine.
    static let orders: [FaultProgram] = [
        FaultProgram("a price and its tax, combined") {
            let (screen, price, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            Observable.combineLatest(price.map { $0 * 100 }, price.map { $0 * 19 })  // FAULT: note glitch
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            price.onNext(1)
            price.onNext(2)
            price.onNext(3)
        },
        FaultProgram("a name and an age, combined", near: ["glitch"]) {
            let (screen, name, age, bag) = (Screen(), PublishSubject<String>(), PublishSubject<Int>(), DisposeBag())
            Observable.combineLatest(name, age).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            name.onNext("Ada")
            age.onNext(36)
            name.onNext("Grace")
        },
        FaultProgram("a price and its tax, zipped", near: ["glitch"]) {
            let (screen, price, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            Observable.zip(price.map { $0 * 100 }, price.map { $0 * 19 })
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            price.onNext(1)
            price.onNext(2)
        },
        FaultProgram("an older answer after a newer one") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let query = PublishSubject<Int>()
            query
                .flatMap { length in  // FAULT: stale-result
                    Observable.just(length * 10).delay(.seconds(10 - length), scheduler: clock)
                }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            query.onNext(1)
            query.onNext(2)
            clock.start()
        },
        FaultProgram("older likes that arrive after newer ones, each by its number") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let likes = PublishSubject<Int>()
            likes
                .flatMap { post in  // FAULT: note stale-result
                    Observable.just(post).delay(.seconds(10 - post), scheduler: clock)
                }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            likes.onNext(1)
            likes.onNext(2)
            clock.start()
        },
        FaultProgram("older links after newer ones, each kept under its number") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let (picked, links) = (PublishSubject<Photo>(), BehaviorRelay<[Int: String]>(value: [:]))
            picked
                .flatMap { photo in  // FAULT: note stale-result
                    Observable.just((photo.id, "link")).delay(.seconds(photo.seconds), scheduler: clock)
                }
                .subscribe(onNext: { id, link in
                    links.accept(links.value.merging([id: link]) { $1 })
                    screen.show(id)
                }).disposed(by: bag)
            picked.onNext(Photo(id: 1, seconds: 9))
            picked.onNext(Photo(id: 2, seconds: 5))
            clock.start()
        },
        FaultProgram("an older pair of names after a newer one") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let picked = PublishSubject<Photo>()
            picked
                .flatMap { photo in  // FAULT: stale-result
                    Observable.just(("by day", "by night")).delay(.seconds(photo.seconds), scheduler: clock)
                }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            picked.onNext(Photo(id: 1, seconds: 9))
            picked.onNext(Photo(id: 2, seconds: 5))
            clock.start()
        },
        FaultProgram("only the newest answer", near: ["stale-result"]) {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let query = PublishSubject<Int>()
            query
                .flatMapLatest { length in
                    Observable.just(length).delay(.seconds(10 - length), scheduler: clock)
                }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            query.onNext(1)
            query.onNext(2)
            clock.start()
        },
        FaultProgram("answers in order", near: ["stale-result"]) {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let query = PublishSubject<Int>()
            query
                .flatMap { length in
                    Observable.just(length).delay(.seconds(length), scheduler: clock)
                }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            query.onNext(1)
            query.onNext(2)
            clock.start()
        },
        FaultProgram("rooms with messages each", near: ["piled-sources", "stale-result"]) {
            let (screen, rooms, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let messages = (0..<2).map { _ in PublishSubject<Int>() }
            rooms.flatMap { messages[$0] }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            rooms.onNext(0)
            rooms.onNext(1)
            messages[1].onNext(1)
            messages[0].onNext(2)
            for room in messages { room.onCompleted() }
        },
    ]

    /// Faults that were found where there are none, and beside them those that remain.
    static let mended: [FaultProgram] = [
        FaultProgram("a hop that one of two chains needs") {
            let (screen, clock, other, bag) = (
                Screen(), HistoricalScheduler(), HistoricalScheduler(), DisposeBag()
            )
            func show(_ values: Observable<Int>) {
                values.observe(on: clock).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            }
            show(Observable.just(1).delay(.seconds(1), scheduler: clock))
            show(Observable.just(2).delay(.seconds(1), scheduler: other))
            clock.start()
            other.start()
            clock.start()
        },
        FaultProgram("a hop that none of two chains needs") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            func show(_ values: Observable<Int>) {
                values
                    .observe(on: clock)  // FAULT: idle-hop
                    .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            }
            show(Observable.just(1).delay(.seconds(1), scheduler: clock))
            show(Observable.just(2).delay(.seconds(2), scheduler: clock))
            clock.start()
        },
        FaultProgram("completed twice") {
            let (screen, done, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            done.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            done.onCompleted()
            done.onCompleted()  // FAULT: note late-event
        },
        FaultProgram("several places in one callback, of which the first is enough") {
            let screen = Screen()
            var callback: ([Int]) -> Void = { _ in }
            let places = Observable<Int>.create { observer in
                callback = { places in for place in places { observer.onNext(place) } }
                return Disposables.create()
            }
            _ = places.take(1).subscribe(onNext: { screen.show($0) })
            callback([1, 2, 3])
        },
        FaultProgram("a save done once more after the first") {
            let (screen, taps, bag) = (Screen(), PublishSubject<Void>(), DisposeBag())
            let save = Observable<Void>.create { observer in
                screen.show("saves")
                observer.onNext(())
                observer.onCompleted()
                return Disposables.create()
            }
            save.subscribe(onNext: { screen.show("saved") }).disposed(by: bag)
            taps.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(())
            save.subscribe(onCompleted: { screen.show("saved again") }).disposed(by: bag)
        },
        FaultProgram("a bag of an owner that lives on") {
            let screen = Screen()
            let kept = Kept()
            kept.start(screen)
            Kept.all.append(kept)
            kept.source.onNext(1)
        }.spanning(3...12),
        FaultProgram("bags of owners that all live on") {
            let screen = Screen()
            for _ in 0..<3 {
                let kept = Leaked()
                kept.start(screen)
                kept.source.onNext(1)
            }
        }.spanning(14...23),
        FaultProgram("a state that its source ends") {
            let (screen, state, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            state.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            Observable.of(1, 2)
                .subscribe(state)  // FAULT: late-event
                .disposed(by: bag)
            state.onNext(3)
        },
        FaultProgram("a state that its source feeds") {
            let (screen, state, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            state.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            Observable.of(1, 2).subscribe(onNext: { state.onNext($0) }).disposed(by: bag)
            state.onNext(3)
        },
    ]
}
