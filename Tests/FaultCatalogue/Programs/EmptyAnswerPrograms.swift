import Foundation
import RxBlocking
import RxRelay
import RxSwift

/// Does things that answer in one way or another.
private enum Account {
    static func signOut() -> Observable<Void> {
        Observable.create { observer in
            observer.onCompleted()  // FAULT: empty-answer
            return Disposables.create()
        }
    }

    static func signOutTelling() -> Observable<Void> {
        Observable.create { observer in
            observer.onNext(())
            observer.onCompleted()
            return Disposables.create()
        }
    }

    static func save() -> Completable {
        Completable.create { done in
            done(.completed)
            return Disposables.create()
        }
    }

    static func reload<Element>(_ element: Element) -> Observable<String> { .just("reloaded") }

    static func fail() -> Observable<Void> {
        Observable.create { observer in
            observer.onError(Failure())
            return Disposables.create()
        }
    }

    static func cached(_ id: Int) -> Maybe<String> {
        id == 1 ? .just("one") : .empty()
    }

    static func kept(_ id: Int) -> Maybe<String> { id == 1 ? .just("one") : .empty() }

    static func poll(_ clock: HistoricalScheduler, _ seconds: Int) -> Observable<Int> {
        Observable<Int>.timer(.seconds(seconds), scheduler: clock)
    }
}

extension FaultProgram {
    /// Sources that end without an element, that are left before they have one, and that are waited for in vain.
    static let emptyAnswers: [FaultProgram] = empty + starved + blocked

