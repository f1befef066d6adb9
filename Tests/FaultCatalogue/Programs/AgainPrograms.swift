import Foundation
import RxRelay
import RxSwift

/// Books that are read in from elsewhere.
private final class Books {
    private(set) var titles: [String] = []
    private let clock: HistoricalScheduler
    init(_ clock: HistoricalScheduler) { self.clock = clock }
    func read() -> Completable {
        Completable.create { [self] done in
            clock.scheduleRelative((), dueTime: .seconds(1)) { _ in
                self.titles = ["one", "two"]
                done(.completed)
                return Disposables.create()
            }
        }
    }
    func summary() -> Single<String> { .just("\(titles.joined()) read") }
    func find(_ text: String) -> Observable<String> { .just(text).delay(.seconds(1), scheduler: clock) }
}

/// A city and a unit.
private struct Place {
    var city = "Rome"
    var unit = "C"
}

/// Loads what a city has.
private final class Loader {
    var loads: [String] = []
    func load(_ city: String) { loads.append(city) }
    func show(_ city: String) { loads = [city] }
}

/// Tables that two threads change.
private final class Tables: @unchecked Sendable {
    let table = BehaviorRelay(value: [String: Int]())
    let lines = BehaviorSubject(value: [String]())

    func merge(_ part: [String: Int], _ wait: () -> Void) {
        var now = table.value
        wait()
        for (key, value) in part { now[key] = value }
        table.accept(now)  // FAULT: lost-update
    }

    func write(_ new: [String], _ wait: () -> Void) {
        guard let old = try? lines.value() else { return }
        wait()
        lines.onNext(old + new)  // FAULT: lost-update
    }

    /// Does something on two threads, of which both begin before either goes on.
    func onTwoThreads(_ change: @escaping @Sendable (_ isFirst: Bool, _ wait: () -> Void) -> Void) {
        let (begun, other) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let done = DispatchSemaphore(value: 0)
        DispatchQueue(label: "tables").async {
            change(true) {
                begun.signal()
                other.wait()
            }
            done.signal()
        }
        begun.wait()
        change(false) {}
        other.signal()
        done.wait()
    }
}

/// A form that knows whether it was changed.
private final class NameForm {
    let name = BehaviorRelay(value: "Ada")
    let mail = BehaviorRelay(value: "ada@example.org")
    let hasChanges = BehaviorRelay(value: false)
    var isDirty = false
    func update(_ name: String, _ mail: String) -> Completable { .empty() }
}

/// The theme, as others see it.
private final class Themes {
    private let subject = PublishSubject<String>()  // FAULT: note missed-state
    var theme: Observable<String> {
        subject.share()
    }
    func set(_ name: String) { subject.onNext(name) }
}

/// The mode that a function sets.
private final class Modes {
    let mode = PublishSubject<String>()  // FAULT: unheard-send
    func turn(_ name: String) {
        mode.onNext(name)
    }
}

/// Counts minutes, in a unit that somebody sets.
private final class MinuteTimer {
    private var bag = DisposeBag()
    private let screen: Screen
    init(_ unit: BehaviorRelay<String>, _ screen: Screen) {
        self.screen = screen
        unit.subscribe(onNext: { screen.show($0) })
            .disposed(by: bag)  // FAULT: note early-dispose
    }
    func start(_ clock: HistoricalScheduler) {
        Observable<Int>.interval(.seconds(60), scheduler: clock)
            .subscribe(onNext: { [screen] in screen.show($0) })
            .disposed(by: bag)
    }
    func cancel() {
        bag = DisposeBag()
    }
}

/// The same, with a bag for each.
private final class HourTimer {
    private let bag = DisposeBag()
    private var running = DisposeBag()
    private let screen: Screen
    init(_ unit: BehaviorRelay<String>, _ screen: Screen) {
        self.screen = screen
        unit.subscribe(onNext: { screen.show($0) })
            .disposed(by: bag)
    }
    func begin(_ clock: HistoricalScheduler) {
        Observable<Int>.interval(.seconds(60), scheduler: clock)
            .subscribe(onNext: { [screen] in screen.show($0) })
            .disposed(by: running)
    }
    func stop() {
        running = DisposeBag()
    }
}

/// Greets who is there.
private final class Greeter {
    private let screen: Screen
    init(_ screen: Screen) { self.screen = screen }
    func greetFirst(_ names: PublishRelay<String>) -> Disposable {
        names.map { "Hello, \($0)" }
            .subscribe(onNext: { self.screen.show($0) })  // FAULT: note replayed-event
    }
    func greetFirstOne(_ names: PublishRelay<String>) -> Disposable {
        names.take(1).map { "Hello, \($0)" }
            .subscribe(onNext: { self.screen.show($0) })
    }
    func greet(_ names: PublishRelay<String>) -> Disposable {
        names.map { "Hello, \($0)" }
            .subscribe(onNext: { self.screen.show($0) })
    }
}

