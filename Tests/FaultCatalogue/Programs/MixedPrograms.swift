import Dispatch
import Foundation
import RxRelay
import RxSwift

/// Keeps what it has saved, and holds itself by the second of its closures.
private final class NoteScreen {
    private var saved = ""
    private let bag = DisposeBag()
    init(_ text: BehaviorRelay<String>, _ notes: PublishRelay<String>) {
        text.skip(1).bind(onNext: { notes.accept($0) })  // FAULT: note leak bag
            .disposed(by: bag)
        notes
            .subscribe(onNext: { self.saved = $0 })  // FAULT: leak bag, unreleased-bag
            .disposed(by: bag)
    }
}

/// Writes down what happens as long as the program lives.
private final class EventLog {
    static let shared = EventLog()
    private var lines: [String] = []
    private let bag = DisposeBag()
    func note(_ events: PublishRelay<String>) {
        events.subscribe(onNext: { self.lines.append($0) }).disposed(by: bag)
    }
}

/// Shows a picture, on the thread that it comes on.
private final class PictureView {
    private var picture = ""
    func setPicture(_ picture: String) { self.picture = picture }
}

/// Reads a flag of a configuration.
private final class FlagReader {
    private let bag = DisposeBag()
    init(_ flags: Observable<Bool>, on screen: Screen) {
        flags.distinctUntilChanged().subscribe(onNext: { screen.show($0) }).disposed(by: bag)
    }
}

/// Reads names out of a list, and forgets to say that this was all.
private func names(isEnding: Bool) -> Observable<String> {
    if isEnding { return .from(["Ada", "Grace"]) }
    return Observable.create { observer in
        for name in ["Ada", "Grace"] {
            observer.onNext(name)
        }
        return Disposables.create()  // FAULT: endless-wait
    }
}

/// Hands an amount there and back, each time another, until it is big.
private func convert(upTo limit: Int) {
    let (bag, queue) = (DisposeBag(), DispatchQueue(label: "amounts"))
    let (euros, dollars) = (PublishRelay<Int>(), PublishRelay<Int>())
    let turns = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "amounts")
    euros.observe(on: turns).map { $0 + 1 }.take(while: { $0 < limit }).bind(to: dollars)  // FAULT: note endless-circle
        .disposed(by: bag)
    dollars.observe(on: turns).map { $0 + 1 }.bind(to: euros).disposed(by: bag)
    queue.sync { euros.accept(1) }
    for _ in 1...100 { queue.sync {} }
}

extension FaultProgram {
    /// Faults that other programs of their rules do not show, and sound code near to them.
    static let mixed: [FaultProgram] = mixedOwners + mixedShares + mixedTurns