    private static let empty: [FaultProgram] = [
        FaultProgram("a flatMap above what only ends") {
            let (screen, bag) = (Screen(), DisposeBag())
            Account.signOut().flatMap { Observable.just("login") }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        }.spanning(8...13),
        FaultProgram("an onNext for what only ends") {
            let (screen, bag, taps) = (Screen(), DisposeBag(), PublishSubject<Void>())
            taps.flatMapLatest { Account.signOut() }
                .subscribe(onNext: { screen.show("login") }).disposed(by: bag)
            taps.onNext(())
        }.spanning(8...13),
        FaultProgram("a flatMap above a Completable") {
            let (screen, bag) = (Screen(), DisposeBag())
            Account.save().asObservable()
                .flatMap(Account.reload)  // FAULT: empty-answer
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a cache that is empty") {
            let (screen, bag) = (Screen(), DisposeBag())
            for id in [1, 2] {
                Account.cached(id)  // FAULT: note empty-answer
                    .subscribe(onSuccess: { screen.show($0) }).disposed(by: bag)
            }
        },
        FaultProgram("a cache that is empty, and a default", near: ["empty-answer"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Account.kept(2).ifEmpty(default: "none").subscribe(onSuccess: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a cache that is empty, and another source", near: ["empty-answer"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Account.kept(2).ifEmpty(switchTo: Single.just("loaded")).subscribe(onSuccess: { screen.show($0) })
                .disposed(by: bag)
        },
        FaultProgram("a cache that is empty, and a closure that is told so", near: ["empty-answer"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Account.kept(2).subscribe(onSuccess: { screen.show($0) }, onCompleted: { screen.show("none") })
                .disposed(by: bag)
        },
        FaultProgram("a cache that is not empty", near: ["empty-answer"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Account.kept(1).subscribe(onSuccess: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("what sends a Void and its end", near: ["empty-answer"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Account.signOutTelling().flatMap { Observable.just("login") }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("what only ends, and a closure for that", near: ["empty-answer"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Account.signOut().subscribe(onCompleted: { screen.show("login") }).disposed(by: bag)
        },
        FaultProgram("what only ends, and what comes then", near: ["empty-answer"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Account.signOut().map { "out" }.concat(Observable.just("login"))
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a Completable and what comes then", near: ["empty-answer"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Account.save().andThen(Observable.just("saved")).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a Completable that nobody waits for", near: ["empty-answer"]) {
            let bag = DisposeBag()
            Account.save().subscribe().disposed(by: bag)
        },
        FaultProgram("a Completable in a flatMap, and its end", near: ["empty-answer"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable.of(1, 2).flatMap { _ in Account.save() }
                .subscribe(onCompleted: { screen.show("saved") }).disposed(by: bag)
        },
        FaultProgram("what fails before a flatMap", near: ["empty-answer"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Account.fail().flatMap { Observable.just("login") }
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a merge with what only ends", near: ["empty-answer"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable.merge(Account.signOut().map { "out" }, Observable.just("in"))
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
    ]

    /// Asks at each element of a source, and lets some seconds pass.
    private static func ask(
        _ seconds: Int, _ answers: (Observable<Int>, @escaping (Int) -> Observable<Int>) -> Observable<Int>
    ) {
        let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
        let ticks = Observable<Int>.interval(.seconds(2), scheduler: clock)
        answers(ticks) { _ in Account.poll(clock, seconds) }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        clock.pass(11)
    }

    private static let starved: [FaultProgram] = [
        FaultProgram("a poll that is asked again before it answers") {
            ask(3) { ticks, poll in
                ticks.flatMapLatest { poll($0) }  // FAULT: starved-switch
            }
        },
        FaultProgram("a search that is asked again before it answers") {
            let (screen, bag, clock, text) = (Screen(), DisposeBag(), HistoricalScheduler(), PublishSubject<String>())
            text.flatMapLatest { _ in Account.poll(clock, 3) }  // FAULT: note starved-switch, note late-debounce
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for word in ["r", "rx", "rxs", "rxsw"] {
                text.onNext(word)
                clock.pass(1)
            }
        },
        FaultProgram("a poll that answers in time", near: ["starved-switch"]) {
            ask(1) { ticks, poll in ticks.flatMapLatest { poll($0) } }
        },
        FaultProgram("a poll that lets each request finish", near: ["starved-switch"]) {
            ask(3) { ticks, poll in ticks.flatMapFirst { poll($0) } }
        },
        FaultProgram("a poll whose last request answers", near: ["starved-switch"]) {
            ask(3) { ticks, poll in ticks.take(3).flatMapLatest { poll($0) } }
        },
        FaultProgram("a poll that says first that it loads", near: ["starved-switch"]) {
            ask(3) { ticks, poll in ticks.flatMapLatest { poll($0).startWith(-1) } }
        },
        FaultProgram("a poll that was left twice", near: ["starved-switch"]) {
            ask(3) { ticks, poll in ticks.take(3).flatMapLatest { poll($0 + 9).take(until: ticks.skip(3)) } }
        },
        FaultProgram("a poll of which some answer", near: ["starved-switch"]) {
            ask(3) { ticks, poll in ticks.flatMapLatest { $0 == 1 ? .just(0) : poll($0) } }
        },
        FaultProgram("requests of a list, of which the last is wanted", near: ["starved-switch"]) {
            ask(3) { _, poll in Observable.of(1, 2, 3, 4).flatMapLatest { poll($0) } }
        },
        FaultProgram("a poll one after the other", near: ["starved-switch"]) {
            ask(1) { ticks, poll in ticks.concatMap { poll($0) } }
        },
        FaultProgram("a poll that is switched by hand", near: ["starved-switch"]) {
            ask(1) { ticks, poll in ticks.map { poll($0) }.switchLatest() }
        },
        FaultProgram("a poll that was asked once", near: ["starved-switch"]) {
            ask(3) { ticks, poll in ticks.take(1).flatMapLatest { poll($0) } }
        },
    ]

    /// Blocks for what comes of a relay.
    private static func block<Result>(_ wait: (BehaviorRelay<Int>, PublishSubject<Int>) throws -> Result) {
        let (relay, subject, screen) = (BehaviorRelay(value: 1), PublishSubject<Int>(), Screen())
        screen.show((try? wait(relay, subject)) as Any)
    }

    private static let blocked: [FaultProgram] = [
        FaultProgram("a test that waits for all of a relay") {
            block { relay, _ in
                try relay.map { $0 + 1 }  // FAULT: endless-blocking
                    .toBlocking(timeout: 0.01).toArray()
            }
        },
        FaultProgram("a test that waits for a subject that is sent nothing", near: ["endless-blocking"]) {
            block { _, subject in try subject.map { $0 + 1 }.toBlocking(timeout: 0.01).first() }
        },
        FaultProgram("a test that takes the first", near: ["endless-blocking"]) {
            block { relay, _ in try relay.toBlocking(timeout: 0.01).first() }
        },
        FaultProgram("a test that takes one", near: ["endless-blocking"]) {
            block { relay, _ in try relay.take(1).toBlocking(timeout: 0.01).toArray() }
        },
        FaultProgram("a test that takes the last of what ends", near: ["endless-blocking"]) {
            block { _, _ in try Observable.of(1, 2).toBlocking(timeout: 0.01).last() }
        },
        FaultProgram("a test that takes the only one", near: ["endless-blocking"]) {
            block { relay, _ in try relay.take(1).toBlocking(timeout: 0.01).single() }
        },
        FaultProgram("a test that waits for a Single", near: ["endless-blocking"]) {
            block { _, _ in try Single.just(1).toBlocking(timeout: 0.01).single() }
        },
        FaultProgram("a test that takes what a relay is now, and then its end", near: ["endless-blocking"]) {
            block { relay, subject in
                subject.onCompleted()
                return try relay.take(until: subject).toBlocking(timeout: 0.01).first()
            }
        },
        FaultProgram("a test of a subject that has ended", near: ["endless-blocking"]) {
            block { _, subject in
                subject.onCompleted()
                return try subject.toBlocking(timeout: 0.01).toArray()
            }
        },
        FaultProgram("a test that looks at an error", near: ["endless-blocking"]) {
            block { _, subject in
                subject.onError(Failure())
                return subject.toBlocking(timeout: 0.01).materialize()
            }
        },
        FaultProgram("a test that takes three of a timer", near: ["endless-blocking"]) {
            block { _, _ in
                try Observable<Int>.interval(.milliseconds(1), scheduler: SerialDispatchQueueScheduler(qos: .default))
                    .take(3).toBlocking(timeout: 1).toArray()
            }
        },
        FaultProgram("a test that takes the first that is even", near: ["endless-blocking"]) {
            block { relay, _ in
                relay.accept(2)
                return try relay.filter { $0.isMultiple(of: 2) }.toBlocking(timeout: 0.01).first()
            }
        },
    ]
}
