import Dispatch
import Foundation
import RxCocoa
import RxRelay
import RxSwift

/// Asks a server that fails at first.
private final class Status {
    private var asked = 0
    private func ask() -> Result<Int, any Error> {
        asked += 1
        return asked < 2 ? .failure(Failure()) : .success(asked)
    }
    func early() -> Single<Int> {
        let answer = ask()  // FAULT: retried-value
        return Single.create { single in
            single(answer)
            return Disposables.create()
        }
    }
    func inTime() -> Single<Int> {
        let name = String(asked)
        return Single.create { [self] single in
            single(name.isEmpty ? .failure(Failure()) : ask())
            return Disposables.create()
        }
    }
    func once() -> Single<Int> {
        let answer = ask()
        return Single.create { single in
            single(answer)
            return Disposables.create()
        }
    }
}

/// Fails with the second file, once.
private final class Files {
    private var failures = 1
    private(set) var sent: [String] = []
    func upload(_ file: String) -> Observable<String> {
        Observable.deferred {
            guard file == "a" || self.failures == 0 else {
                self.failures = 0
                return .error(Failure())
            }
            self.sent.append(file)
            return .just(file)
        }
    }
    func find(_ file: String) -> Observable<String> { upload(file) }
}

/// Searches when there was a pause.
private final class Search {
    private let bag = DisposeBag()
    init(_ text: PublishRelay<String>, other: HistoricalScheduler, scheduler: any SchedulerType, on screen: Screen) {
        text.debounce(.seconds(1), scheduler: other)  // FAULT: note nothing-passes
            .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
    }
    init(_ text: PublishRelay<String>, scheduler: any SchedulerType, on screen: Screen) {
        text.debounce(.seconds(1), scheduler: scheduler).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
    }
}

/// Counts what it is told each time it appears.
private final class Watcher {
    private let (bag, center, name) = (DisposeBag(), NotificationCenter(), Notification.Name("further"))
    private(set) var count = 0
    func appear() {
        center.rx.notification(name)
            .subscribe(onNext: { [weak self] _ in self?.count += 1 })  // FAULT: piled-subscriptions
            .disposed(by: bag)
    }
    func tell() { center.post(name: name, object: nil) }
}

/// Shows the title of one row after another.
private final class TitleCell {
    let furtherTitle = BehaviorRelay(value: "")
    let furtherTaps = PublishRelay<String>()
    private let bag = DisposeBag()
    func show(_ row: PublishRelay<String>) {
        row.bind(to: furtherTitle)  // FAULT: reused-cell
            .disposed(by: bag)
    }
    func bind(_ taps: PublishRelay<String>) {
        taps.bind(to: furtherTaps)
            .disposed(by: bag)
    }
}

/// Sends with a token, and once more with a new one.
private final class Tokens {
    private var token = "old"
    func send() -> Observable<Int> {
        Observable.deferred { Observable.just(self.token) }
            .flatMap { token in self.request(token).do(onError: { _ in self.token = "new" }) }
            .retry(2)
    }
    private func request(_ token: String) -> Observable<Int> {
        Observable.deferred { token == "new" ? .just(1) : .error(Failure()) }
    }
}

private func furtherToken(_ queue: SerialDispatchQueueScheduler) -> Observable<Int> {
    Observable.just(1).subscribe(on: queue)
}