extension FaultProgram {
    static let again = readAgain + loadedAgain + changedAtOnce + lostOnes

    private static let readAgain: [FaultProgram] = [
        FaultProgram("books of which a text tells before they are read") {
            let (clock, screen, bag) = (HistoricalScheduler(), Screen(), DisposeBag())
            let books = Books(clock)
            books.read()
                .andThen(Observable.just("\(books.titles.joined()) read"))  // FAULT: read-once
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(2)
        },
        FaultProgram("books of which a function tells before they are read") {
            let (clock, screen, bag) = (HistoricalScheduler(), Screen(), DisposeBag())
            let books = Books(clock)
            books.read()
                .andThen(books.summary())  // FAULT: read-once
                .subscribe(onSuccess: { screen.show($0) }).disposed(by: bag)
            clock.pass(2)
        },
        FaultProgram("books of which a function tells when they are read", near: ["read-once"]) {
            let (clock, screen, bag) = (HistoricalScheduler(), Screen(), DisposeBag())
            let books = Books(clock)
            books.read().andThen(Single.deferred { books.summary() })
                .subscribe(onSuccess: { screen.show($0) }).disposed(by: bag)
            clock.pass(2)
        },
        FaultProgram("a text of something else behind books that are read", near: ["read-once"]) {
            let (clock, screen, bag, name) = (HistoricalScheduler(), Screen(), DisposeBag(), "Ada")
            let books = Books(clock)
            books.read().andThen(Observable.just("read for \(name)"))
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(2)
        },
        FaultProgram("a search for each letter, by switchLatest") {
            let (clock, screen, text, bag) = (HistoricalScheduler(), Screen(), PublishRelay<String>(), DisposeBag())
            let books = Books(clock)
            text.map { books.find($0) }
                .switchLatest()  // FAULT: note late-debounce
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for letters in ["r", "rx", "rxs", "rxsw"] {
                text.accept(letters)
                clock.pass(0.2)
            }
            clock.pass(2)
        },
        FaultProgram("a search for words, by switchLatest", near: ["late-debounce"]) {
            let (clock, screen, text, bag) = (HistoricalScheduler(), Screen(), PublishRelay<String>(), DisposeBag())
            let books = Books(clock)
            text.map { books.find($0) }
                .switchLatest()
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for word in ["rx", "swift", "rxswift"] { text.accept(word) }
            clock.pass(2)
        },
    ]

    private static let loadedAgain: [FaultProgram] = [
        FaultProgram("a city that is loaded again when the unit changes") {
            let (loader, bag, place) = (Loader(), DisposeBag(), BehaviorRelay(value: Place()))
            place.map { $0.city }
                .subscribe(onNext: { loader.load($0) }).disposed(by: bag)  // FAULT: note replayed-event
            place.accept(Place(unit: "F"))
            place.accept(Place(city: "Oslo", unit: "F"))
        },
        FaultProgram("a city that is loaded when it changes", near: ["replayed-event"]) {
            let (loader, bag, place) = (Loader(), DisposeBag(), BehaviorRelay(value: Place()))
            place.map { $0.city }.distinctUntilChanged()
                .subscribe(onNext: { loader.load($0) }).disposed(by: bag)
            place.accept(Place(unit: "F"))
        },
        FaultProgram("a city that is shown again when the unit changes", near: ["replayed-event"]) {
            let (loader, bag, place) = (Loader(), DisposeBag(), BehaviorRelay(value: Place()))
            place.map { $0.city }.subscribe(onNext: { loader.show($0) }).disposed(by: bag)
            place.accept(Place(unit: "F"))
        },
        FaultProgram("a greeting for the first, said to each") {
            let (names, bag) = (PublishRelay<String>(), DisposeBag())
            Greeter(Screen()).greetFirst(names).disposed(by: bag)
            for name in ["Ada", "Grace"] { names.accept(name) }
        }.spanning(143...143),
        FaultProgram("a greeting for the first, said to him", near: ["replayed-event"]) {
            let (names, bag) = (PublishRelay<String>(), DisposeBag())
            Greeter(Screen()).greetFirstOne(names).disposed(by: bag)
            for name in ["Ada", "Grace"] { names.accept(name) }
        },
        FaultProgram("a greeting for each", near: ["replayed-event"]) {
            let (names, bag) = (PublishRelay<String>(), DisposeBag())
            Greeter(Screen()).greet(names).disposed(by: bag)
            for name in ["Ada", "Grace"] { names.accept(name) }
        },
    ]

