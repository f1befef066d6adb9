import RxRelay
import RxSwift

/// Stores what is written, until it is closed.
private final class Editor {
    private let bag = DisposeBag()
    func store(_ text: String, on screen: Screen) {
        Observable<String>.create { _ in Disposables.create { screen.show(text) } }
            .subscribe(onNext: { screen.show($0) }).disposed(by: bag)  // FAULT: note cancelled-write
    }
}

/// Is lit, and put out.
private final class Lamp {
    var isLit = false
    func light() { isLit = true }
    func putOut() { isLit = false }
}

extension Screen {
    fileprivate func push(_ title: String) { lines.append(title) }
}

extension FaultProgram {
    /// What can be seen without knowing the mistake: an error that comes again, a tick without an answer, a closure that
    /// never ran, a value of before.
    static let symptoms: [FaultProgram] = [
        FaultProgram("a note whose saving ends with its editor") {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishSubject<Int>())
            taps.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            let editor = Editor()
            editor.store("milk", on: screen)
            withExtendedLifetime(editor) { taps.onNext(1) }
        }.spanning(5...11),
        FaultProgram("a retry that is handed the error of before") {
            let (screen, bag) = (Screen(), DisposeBag())
            let token = Observable<Int>.create { observer in
                observer.onError(Failure())
                return Disposables.create()
            }
            .share(replay: 1, scope: .forever)  // FAULT: outdated-replay
            token.retry(3).subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a tap that sample has nothing for") {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishRelay<Void>())
            BehaviorRelay(value: "Ada")
                .sample(taps)  // FAULT: note silent-source
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...2 { taps.accept(()) }
        },
        FaultProgram("a timer that sample has nothing for", near: ["silent-source"]) {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            BehaviorRelay(value: "Ada").sample(Observable<Int>.interval(.seconds(1), scheduler: clock))
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(3)
        },
        FaultProgram("a chain that a relay ends as it begins") {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            Observable<Int>.interval(.seconds(1), scheduler: clock)
                .take(until: BehaviorRelay(value: false))  // FAULT: spent-take
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(3)
        },
        FaultProgram("a chain that a relay may end as it begins", near: ["spent-take"]) {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            Observable<Int>.interval(.seconds(1), scheduler: clock)
                .take(until: BehaviorRelay(value: false).filter { $0 })
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(3)
        },
        FaultProgram("batches that concatMap is handed, most of them empty") {
            let (bag, clock, events) = (DisposeBag(), HistoricalScheduler(), PublishSubject<Int>())
            events
                .buffer(timeSpan: .seconds(1), count: 9, scheduler: clock)  // FAULT: empty-buffers
                .concatMap { Observable.just($0.count) }
                .subscribe().disposed(by: bag)
            events.onNext(1)
            clock.pass(8)
        },
        FaultProgram("a cache that amb always takes") {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            Observable<Int>.timer(.seconds(1), scheduler: clock)
                .amb(Observable.just(7))  // FAULT: note stale-cache
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(2)
        },
        FaultProgram("names that are loaded when a relay ends") {
            let (screen, bag, names) = (Screen(), DisposeBag(), BehaviorRelay(value: ""))
            names.filter { !$0.isEmpty }
                .ifEmpty(switchTo: Observable.just("Ada"))  // FAULT: endless-wait
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("names with one for a relay without any", near: ["endless-wait"]) {
            let (screen, bag, names) = (Screen(), DisposeBag(), BehaviorRelay(value: "Ada"))
            names.ifEmpty(default: "nobody").subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            names.accept("Grace")
        },
        FaultProgram("a word that is typed, and typed again") {
            let (screen, bag, clock, text) = (Screen(), DisposeBag(), HistoricalScheduler(), PublishSubject<String>())
            text.distinctUntilChanged()
                .debounce(.seconds(2), scheduler: clock)  // FAULT: note doubled-request
                .flatMapLatest { Observable.just($0) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for (word, pause) in [("lamp", 3.0), ("lampp", 1), ("lamp", 3)] {
                text.onNext(word)
                clock.pass(pause)
            }
        },
        FaultProgram("a token that each attempt is handed again") {
            let (screen, bag) = (Screen(), DisposeBag())
            let token = Observable.just("old")
                .share(replay: 1, scope: .forever)  // FAULT: outdated-replay
            token.flatMap { _ in Observable<Int>.error(Failure()) }.retry(3)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a name that was read too early") {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishRelay<Int>())
            let name = BehaviorRelay(value: "Ada")
            let shown = name.value
            taps.subscribe(onNext: { _ in screen.show(shown) }).disposed(by: bag)  // FAULT: note early-read
            name.accept("Grace")
            taps.accept(1)
        },
        FaultProgram("a name that was read and stayed", near: ["early-read"]) {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishRelay<Int>())
            let name = BehaviorRelay(value: "Ada")
            let shown = name.value
            taps.subscribe(onNext: { _ in screen.show(shown) }).disposed(by: bag)
            taps.accept(1)
            name.accept("Grace")
        },
        FaultProgram("whether there is a network, for who comes later") {
            let (screen, bag) = (Screen(), DisposeBag())
            let network = PublishRelay<Bool>()  // FAULT: note missed-state
            network.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            network.accept(true)
            network.subscribe(onNext: { screen.title = "\($0)" }).disposed(by: bag)
        },
        FaultProgram("a toast that the timer of another hides") {
            let (screen, bag, clock, toasts) = (Screen(), DisposeBag(), HistoricalScheduler(), PublishRelay<String>())
            toasts
                .flatMap { _ in Observable<Int>.timer(.seconds(2), scheduler: clock) }  // FAULT: note stale-result
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for toast in ["saved", "sent"] {
                toasts.accept(toast)
                clock.pass(1)
            }
            clock.pass(3)
        },
        FaultProgram("groups that concatMap comes to too late") {
            let (screen, bag, words) = (Screen(), DisposeBag(), PublishSubject<String>())
            words.groupBy { $0.count }
                .concatMap { $0.asObservable() }  // FAULT: starved-switch
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for word in ["Ada", "Grace", "Eve"] { words.onNext(word) }
            words.onCompleted()
        },
        FaultProgram("a lamp that only the end puts out") {
            let (screen, lamp, clock) = (Screen(), Lamp(), HistoricalScheduler())
            let light = Observable<Int>.interval(.seconds(1), scheduler: clock)
                .do(onCompleted: { lamp.putOut() }, onSubscribe: { lamp.light() })  // FAULT: note flag-left-on
                .subscribe(onNext: { screen.show($0) })
            clock.pass(2)
            light.dispose()
        },
        FaultProgram("a lamp that is put out in any case", near: ["flag-left-on"]) {
            let (screen, lamp, clock) = (Screen(), Lamp(), HistoricalScheduler())
            let light = Observable<Int>.interval(.seconds(1), scheduler: clock)
                .do(onSubscribe: { lamp.light() }, onDispose: { lamp.putOut() })
                .subscribe(onNext: { screen.show($0) })
            clock.pass(2)
            light.dispose()
        },
        FaultProgram("a home that each change of the session opens") {
            let (screen, bag) = (Screen(), DisposeBag())
            let session = BehaviorRelay(value: ["", ""])
            session.compactMap { $0[0].isEmpty ? nil : $0[0] }
                .subscribe(onNext: { screen.push($0) }).disposed(by: bag)  // FAULT: note replayed-event
            for time in ["1", "2", "3"] { session.accept(["Ada", time]) }
        },
        FaultProgram("a home that a change of the user opens", near: ["replayed-event"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let session = BehaviorRelay(value: ["", ""])
            session.compactMap { $0[0].isEmpty ? nil : $0[0] }.distinctUntilChanged()
                .subscribe(onNext: { screen.push($0) }).disposed(by: bag)
            for time in ["1", "2", "3"] { session.accept(["Ada", time]) }
        },
    ]
}
