import Dispatch
import RxRelay
import RxSwift

private func user(_ screen: Screen, ends: Bool = true) -> Observable<Int> {
    Observable<Int>.create { observer in
        screen.show("asks")
        observer.onNext(1)
        if ends { observer.onCompleted() }
        return Disposables.create()
    }
}

/// Work on a queue, and the moment in which it is within a handler.
private final class Sender: @unchecked Sendable {
    private let (within, proceed, done) = (
        DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    private let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "sender")
    private var work: Disposable?

    func start(_ send: @escaping () -> Void) {
        work = queue.schedule(()) {
            send()
            self.done.signal()
            return Disposables.create()
        }
    }

    /// Called by a handler: waits for ``end()``.
    func stay() {
        within.signal()
        proceed.wait()
    }

    /// Waits until a handler stays.
    func reached() { within.wait() }

    func end() {
        proceed.signal()
        done.wait()
    }
}

extension FaultProgram {
    /// Sources that several use: threads, shares, operators that merge and combine.
    static let sharedSources: [FaultProgram] = [
        FaultProgram("two threads that send at the same time") {
            let (screen, numbers, sender, bag) = (Screen(), PublishSubject<Int>(), Sender(), DisposeBag())
            numbers.subscribe(onNext: { if $0 == 1 { sender.stay() } else { screen.show($0) } }).disposed(by: bag)
            sender.start { numbers.onNext(1) }
            sender.reached()
            numbers.onNext(2)  // FAULT: concurrent-send
            sender.end()
        },
        FaultProgram("two threads that send into the observer of a create") {
            let (screen, sender, bag) = (Screen(), Sender(), DisposeBag())
            var sending: AnyObserver<Int>?
            Observable<Int>.create { observer in
                sending = observer
                return Disposables.create()
            }
            .subscribe(onNext: { if $0 == 1 { sender.stay() } else { screen.show($0) } }).disposed(by: bag)
            sender.start { [sending] in sending?.onNext(1) }
            sender.reached()
            sending?.onNext(2)  // FAULT: concurrent-send
            sender.end()
        },
        FaultProgram("two threads that send one after the other", near: ["concurrent-send"]) {
            let (screen, numbers, sender, bag) = (Screen(), PublishSubject<Int>(), Sender(), DisposeBag())
            numbers.subscribe(onNext: { if $0 == 1 { sender.stay() } else { screen.show($0) } }).disposed(by: bag)
            sender.start { numbers.onNext(1) }
            sender.reached()
            sender.end()
            numbers.onNext(2)
        },
        FaultProgram("two threads that send into subjects of their own", near: ["concurrent-send"]) {
            let (screen, first, second, sender, bag) = (
                Screen(), PublishSubject<Int>(), PublishSubject<Int>(), Sender(), DisposeBag()
            )
            first.subscribe(onNext: { _ in sender.stay() }).disposed(by: bag)
            second.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            sender.start { first.onNext(1) }
            sender.reached()
            second.onNext(2)
            sender.end()
        },
        FaultProgram("a shared request asked again when it is over") {
            let (screen, bag) = (Screen(), DisposeBag())
            let shared = user(screen).share(replay: 1)  // FAULT: restarted-share
            shared.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            shared.map { $0 + 1 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a shared price pulled to be fresh", near: ["restarted-share"]) {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let price = user(screen).delay(.seconds(1), scheduler: clock).share(replay: 1)
            func pull() {
                price.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
                clock.pass(2)
            }
            for _ in 1...3 { pull() }
        },
        FaultProgram("a shared request that another screen asks again later") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let shared = user(screen).delay(.seconds(1), scheduler: clock)
                .share(replay: 1)  // FAULT: note restarted-share
            shared.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(2)
            shared.map { $0 + 1 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(2)
        },
        FaultProgram("a shared request asked again beside one who still has the answer") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let shared = user(screen).delay(.seconds(1), scheduler: clock)
                .share(replay: 1)  // FAULT: restarted-share
            let edits = BehaviorRelay(value: 1)
            Observable.combineLatest(shared, edits).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(2)
            shared.map { $0 + 1 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(2)
        },
        FaultProgram("a shared request that each refresh asks again", near: ["restarted-share"]) {
            let (screen, refresh, bag) = (Screen(), PublishSubject<Void>(), DisposeBag())
            let shared = user(screen).share(replay: 1)
            refresh.flatMapLatest { shared }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...2 { refresh.onNext(()) }
        },
        FaultProgram("a shared request whose answer is kept", near: ["restarted-share"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let shared = user(screen).share(replay: 1, scope: .forever)
            shared.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            shared.map { $0 + 1 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a shared request that goes on", near: ["restarted-share"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let shared = user(screen, ends: false).share(replay: 1)
            shared.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            shared.map { $0 + 1 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a shared request that all left before it was over", near: ["restarted-share"]) {
            let screen = Screen()
            let shared = user(screen, ends: false).share(replay: 1)
            shared.subscribe(onNext: { screen.show($0) }).dispose()
            shared.subscribe(onNext: { screen.show($0) }).dispose()
        },
        FaultProgram("numbers shared without a request", near: ["restarted-share"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let shared = Observable.of(1, 2).share(replay: 1)
            shared.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            shared.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a setting listened to once more by each tap") {
            let (screen, taps, bag) = (Screen(), PublishSubject<Void>(), DisposeBag())
            let setting = BehaviorRelay(value: 1)
            taps.flatMap { setting }  // FAULT: piled-sources
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...3 { taps.onNext(()) }
            setting.accept(2)
        },
        FaultProgram("a shared setting listened to once more by each tap, in a merge") {
            let (screen, taps, numbers, bag) = (
                Screen(), PublishSubject<Void>(), PublishSubject<Int>(), DisposeBag()
            )
            let setting = numbers.map { $0 + 1 }.share()
            taps.map { setting }.merge()  // FAULT: piled-sources
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...3 { taps.onNext(()) }
            numbers.onNext(2)
        },
        FaultProgram("a setting taken by each tap", near: ["piled-sources"]) {
            let (screen, taps, bag) = (Screen(), PublishSubject<Void>(), DisposeBag())
            let setting = BehaviorRelay(value: 1)
            taps.withLatestFrom(setting).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.flatMap { setting.take(1) }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.flatMapLatest { setting }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...3 { taps.onNext(()) }
            setting.accept(2)
        },
        FaultProgram("a poll whose requests take longer than its period") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable<Int>.interval(.seconds(1), scheduler: clock)
                .flatMap { Observable.just($0).delay(.seconds(60), scheduler: clock) }  // FAULT: piled-sources
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.advanceTo(clock.now.addingTimeInterval(20))
        },
        FaultProgram("a poll whose requests are quick", near: ["piled-sources"]) {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable<Int>.interval(.seconds(1), scheduler: clock)
                .flatMap { Observable.just($0).delay(.seconds(2), scheduler: clock) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.advanceTo(clock.now.addingTimeInterval(20))
        },
        FaultProgram("downloads that one event began", near: ["piled-sources"]) {
            let (screen, clock, files, bag) = (
                Screen(), HistoricalScheduler(), PublishSubject<[Int]>(), DisposeBag()
            )
            files.flatMap { Observable.from($0) }
                .flatMap { Observable.just($0).delay(.seconds(60), scheduler: clock) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            files.onNext(Array(1...20))
            clock.advanceTo(clock.now.addingTimeInterval(2))
        },
        FaultProgram("a form whose second field never sends") {
            let (screen, name, agreed, bag) = (
                Screen(), PublishSubject<String>(), PublishSubject<Bool>(), DisposeBag()
            )
            Observable.combineLatest(name, agreed)  // FAULT: silent-source
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for text in ["A", "Ad", "Ada", "Ada L", "Ada Lovelace"] { name.onNext(text) }
        },
        FaultProgram("a form whose second field has not been reached") {
            let (screen, name, agreed, bag) = (
                Screen(), PublishSubject<String>(), PublishSubject<Bool>(), DisposeBag()
            )
            Observable.combineLatest(name, agreed)  // FAULT: note silent-source
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            name.onNext("Ada")
        },
        FaultProgram("a form of which all fields but one have gone on") {
            let (screen, mail, word, bag) = (Screen(), BehaviorRelay(value: ""), BehaviorRelay(value: ""), DisposeBag())
            let terms = PublishRelay<Bool>()
            Observable.combineLatest(mail, word, terms)  // FAULT: silent-source
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            mail.accept("ada@example.org")
            word.accept("analytical")
        },
        FaultProgram("a form of which the second field has not gone on") {
            let (screen, mail, word, bag) = (Screen(), BehaviorRelay(value: ""), BehaviorRelay(value: ""), DisposeBag())
            let terms = PublishRelay<Bool>()
            Observable.combineLatest(mail, word, terms)  // FAULT: note silent-source
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            mail.accept("ada@example.org")
        },
        FaultProgram("a form of three fields of which each sends", near: ["silent-source"]) {
            let (screen, mail, word, terms, bag) = (
                Screen(), BehaviorRelay(value: ""), BehaviorRelay(value: ""), PublishRelay<Bool>(), DisposeBag()
            )
            Observable.combineLatest(mail, word, terms).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            mail.accept("ada@example.org")
            word.accept("analytical")
            terms.accept(true)
        },
        FaultProgram("a form whose second field has a first value", near: ["silent-source"]) {
            let (screen, name, agreed, bag) = (
                Screen(), PublishSubject<String>(), PublishSubject<Bool>(), DisposeBag()
            )
            Observable.combineLatest(name, agreed.startWith(false)).subscribe(onNext: { screen.show($0) })
                .disposed(by: bag)
            for text in ["A", "Ad", "Ada", "Ada L", "Ada Lovelace"] { name.onNext(text) }
        },
        FaultProgram("a form whose second field sends in the end", near: ["silent-source"]) {
            let (screen, name, agreed, bag) = (
                Screen(), PublishSubject<String>(), PublishSubject<Bool>(), DisposeBag()
            )
            Observable.combineLatest(name, agreed).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for text in ["A", "Ad", "Ada", "Ada L", "Ada Lovelace"] { name.onNext(text) }
            agreed.onNext(true)
        },
        FaultProgram("a tap that comes before the form") {
            let (screen, taps, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let form = PublishSubject<String>()  // FAULT: silent-source
            taps.withLatestFrom(form)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(1)
        },
        FaultProgram("a tap that comes after the form", near: ["silent-source"]) {
            let (screen, taps, form, bag) = (Screen(), PublishSubject<Int>(), PublishSubject<String>(), DisposeBag())
            taps.withLatestFrom(form).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            form.onNext("Ada")
            taps.onNext(1)
        },
        FaultProgram("a meter that has nothing to read yet", near: ["silent-source"]) {
            let (screen, level, ticks, bag) = (Screen(), PublishSubject<Int>(), PublishSubject<Void>(), DisposeBag())
            level.sample(ticks)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...2 { ticks.onNext(()) }
        },
        FaultProgram("a count that is read before it is set") {
            let (screen, taps, count, bag) = (
                Screen(), PublishSubject<Void>(), BehaviorRelay(value: 0), DisposeBag()
            )
            taps.withLatestFrom(count)  // FAULT: note early-read
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.subscribe(onNext: { count.accept(count.value + 1) }).disposed(by: bag)
            for _ in 1...2 { taps.onNext(()) }
        },
        FaultProgram("a count that is set before it is read", near: ["early-read"]) {
            let (screen, taps, count, bag) = (
                Screen(), PublishSubject<Void>(), BehaviorRelay(value: 0), DisposeBag()
            )
            taps.subscribe(onNext: { count.accept(count.value + 1) }).disposed(by: bag)
            taps.withLatestFrom(count).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...2 { taps.onNext(()) }
        },
        FaultProgram("a count that other events set", near: ["early-read"]) {
            let (screen, taps, ticks, count, bag) = (
                Screen(), PublishSubject<Void>(), PublishSubject<Void>(), BehaviorRelay(value: 0), DisposeBag()
            )
            taps.withLatestFrom(count).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            ticks.subscribe(onNext: { count.accept(count.value + 1) }).disposed(by: bag)
            taps.onNext(())
            ticks.onNext(())
            taps.onNext(())
        },
    ]
}
