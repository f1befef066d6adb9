import Foundation
import RxRelay
import RxSwift

/// Notes that are saved, read, and added to.
private final class Notes {
    var all = ["milk"]
    let texts = BehaviorRelay(value: [String]())
    private let bag = DisposeBag()

    func save(_ note: String) -> Completable {
        Completable.create { done in
            self.all.append(note)
            done(.completed)
            return Disposables.create()
        }
    }

    func load() -> Single<[String]> { Single.just(all) }

    func loadLater() -> Single<[String]> { Single.deferred { .just(self.all) } }

    func add(_ answer: Observable<String>) {
        let now = texts.value
        answer.subscribe(onNext: { self.texts.accept(now + [$0]) })  // FAULT: lost-update, note early-read
            .disposed(by: bag)
    }

    func addLater(_ answer: Observable<String>) {
        answer.subscribe(onNext: { self.texts.accept(self.texts.value + [$0]) }).disposed(by: bag)
    }
}

/// Shows what is asked for last, or what is answered last.
private final class Details {
    private var request: (any Disposable)?
    private let bag = DisposeBag()
    private(set) var text = ""

    func ask(_ answer: Observable<String>) {
        request = answer.subscribe(onNext: { self.text = $0 })  // FAULT: note lost-disposable
    }

    func askForBag(_ answer: Observable<String>) {
        answer.subscribe(onNext: { [weak self] in self?.text = $0 }).disposed(by: bag)  // FAULT: reused-cell
    }
}

/// Asks twice, and answers in another order.
private func crossed(_ ask: (Details, Observable<String>) -> Void, isInOrder: Bool = false) {
    let (details, first, second) = (Details(), PublishSubject<String>(), PublishSubject<String>())
    let screen = Screen()
    ask(details, first)
    screen.show(1)
    Observable.just(1).subscribe(onNext: { screen.show($0) }).dispose()
    ask(details, second)
    for answer in isInOrder ? [first, second] : [second, first] {
        answer.onNext("answer")
        answer.onCompleted()
    }
}

extension FaultProgram {
    /// Faults of families that a rule knew a part of, and sound code near to them.
    static let wider: [FaultProgram] = reads + answersInTurn + ends + shares + taps

