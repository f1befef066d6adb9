import Foundation
import RxRelay
import RxSwift

/// Answers after a second.
private final class Answers {
    private let clock: HistoricalScheduler
    init(_ clock: HistoricalScheduler) { self.clock = clock }
    func cities(_ text: String) -> Single<String> {
        .just(text).delay(.seconds(1), scheduler: clock)
    }
    func stations(_ text: String, _ line: Int) -> Observable<String> {
        Observable.deferred { [clock] in
            Observable<Int>.timer(.seconds(1), scheduler: clock).map { _ in "\(text) \(line)" }
        }
    }
    func known(_ text: String) -> Observable<String> { .just(text) }
}

/// What a user may set.
private struct Options {
    var region = "EU"
    var size = 12
    var isDark = false
}

/// Keeps people.
private final class People {
    private(set) var all: [String] = []
    private var kept = 0
    private let clock: HistoricalScheduler
    init(_ clock: HistoricalScheduler) { self.clock = clock }

    var number: Int { all.count }

    func keep(_ names: [String]) { all = names }

    func sync() -> Completable {
        Single.just(["Ann", "Ben"]).delay(.seconds(1), scheduler: clock)
            .do(onSuccess: { self.keep($0) }).asCompletable()
    }
    func fetch() -> Completable {
        Single.just(["Ann"]).delay(.seconds(1), scheduler: clock).do(onSuccess: keep).asCompletable()
    }
    func put(_ name: String) -> Completable {
        Completable.empty().delay(.seconds(1), scheduler: clock).do(onCompleted: { self.note() })
    }
    private func note() { kept += 1 }
}

extension FaultProgram {
    static let typed = typedTexts + partsOfStates + earlyReads

    private static func type(_ text: String, into relay: BehaviorRelay<String>, _ clock: HistoricalScheduler) {
        for count in 1...text.count {
            relay.accept(String(text.prefix(count)))
            clock.pass(0.2)
        }
        clock.pass(2)
    }