extension FaultProgram {
    /// The same faults, told by facts that other programs of them do not show.
    static let furthers: [FaultProgram] = [
        FaultProgram("a status that is asked for before all attempts") {
            let (screen, status, bag) = (Screen(), Status(), DisposeBag())
            status.early().retry(2).subscribe(onSuccess: { screen.show($0) }, onFailure: { screen.show($0) })
                .disposed(by: bag)
        }.spanning(14...16),
        FaultProgram("a status that each attempt asks for", near: ["retried-value"]) {
            let (screen, status, bag) = (Screen(), Status(), DisposeBag())
            status.inTime().retry(2).subscribe(onSuccess: { screen.show($0) }, onFailure: { screen.show($0) })
                .disposed(by: bag)
        },
        FaultProgram("a status that is asked for once", near: ["retried-value"]) {
            let (screen, status, bag) = (Screen(), Status(), DisposeBag())
            status.once().subscribe(onSuccess: { screen.show($0) }, onFailure: { screen.show($0) }).disposed(by: bag)
        },

        FaultProgram("files of which the first is sent again") {
            let (files, screen, bag) = (Files(), Screen(), DisposeBag())
            Observable.of("a", "b").concatMap { files.upload($0) }
                .retry(2)  // FAULT: repeated-step
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("files of which each is tried again", near: ["repeated-step"]) {
            let (files, screen, bag) = (Files(), Screen(), DisposeBag())
            Observable.of("a", "b").concatMap { files.upload($0).retry(2) }
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("files that are looked for again", near: ["repeated-step"]) {
            let (files, screen, bag) = (Files(), Screen(), DisposeBag())
            Observable.of("a", "b").concatMap { files.find($0) }.retry(2)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },

        FaultProgram("a token that is sent anew by who sends it", near: ["repeated-step"]) {
            let (tokens, screen, bag) = (Tokens(), Screen(), DisposeBag())
            tokens.send().subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },

        FaultProgram("settings that the second hears nothing of") {
            let (screen, bag, settings) = (Screen(), DisposeBag(), Observable.just("dark").publish())
            settings.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            settings.connect().disposed(by: bag)  // FAULT: unconnected
            settings.subscribe(onNext: { screen.title = $0 }).disposed(by: bag)
        },
        FaultProgram("settings that both hear of", near: ["unconnected"]) {
            let (screen, bag, both) = (Screen(), DisposeBag(), Observable.just("dark").publish())
            both.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            both.subscribe(onNext: { screen.title = $0 }).disposed(by: bag)
            both.connect().disposed(by: bag)
        },
        FaultProgram("settings that are replayed", near: ["unconnected"]) {
            let (screen, bag, again) = (Screen(), DisposeBag(), Observable.just("dark").replay(1))
            again.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            again.connect().disposed(by: bag)
            again.subscribe(onNext: { screen.title = $0 }).disposed(by: bag)
        },

        FaultProgram("a search on another clock than its test's") {
            let (screen, clock, text) = (Screen(), HistoricalScheduler(), PublishRelay<String>())
            let search = Search(text, other: HistoricalScheduler(), scheduler: clock, on: screen)
            text.accept("rx")
            clock.pass(2)
            withExtendedLifetime(search) {}
        }.spanning(57...59),
        FaultProgram("a search on the clock of its test", near: ["nothing-passes"]) {
            let (screen, clock, text) = (Screen(), HistoricalScheduler(), PublishRelay<String>())
            let search = Search(text, scheduler: clock, on: screen)
            text.accept("rx")
            clock.pass(2)
            withExtendedLifetime(search) {}
        },

        FaultProgram("an article that is complete before the new one comes") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable<Int>.create { observer in
                observer.onNext(1)
                observer.onCompleted()  // FAULT: late-event
                _ = clock.scheduleRelative((), dueTime: .seconds(1)) { _ in
                    observer.onNext(2)
                    observer.onCompleted()
                    return Disposables.create()
                }
                return Disposables.create()
            }
            .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(2)
        },

        FaultProgram("a hop that another function has made before") {
            let (screen, done) = (Screen(), DispatchSemaphore(value: 0))
            let queue = DispatchQueue(label: "further")
            let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "further")
            let subscription = furtherToken(scheduler)
                .observe(on: scheduler)  // FAULT: note idle-hop
                .subscribe(onNext: { screen.show($0) }, onDisposed: { done.signal() })
            done.wait()
            queue.sync {}
            subscription.dispose()
        },

        FaultProgram("a log that a debounce thins out") {
            let (clock, events, bag) = (HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            var log: [Int] = []
            events
                .debounce(.seconds(2), scheduler: clock)  // FAULT: note late-debounce
                .subscribe(onNext: { log.append($0) }).disposed(by: bag)
            for number in 1...3 { events.onNext(number) }
            clock.pass(3)
        },
        FaultProgram("words of which a debounce drops one", near: ["late-debounce"]) {
            let (clock, events, bag) = (HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            var log: [Int] = []
            events.debounce(.seconds(2), scheduler: clock).subscribe(onNext: { log.append($0) }).disposed(by: bag)
            for number in 1...2 { events.onNext(number) }
            clock.pass(3)
        },

        FaultProgram("a like that a tap turns about", near: ["early-read"]) {
            let (taps, isLiked, bag) = (PublishRelay<Void>(), BehaviorRelay(value: false), DisposeBag())
            taps.withLatestFrom(isLiked).map { !$0 }.bind(to: isLiked).disposed(by: bag)
            for _ in 1...2 { taps.accept(()) }
        },

        FaultProgram("a watcher that appears twice, with nothing between") {
            let watcher = Watcher()
            watcher.appear()
            watcher.appear()
            watcher.tell()
        }.spanning(71...73),

        FaultProgram("a hint that an older one takes away") {
            let (screen, clock, texts, bag) = (Screen(), HistoricalScheduler(), PublishRelay<Int>(), DisposeBag())
            texts
                .flatMap { _ in Observable.just(0).delay(.seconds(2), scheduler: clock) }  // FAULT: note stale-result
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for text in 1...2 {
                texts.accept(text)
                clock.pass(1)
            }
            clock.pass(3)
        },
        FaultProgram("hints that come later", near: ["stale-result"]) {
            let (screen, clock, texts, bag) = (Screen(), HistoricalScheduler(), PublishRelay<Int>(), DisposeBag())
            texts.flatMap { text in Observable.just(text).delay(.seconds(2), scheduler: clock) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for text in 1...2 {
                texts.accept(text)
                clock.pass(1)
            }
            clock.pass(3)
        },

        FaultProgram("a poll that its first error ends") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable<Int>.interval(.seconds(1), scheduler: clock)
                .flatMapFirst { _ in Observable<Int>.error(Failure()) }  // FAULT: note dead-chain
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            clock.pass(1)
        },
        FaultProgram("a poll that goes on after an error", near: ["dead-chain"]) {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable<Int>.interval(.seconds(1), scheduler: clock)
                .flatMapFirst { _ in Observable<Int>.error(Failure()).catchAndReturn(0) }
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            clock.pass(1)
        },

        FaultProgram("a cell whose title an older row sets") {
            let (cell, first, second) = (TitleCell(), PublishRelay<String>(), PublishRelay<String>())
            for row in [first, second] {
                cell.show(row)
                row.accept("a")
            }
            first.accept("b")
        }.spanning(83...85),
        FaultProgram("a cell that hands on the taps of two", near: ["reused-cell"]) {
            let (cell, first, second) = (TitleCell(), PublishRelay<String>(), PublishRelay<String>())
            for taps in [first, second] {
                cell.bind(taps)
                taps.accept("a")
            }
            first.accept("b")
        },

        FaultProgram("an answer that has failed for good") {
            let (screen, bag, answer) = (Screen(), DisposeBag(), ReplaySubject<Int>.create(bufferSize: 1))
            answer.onError(Failure())
            answer
                .retry(2)  // FAULT: useless-retry
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("an answer that each attempt asks for", near: ["useless-retry"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable<Int>.deferred {
                let answer = ReplaySubject<Int>.create(bufferSize: 1)
                answer.onError(Failure())
                return answer
            }
            .retry(2).subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },

        FaultProgram("a profile of two empty fields") {
            let (screen, bag) = (Screen(), DisposeBag())
            let (name, city) = (BehaviorRelay(value: ""), BehaviorRelay(value: ""))
            Observable.combineLatest(name, city)
                .take(1)  // FAULT: spent-take
                .filter { !$0.isEmpty && !$1.isEmpty }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            name.accept("Ada")
        },
        FaultProgram("a profile of two fields", near: ["spent-take"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let (name, city) = (BehaviorRelay(value: ""), BehaviorRelay(value: ""))
            Observable.combineLatest(name, city).filter { !$0.isEmpty && !$1.isEmpty }.take(1)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            name.accept("Ada")
            city.accept("London")
        },

        FaultProgram("events of which a delay loses some") {
            let (screen, clock, bag, events) = (Screen(), HistoricalScheduler(), DisposeBag(), PublishRelay<Int>())
            events
                .delaySubscription(.seconds(1), scheduler: clock)  // FAULT: unheard-send
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            events.accept(1)
            clock.pass(2)
            events.accept(2)
        },
        FaultProgram("events that come when a delay is over", near: ["unheard-send"]) {
            let (screen, clock, bag, events) = (Screen(), HistoricalScheduler(), DisposeBag(), PublishRelay<Int>())
            events.delaySubscription(.seconds(1), scheduler: clock)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(2)
            events.accept(2)
        },

        FaultProgram("progress of a relay, whose end is waited for") {
            let (screen, bag, parts) = (Screen(), DisposeBag(), PublishRelay<Int>())
            parts
                .subscribe(  // FAULT: note uncompleted-subject
                    onNext: { screen.show($0) }, onCompleted: { screen.title = "" }
                )
                .disposed(by: bag)
            for part in 1...2 { parts.accept(part) }
        },
        FaultProgram("progress of a relay, of which two are taken", near: ["uncompleted-subject"]) {
            let (screen, bag, parts) = (Screen(), DisposeBag(), PublishRelay<Int>())
            parts.take(2).subscribe(onNext: { screen.show($0) }, onCompleted: { screen.title = "" })
                .disposed(by: bag)
            for part in 1...2 { parts.accept(part) }
        },
        FaultProgram("progress whose end may yet come", near: ["uncompleted-subject"]) {
            let (screen, bag, progress) = (Screen(), DisposeBag(), PublishSubject<Int>())
            progress.subscribe(onNext: { screen.show($0) }, onCompleted: { screen.title = "" }).disposed(by: bag)
            for part in 1...2 { part > 2 ? progress.onCompleted() : progress.onNext(part) }
        },
    ]
}