    private static let mixedOwners: [FaultProgram] = [
        FaultProgram("a screen that its second closure holds") {
            let (text, notes) = (BehaviorRelay(value: ""), PublishRelay<String>())
            do {
                let screen = NoteScreen(text, notes)
                withExtendedLifetime(screen) { text.accept("milk") }
            }
            notes.accept("eggs")
        }.spanning(7...17),
        FaultProgram("a log that lives as long as the program", near: ["unreleased-bag"]) {
            let events = PublishRelay<String>()
            EventLog.shared.note(events)
            events.accept("closed")
        },
        FaultProgram("a picture that a queue hands to a view") {
            let (bag, queue, view) = (DisposeBag(), DispatchQueue(label: "decoder"), PictureView())
            let decoder = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "decoder")
            Observable.just("sea").subscribe(on: decoder)
                .subscribe(onNext: { view.setPicture($0) })  // FAULT: view-off-main
                .disposed(by: bag)
            queue.sync {}
        },
        FaultProgram("a picture that main hands to a view", near: ["view-off-main"]) {
            let (bag, view) = (DisposeBag(), PictureView())
            Observable.just("sea").subscribe(onNext: { view.setPicture($0) }).disposed(by: bag)
        },
    ]

    private static let mixedShares: [FaultProgram] = [
        FaultProgram("a second reader of flags that are not kept") {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let flags = Observable<Bool>.create { observer in
                clock.scheduleRelative((), dueTime: .seconds(1)) {
                    observer.onNext(true)
                    return Disposables.create()
                }
            }.share()  // FAULT: note missed-state
            let first = FlagReader(flags, on: screen)
            clock.pass(2)
            let second = FlagReader(flags, on: screen)
            withExtendedLifetime((first, second)) { clock.pass(2) }
        },
        FaultProgram("a second reader of flags that are kept", near: ["missed-state"]) {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let flags = Observable<Bool>.create { observer in
                clock.scheduleRelative((), dueTime: .seconds(1)) {
                    observer.onNext(true)
                    return Disposables.create()
                }
            }.share(replay: 1)
            let first = FlagReader(flags, on: screen)
            clock.pass(2)
            let second = FlagReader(flags, on: screen)
            withExtendedLifetime((first, second)) { clock.pass(2) }
        },
        FaultProgram("a failure that is kept, and caught each time") {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishRelay<Void>())
            let texts = Observable<String>.deferred { .error(Failure()) }
                .share(replay: 1, scope: .forever)  // FAULT: outdated-replay
            taps.flatMapLatest { texts.catch { _ in .just("none") } }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...2 { taps.accept(()) }
        },
        FaultProgram("a failure that is asked for again, and caught each time", near: ["outdated-replay"]) {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishRelay<Void>())
            let texts = Observable<String>.deferred { .error(Failure()) }.share(replay: 1)
            taps.flatMapLatest { texts.catch { _ in .just("none") } }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...2 { taps.accept(()) }
        },
    ]

    private static let mixedTurns: [FaultProgram] = [
        FaultProgram("messages that come while the older ones are read, and that others hear") {
            let (screen, bag, clock, live) = (Screen(), DisposeBag(), HistoricalScheduler(), PublishRelay<String>())
            live.subscribe(onNext: { screen.show("heard \($0)") }).disposed(by: bag)
            Observable.just("old").delay(.seconds(1), scheduler: clock)
                .concat(live)  // FAULT: note unheard-send
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            live.accept("lost")
            clock.pass(2)
            live.accept("new")
        },
        FaultProgram("messages that come when the older ones are read", near: ["unheard-send"]) {
            let (screen, bag, clock, live) = (Screen(), DisposeBag(), HistoricalScheduler(), PublishRelay<String>())
            live.subscribe(onNext: { screen.show("heard \($0)") }).disposed(by: bag)
            live.accept("before")
            Observable.just("old").delay(.seconds(1), scheduler: clock).concat(live)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(2)
            live.accept("new")
        },
        FaultProgram("an import whose first list has no end") {
            let (screen, bag) = (Screen(), DisposeBag())
            names(isEnding: false).concat(Observable.just("all")).subscribe(onNext: { screen.show($0) })
                .disposed(by: bag)
        }.spanning(44...52),
        FaultProgram("an import whose first list ends", near: ["endless-wait"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            names(isEnding: true).concat(Observable.just("all")).subscribe(onNext: { screen.show($0) })
                .disposed(by: bag)
        },
        FaultProgram("two amounts that change each other on and on") { convert(upTo: 70) }.spanning(55...64),
        FaultProgram("two amounts that change each other for a while", near: ["endless-circle"]) {
            convert(upTo: 30)
        },
        FaultProgram("accounts of which one has no picture") {
            let (screen, bag, account) = (Screen(), DisposeBag(), PublishRelay<Int>())
            let picture = { (id: Int) -> Observable<String> in
                id == 1 ? .just("ada.png") : .empty()  // FAULT: note empty-answer
            }
            account
                .flatMapLatest { id in
                    Observable.zip(Observable.just("Ada"), picture(id))
                }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for id in 1...2 { account.accept(id) }
        },
        FaultProgram("accounts of which one has no picture, but another", near: ["empty-answer"]) {
            let (screen, bag, account) = (Screen(), DisposeBag(), PublishRelay<Int>())
            account
                .flatMapLatest { id in
                    Observable.zip(
                        Observable.just("Ada"),
                        (id == 1 ? Observable.just("ada.png") : .empty()).ifEmpty(default: "nobody.png"))
                }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for id in 1...2 { account.accept(id) }
        },
    ]
}