    private static let reads: [FaultProgram] = [
        FaultProgram("notes that are read before the save") {
            let (screen, bag, notes) = (Screen(), DisposeBag(), Notes())
            notes.save("bread").andThen(notes.load())  // FAULT: read-once
                .subscribe(onSuccess: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("notes that are read after the save", near: ["read-once"]) {
            let (screen, bag, notes) = (Screen(), DisposeBag(), Notes())
            notes.save("bread").andThen(notes.loadLater()).subscribe(onSuccess: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("notes that are saved, and a constant", near: ["read-once"]) {
            let (screen, bag, notes, text) = (Screen(), DisposeBag(), Notes(), "saved")
            notes.save("bread").andThen(Single.just(text)).subscribe(onSuccess: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("notes that are added to what was there before the requests") {
            let (notes, first, second) = (Notes(), PublishSubject<String>(), PublishSubject<String>())
            for answer in [first, second] { notes.add(answer) }
            first.onNext("a")
            second.onNext("b")
            for answer in [first, second] { answer.onCompleted() }
        }.spanning(23...27),
        FaultProgram("notes that are added to what is there", near: ["lost-update"]) {
            let (notes, first, second) = (Notes(), PublishSubject<String>(), PublishSubject<String>())
            for answer in [first, second] { notes.addLater(answer) }
            first.onNext("a")
            second.onNext("b")
            for answer in [first, second] { answer.onCompleted() }
        },
        FaultProgram("a value that was computed before its scheduler") {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            func parse() -> Int { 42 }
            let parsed = Observable.just(parse())  // FAULT: subscribe-on-subject
                .subscribe(on: clock).subscribe(onNext: { screen.show($0) })
            clock.pass(1)
            parsed.dispose()
        },
        FaultProgram("a value that is computed on its scheduler", near: ["subscribe-on-subject"]) {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            func parse() -> Int { 42 }
            let parsed = Observable.deferred { Observable.just(parse()) }
                .subscribe(on: clock).subscribe(onNext: { screen.show($0) })
            clock.pass(1)
            parsed.dispose()
        },
    ]

    private static let answersInTurn: [FaultProgram] = [
        FaultProgram("an older request of a property that answers last") {
            crossed { $0.ask($1) }
        }.spanning(40...42),
        FaultProgram("requests of a property that answer in order", near: ["lost-disposable"]) {
            crossed({ $0.ask($1) }, isInOrder: true)
        },
        FaultProgram("an older request of a bag that answers last") {
            crossed { $0.askForBag($1) }
        }.spanning(44...46),
        FaultProgram("requests of a bag that answer in order", near: ["reused-cell"]) {
            crossed({ $0.askForBag($1) }, isInOrder: true)
        },
        FaultProgram("saves that end in another order") {
            let (bag, texts) = (DisposeBag(), PublishSubject<Int>())
            let saves = [PublishSubject<Never>(), PublishSubject<Never>()]
            texts.flatMap { saves[$0].asCompletable() }  // FAULT: note stale-result
                .subscribe().disposed(by: bag)
            for number in 0...1 { texts.onNext(number) }
            for save in saves.reversed() { save.onCompleted() }
        },
        FaultProgram("saves that wait for their turn", near: ["stale-result"]) {
            let (bag, texts) = (DisposeBag(), PublishSubject<Int>())
            let saves = [PublishSubject<Never>(), PublishSubject<Never>()]
            texts.concatMap { saves[$0].asCompletable() }.subscribe().disposed(by: bag)
            for number in 0...1 { texts.onNext(number) }
            for save in saves { save.onCompleted() }
        },
    ]

    private static let ends: [FaultProgram] = [
        FaultProgram("tags that end at an empty text") {
            let (screen, bag, text) = (Screen(), DisposeBag(), BehaviorRelay(value: "s"))
            text.take(while: { !$0.isEmpty })  // FAULT: spent-take
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for word in ["", "r", "ru"] { text.accept(word) }
        },
        FaultProgram("numbers that end too early") {
            let (screen, bag, numbers) = (Screen(), DisposeBag(), BehaviorRelay(value: 1))
            numbers.take(while: { $0 < 5 })  // FAULT: note spent-take
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in [2, 9, 1, 2] { numbers.accept(number) }
        },
        FaultProgram("a game that is over at a hundred", near: ["spent-take"]) {
            let (screen, bag, points) = (Screen(), DisposeBag(), BehaviorRelay(value: 1))
            points.take(while: { $0 < 100 }).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in [50, 100, 120, 140] { points.accept(number) }
        },
        FaultProgram("a chat that is quiet for a while") {
            let (screen, bag, clock, chat) = (Screen(), DisposeBag(), HistoricalScheduler(), PublishSubject<Int>())
            chat.timeout(.seconds(5), scheduler: clock)  // FAULT: note dead-chain
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            for pause in [1.0, 2, 9] {
                clock.pass(pause)
                chat.onNext(Int(pause))
            }
        },
        FaultProgram("a request that answers too late", near: ["dead-chain"]) {
            let (screen, bag, clock, answer) = (Screen(), DisposeBag(), HistoricalScheduler(), PublishSubject<Int>())
            answer.timeout(.seconds(5), scheduler: clock)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            clock.pass(9)
            answer.onNext(1)
        },
    ]

    private static let shares: [FaultProgram] = [
        FaultProgram("a share that keeps what was before all had left") {
            let (screen, user, changed) = (Screen(), Screen(), PublishRelay<Void>())
            let name = changed.startWith(()).map { user.title }
                .share(replay: 1, scope: .forever)  // FAULT: note outdated-replay
            for word in ["Ada", "Grace"] {
                user.title = word
                name.subscribe(onNext: { screen.show($0) }).dispose()
            }
        },
        FaultProgram("a share that forgets what was before all had left", near: ["outdated-replay"]) {
            let (screen, user, changed) = (Screen(), Screen(), PublishRelay<Void>())
            let name = changed.startWith(()).map { user.title }.share(replay: 1)
            for word in ["Ada", "Grace"] {
                user.title = word
                name.subscribe(onNext: { screen.show($0) }).dispose()
            }
        },
        FaultProgram("a street that goes on without its city") {
            let (screen, bag, street, city) = (Screen(), DisposeBag(), PublishSubject<Int>(), PublishSubject<Int>())
            Observable.zip(street, city)  // FAULT: note growing-backlog
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            city.onNext(1)
            for number in 1...3 { street.onNext(number) }
        },
        FaultProgram("a street and its city", near: ["growing-backlog"]) {
            let (screen, bag, street, city) = (Screen(), DisposeBag(), PublishSubject<Int>(), PublishSubject<Int>())
            Observable.zip(street, city).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...3 {
                street.onNext(number)
                city.onNext(number)
            }
        },
    ]

    private static let taps: [FaultProgram] = [
        FaultProgram("a double tap that throttle hands on twice") {
            let (screen, bag, clock, tap) = (Screen(), DisposeBag(), HistoricalScheduler(), PublishRelay<Void>())
            tap.throttle(.seconds(2), scheduler: clock)  // FAULT: note dropped-last
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...2 { tap.accept(()) }
            clock.pass(3)
        },
        FaultProgram("a double tap of which the first counts", near: ["dropped-last"]) {
            let (screen, bag, clock, tap) = (Screen(), DisposeBag(), HistoricalScheduler(), PublishRelay<Void>())
            tap.throttle(.seconds(2), latest: false, scheduler: clock)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...2 { tap.accept(()) }
            clock.pass(3)
        },
        FaultProgram("a text that is searched for again") {
            let (screen, bag, clock, text) = (Screen(), DisposeBag(), HistoricalScheduler(), PublishRelay<String>())
            text.debounce(.seconds(1), scheduler: clock)
                .flatMapLatest { Observable.just($0) }  // FAULT: note doubled-request
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...2 {
                text.accept("rx")
                clock.pass(2)
            }
        },
        FaultProgram("a text that is searched for once", near: ["doubled-request"]) {
            let (screen, bag, clock, text) = (Screen(), DisposeBag(), HistoricalScheduler(), PublishRelay<String>())
            text.debounce(.seconds(1), scheduler: clock).distinctUntilChanged()
                .flatMapLatest { Observable.just($0) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...2 {
                text.accept("rx")
                clock.pass(2)
            }
        },
        FaultProgram("a search that ends without an answer") {
            let (screen, bag, isSearching) = (Screen(), DisposeBag(), BehaviorRelay(value: false))
            let answer = PublishSubject<Int>()
            isSearching.accept(true)
            answer.subscribe(onNext: {
                screen.show($0)
                isSearching.accept(false)  // FAULT: flag-left-on
            }).disposed(by: bag)
            answer.onCompleted()
        },
        FaultProgram("a search that ends in any case", near: ["flag-left-on"]) {
            let (screen, bag, isLoading) = (Screen(), DisposeBag(), BehaviorRelay(value: false))
            let answer = PublishSubject<Int>()
            isLoading.accept(true)
            answer.subscribe(onNext: { screen.show($0) }, onCompleted: { isLoading.accept(false) }).disposed(by: bag)
            answer.onCompleted()
        },
        FaultProgram("a post that is sent again after a timeout") {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            func sendMessage() -> Observable<Int> {
                Observable.create { observer in
                    screen.show("sent")
                    return clock.scheduleRelative(1, dueTime: .seconds(9)) {
                        observer.onNext($0)
                        return Disposables.create()
                    }
                }
            }
            sendMessage().timeout(.seconds(2), scheduler: clock)
                .retry(2)  // FAULT: repeated-step
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            clock.pass(8)
        },
        FaultProgram("requests for twelve numbers at once") {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            Observable.from(Array(1...12))
                .flatMap { Observable.just($0).delay(.seconds(1), scheduler: clock) }  // FAULT: note piled-sources
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(8)
        },
        FaultProgram("requests for eight numbers of one list") {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            Observable.from(Array(1...8))
                .flatMap { number in  // FAULT: note piled-sources
                    Observable<Int>.create { observer in
                        let timer = clock.scheduleRelative(number, dueTime: .seconds(1)) { number in
                            observer.onNext(number)
                            observer.onCompleted()
                            return Disposables.create()
                        }
                        return Disposables.create { timer.dispose() }
                    }
                }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(8)
        },
        FaultProgram("the letters of words, each in a group", near: ["piled-sources"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable.from("the dog and the lamb").groupBy { $0 }
                .flatMap { $0.reduce(0) { count, _ in count + 1 } }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("requests for nine numbers at once", near: ["piled-sources"]) {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            Observable.from(Array(1...9)).flatMap { Observable.just($0).delay(.seconds(1), scheduler: clock) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(8)
        },
    ]
}