    private static let changedAtOnce: [FaultProgram] = [
        FaultProgram("a form that is changed as it is opened") {
            let (form, bag) = (NameForm(), DisposeBag())
            form.name.distinctUntilChanged().map { _ in true }
                .bind(to: form.hasChanges).disposed(by: bag)  // FAULT: note initial-write
        },
        FaultProgram("a form that is dirty as it is opened") {
            let (form, bag) = (NameForm(), DisposeBag())
            form.name.subscribe(onNext: { _ in form.isDirty = true }).disposed(by: bag)  // FAULT: note initial-write
        },
        FaultProgram("a form whose two fields are sent as it is opened") {
            let (form, bag, clock) = (NameForm(), DisposeBag(), HistoricalScheduler())
            Observable.combineLatest(form.name, form.mail).debounce(.seconds(1), scheduler: clock)
                .concatMap { form.update($0, $1) }  // FAULT: note initial-write
                .subscribe().disposed(by: bag)
            clock.pass(2)
            form.name.accept("Grace")
            clock.pass(2)
        },
        FaultProgram("a beep as the volume is shown") {
            let (bag, volume) = (DisposeBag(), BehaviorRelay(value: 7))
            func beep(_ volume: Int) {}
            volume.subscribe(onNext: { beep($0) }).disposed(by: bag)  // FAULT: note initial-write
        },
        FaultProgram("a beep as the volume changes", near: ["initial-write"]) {
            let (bag, volume) = (DisposeBag(), BehaviorRelay(value: 7))
            func beep(_ volume: Int) {}
            volume.skip(1).subscribe(onNext: { beep($0) }).disposed(by: bag)
            volume.accept(8)
        },
        FaultProgram("a timer that forgets its unit as it is cancelled") {
            let (clock, unit) = (HistoricalScheduler(), BehaviorRelay(value: "min"))
            let timer = MinuteTimer(unit, Screen())
            timer.start(clock)
            clock.pass(70)
            timer.cancel()
            unit.accept("sec")
        }.spanning(105...105),
        FaultProgram("a timer that keeps its unit as it is cancelled", near: ["early-dispose"]) {
            let (clock, unit) = (HistoricalScheduler(), BehaviorRelay(value: "min"))
            let timer = HourTimer(unit, Screen())
            timer.begin(clock)
            clock.pass(70)
            timer.stop()
            unit.accept("sec")
        },
        FaultProgram("a form that is changed by the first edit", near: ["initial-write"]) {
            let (form, bag) = (NameForm(), DisposeBag())
            form.name.skip(1).map { _ in true }.bind(to: form.hasChanges).disposed(by: bag)
            form.name.accept("Grace")
        },
        FaultProgram("a form whose fields are sent when one was edited", near: ["initial-write"]) {
            let (form, bag, clock) = (NameForm(), DisposeBag(), HistoricalScheduler())
            Observable.combineLatest(form.name, form.mail).skip(1).debounce(.seconds(1), scheduler: clock)
                .concatMap { form.update($0, $1) }
                .subscribe().disposed(by: bag)
            clock.pass(2)
            form.name.accept("Grace")
            clock.pass(2)
        },
        FaultProgram("a form that is sent at a tap", near: ["initial-write"]) {
            let (form, bag, taps) = (NameForm(), DisposeBag(), PublishRelay<Int>())
            taps.withLatestFrom(form.name)
                .concatMap { form.update($0, "") }
                .subscribe().disposed(by: bag)
            taps.accept(1)
        },
    ]

    private static let lostOnes: [FaultProgram] = [
        FaultProgram("two threads that merge tables") {
            let tables = Tables()
            tables.onTwoThreads { isFirst, wait in
                tables.merge(isFirst ? ["a": 1, "b": 2] : ["c": 3, "d": 4], wait)
            }
        }.spanning(40...45),
        FaultProgram("two threads that write lines") {
            let tables = Tables()
            tables.onTwoThreads { isFirst, wait in tables.write(isFirst ? ["a", "b"] : ["c", "d"], wait) }
        }.spanning(47...51),
        FaultProgram("a screen that is not told of the theme") {
            let (screen, themes, bag) = (Screen(), Themes(), DisposeBag())
            themes.theme.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            themes.set("dark")
            themes.theme.subscribe(onNext: { screen.title = $0 }).disposed(by: bag)
        }.spanning(83...83),
        FaultProgram("a state that is sent before its screen comes") {
            let (screen, bag, modes) = (Screen(), DisposeBag(), Modes())
            modes.turn("dark")
            modes.mode.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            modes.mode.onCompleted()
        }.spanning(92...92),
    ]
}