    private static let typedTexts: [FaultProgram] = [
        FaultProgram("a request for each letter") {
            let (clock, screen, text, bag) = HistoricalScheduler.typing()
            let answers = Answers(clock)
            text.filter { !$0.isEmpty }
                .flatMapLatest { answers.cities($0) }  // FAULT: note late-debounce
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            type("lima", into: text, clock)
        },
        FaultProgram("a request for each letter, given by its function") {
            let (clock, screen, text, bag) = HistoricalScheduler.typing()
            let answers = Answers(clock)
            text.asObservable().skip(1).distinctUntilChanged().map { $0.lowercased() }
                .flatMapLatest(answers.cities)  // FAULT: note late-debounce
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            type("lima", into: text, clock)
        },
        FaultProgram("a request for each letter, and for what else is chosen") {
            let (clock, screen, text, bag) = HistoricalScheduler.typing()
            let (answers, line) = (Answers(clock), BehaviorRelay(value: 7))
            Observable.combineLatest(text, line)
                .flatMapLatest { answers.stations($0, $1) }  // FAULT: note late-debounce
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            type("harbour", into: text, clock)
        },
        FaultProgram("a request for each place that a slider comes by") {
            let (clock, screen, slider, bag) = (HistoricalScheduler(), Screen(), PublishSubject<Int>(), DisposeBag())
            let answers = Answers(clock)
            slider.flatMapLatest { answers.cities("\($0)") }  // FAULT: note late-debounce
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for value in 1...5 { slider.onNext(value) }
            clock.pass(2)
            slider.onCompleted()
        },
        FaultProgram("a request for each page", near: ["late-debounce"]) {
            let (clock, screen, pages, bag) = (HistoricalScheduler(), Screen(), PublishSubject<Int>(), DisposeBag())
            let answers = Answers(clock)
            pages.flatMapLatest { answers.cities("\($0)") }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for value in 1...5 { pages.onNext(value) }
            clock.pass(2)
            pages.onCompleted()
        },
        FaultProgram("a request when the letters have come", near: ["late-debounce"]) {
            let (clock, screen, text, bag) = HistoricalScheduler.typing()
            let answers = Answers(clock)
            text.debounce(.seconds(1), scheduler: clock).filter { !$0.isEmpty }
                .flatMapLatest { answers.cities($0) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            type("lima", into: text, clock)
        },
        FaultProgram("letters that are looked up at once", near: ["late-debounce"]) {
            let (clock, screen, text, bag) = HistoricalScheduler.typing()
            let answers = Answers(clock)
            text.flatMapLatest { answers.known($0) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            type("lima", into: text, clock)
        },
        FaultProgram("a list of what begins with the letters", near: ["late-debounce"]) {
            let (clock, screen, text, bag) = HistoricalScheduler.typing()
            let all = BehaviorRelay(value: ["lima", "lisbon"])
            text.flatMapLatest { text in all.map { $0.filter { $0.hasPrefix(text) } } }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            type("lim", into: text, clock)
        },
        FaultProgram("requests for words", near: ["late-debounce"]) {
            let (clock, screen, text, bag) = HistoricalScheduler.typing()
            let answers = Answers(clock)
            text.skip(1).flatMapLatest { answers.cities($0) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for word in ["swi", "swift", "rx", "rxswift"] { text.accept(word) }
            clock.pass(2)
        },
        FaultProgram("two letters that are typed", near: ["late-debounce"]) {
            let (clock, screen, text, bag) = HistoricalScheduler.typing()
            let answers = Answers(clock)
            text.skip(1).flatMapLatest { answers.cities($0) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            type("rx", into: text, clock)
        },
        FaultProgram("numbers that grow by a figure", near: ["late-debounce"]) {
            let (clock, screen, text, bag) = HistoricalScheduler.typing()
            let answers = Answers(clock)
            text.skip(1).flatMapLatest { answers.cities($0) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in [1, 10, 100, 1000] { text.accept("\(number)") }
            clock.pass(2)
        },
    ]

    private static let partsOfStates: [FaultProgram] = [
        FaultProgram("a region that is asked for again when the size changes") {
            let (clock, screen, bag) = (HistoricalScheduler(), Screen(), DisposeBag())
            let (answers, options) = (Answers(clock), BehaviorRelay(value: Options()))
            options.map(\.region)
                .flatMapLatest(answers.cities)  // FAULT: note doubled-request
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            options.accept(Options(size: 16))
            options.accept(Options(region: "US", size: 16))
            clock.pass(2)
        },
        FaultProgram("a region of a state that actions make") {
            let (clock, screen, bag) = (HistoricalScheduler(), Screen(), DisposeBag())
            let (answers, sizes) = (Answers(clock), PublishRelay<Int>())
            let state = sizes.scan(Options()) { Options(region: $0.region, size: $1) }.share(replay: 1)
            state.map { ($0.region, $0.isDark ? 1 : 0) }
                .flatMapLatest { answers.stations($0, $1) }  // FAULT: note doubled-request
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for size in [1, 2] { sizes.accept(size) }
            clock.pass(2)
        },
        FaultProgram("a tab that is chosen again, and loaded again") {
            let (clock, screen, bag, tab) = (
                HistoricalScheduler(), Screen(), DisposeBag(), BehaviorRelay(value: "home")
            )
            let answers = Answers(clock)
            tab.flatMapLatest { answers.cities($0) }  // FAULT: note doubled-request
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for name in ["home", "sport"] { tab.accept(name) }
            clock.pass(2)
        },
        FaultProgram("a region that is asked for when it changes", near: ["doubled-request"]) {
            let (clock, screen, bag) = (HistoricalScheduler(), Screen(), DisposeBag())
            let (answers, options) = (Answers(clock), BehaviorRelay(value: Options()))
            options.map(\.region).distinctUntilChanged()
                .flatMapLatest { answers.cities($0) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            options.accept(Options(size: 16))
            options.accept(Options(region: "US", size: 16))
            clock.pass(2)
        },
        FaultProgram("a region that is asked for again at each pull", near: ["doubled-request"]) {
            let (clock, screen, bag, pulls) = (HistoricalScheduler(), Screen(), DisposeBag(), PublishRelay<Int>())
            let (answers, options) = (Answers(clock), BehaviorRelay(value: Options()))
            pulls.withLatestFrom(options).map(\.region)
                .flatMapLatest { answers.cities($0) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for pull in 1...2 {
                options.accept(Options(size: pull))
                pulls.accept(pull)
            }
            clock.pass(2)
        },
        FaultProgram("a list that each change of the options asks for", near: ["doubled-request"]) {
            let (clock, screen, bag) = (HistoricalScheduler(), Screen(), DisposeBag())
            let (answers, options) = (Answers(clock), BehaviorRelay(value: Options()))
            options.map(\.region)
                .flatMapLatest { _ in answers.cities("all") }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            options.accept(Options(size: 16))
            clock.pass(2)
        },
        FaultProgram("a list for whoever is there", near: ["doubled-request"]) {
            let (clock, screen, bag) = (HistoricalScheduler(), Screen(), DisposeBag())
            let (answers, name) = (Answers(clock), BehaviorRelay(value: "Ada"))
            name.map { !$0.isEmpty }
                .flatMapLatest { answers.cities("\($0)") }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            name.accept("Grace")
            clock.pass(2)
        },
        FaultProgram("a region that is known", near: ["doubled-request"]) {
            let (screen, bag, options) = (Screen(), DisposeBag(), BehaviorRelay(value: Options()))
            options.map(\.region).flatMapLatest { Observable.just("in \($0)") }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            options.accept(Options(size: 16))
        },
        FaultProgram("the same options, set again", near: ["doubled-request"]) {
            let (clock, screen, bag) = (HistoricalScheduler(), Screen(), DisposeBag())
            let (answers, options) = (Answers(clock), BehaviorRelay(value: Options()))
            options.map(\.region)
                .flatMapLatest { answers.cities($0) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            options.accept(Options())
            clock.pass(2)
        },
    ]

    private static let earlyReads: [FaultProgram] = [
        FaultProgram("people who are counted before they have come") {
            let (clock, screen, bag) = (HistoricalScheduler(), Screen(), DisposeBag())
            let people = People(clock)
            people.sync()
                .andThen(.just(people.all.first ?? ""))  // FAULT: read-once
                .subscribe(onSuccess: { screen.show($0) }).disposed(by: bag)
            clock.pass(2)
        },
        FaultProgram("people who are read before a method has kept them") {
            let (clock, screen, bag) = (HistoricalScheduler(), Screen(), DisposeBag())
            let people = People(clock)
            people.fetch()
                .andThen(Observable.just(people.all.joined()))  // FAULT: read-once
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(2)
        },
        FaultProgram("people whose number is read before they have come") {
            let (clock, screen, bag) = (HistoricalScheduler(), Screen(), DisposeBag())
            let people = People(clock)
            people.sync()
                .andThen(.just(people.number))  // FAULT: read-once
                .subscribe(onSuccess: { screen.show($0) }).disposed(by: bag)
            clock.pass(2)
        },
        FaultProgram("a request that is handed the people before they have come") {
            let (clock, screen, bag) = (HistoricalScheduler(), Screen(), DisposeBag())
            let (people, answers) = (People(clock), Answers(clock))
            people.fetch()
                .andThen(answers.cities(people.all.joined()))  // FAULT: read-once
                .subscribe(onSuccess: { screen.show($0) }).disposed(by: bag)
            clock.pass(3)
        },
        FaultProgram("a request that follows on another, of what is known", near: ["read-once"]) {
            let (clock, screen, bag) = (HistoricalScheduler(), Screen(), DisposeBag())
            let (people, answers, name) = (People(clock), Answers(clock), "Dee")
            people.fetch().andThen(answers.cities(name.uppercased()))
                .subscribe(onSuccess: { screen.show($0) }).disposed(by: bag)
            clock.pass(3)
        },
        FaultProgram("people who are read when they have come", near: ["read-once"]) {
            let (clock, screen, bag) = (HistoricalScheduler(), Screen(), DisposeBag())
            let people = People(clock)
            people.sync().andThen(Single.deferred { .just(people.all.count) })
                .subscribe(onSuccess: { screen.show($0) }).disposed(by: bag)
            clock.pass(2)
        },
        FaultProgram("a name that is handed on behind what keeps it", near: ["read-once"]) {
            let (clock, screen, bag) = (HistoricalScheduler(), Screen(), DisposeBag())
            let (people, name) = (People(clock), "Cleo")
            people.put(name).andThen(.just(name))
                .subscribe(onSuccess: { screen.show($0) }).disposed(by: bag)
            clock.pass(2)
        },
    ]
}

extension HistoricalScheduler {
    /// What a program needs in which somebody types.
    fileprivate static func typing() -> (HistoricalScheduler, Screen, BehaviorRelay<String>, DisposeBag) {
        (HistoricalScheduler(), Screen(), BehaviorRelay(value: ""), DisposeBag())
    }
}
