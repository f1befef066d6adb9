import Dispatch
import Foundation
import RxCocoa
import RxRelay
import RxSwift

/// Asks with a token that gets old.
private final class Account {
    var token = "old"
    var name = "Ada"
    func loadOnce(_ screen: Screen, _ bag: DisposeBag) {
        sent(token)  // FAULT: retried-value
            .retry(when: { errors in
                errors.enumerated().map {
                    if $0.index > 1 { throw $0.element }
                    self.token = "new"
                }
            })
            .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
    }
    func loadAnew(_ screen: Screen, _ bag: DisposeBag) {
        Observable.deferred { self.sent(self.token) }
            .retry(when: { errors in
                errors.enumerated().map {
                    if $0.index > 1 { throw $0.element }
                    self.token = "new"
                }
            })
            .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
    }
    func loadByName(_ screen: Screen, _ bag: DisposeBag) {
        sent(name)
            .retry(when: { errors in
                errors.enumerated().map {
                    if $0.index > 1 { throw $0.element }
                    self.token = "new"
                }
            })
            .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
    }
    private func sent(_ token: String) -> Observable<Int> {
        Observable.create { observer in
            token == "new" ? observer.onNext(1) : observer.onError(Failure())
            if token == "new" { observer.onCompleted() }
            return Disposables.create()
        }
    }
}

/// Looks for a name, and gives up.
private final class Finder {
    private let clock = HistoricalScheduler()
    func early(_ bag: DisposeBag) -> String {
        var found = ""
        let subscription = later().subscribe(onNext: { found = $0 })
        defer { subscription.dispose() }
        return found  // FAULT: early-look
    }
    func atOnce(_ bag: DisposeBag) -> String {
        var found = ""
        let subscription = Observable.just("Ada").subscribe(onNext: { found = $0 })
        defer { subscription.dispose() }
        return found
    }
    func unread(_ bag: DisposeBag) -> String {
        var found = ""
        let subscription = later().subscribe(onNext: { found = $0 })
        subscription.dispose()
        found = "none"
        return found
    }
    private func later() -> Observable<String> {
        Observable<Int>.timer(.seconds(1), scheduler: clock).map { _ in "Ada" }
    }
}

/// Shows a name by a method.
private final class NameView: @unchecked Sendable {
    private let nameLabel = Screen()
    private var last = ""
    func show(_ name: String) { nameLabel.title = name }
    func keep(_ name: String) { last = name }
    func showOnMain(_ name: String, _ main: DispatchQueue) { main.async { self.nameLabel.title = name } }

    func listen(_ names: Observable<String>, _ done: @escaping @Sendable () -> Void) -> Disposable {
        names.subscribe(onNext: { [unowned self] in self.show($0) }, onDisposed: done)  // FAULT: view-off-main
    }
    func remember(_ names: Observable<String>, _ done: @escaping @Sendable () -> Void) -> Disposable {
        names.subscribe(onNext: { [unowned self] in self.keep($0) }, onDisposed: done)
    }
    func listenOnMain(
        _ names: Observable<String>, _ main: DispatchQueue, _ done: @escaping @Sendable () -> Void
    ) -> Disposable {
        names.subscribe(onNext: { [unowned self] in self.showOnMain($0, main) }, onDisposed: done)
    }
}

/// Hands "Ada" on by a queue of its own, and waits until it is done.
private func byQueue(_ subscribe: (Observable<String>, _ done: @escaping @Sendable () -> Void) -> Disposable) {
    let (queue, done) = (DispatchQueue(label: "names of another"), DispatchSemaphore(value: 0))
    let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "another")
    let subscription = subscribe(Observable.just("Ada").observe(on: scheduler)) { done.signal() }
    done.wait()
    queue.sync {}
    subscription.dispose()
}

/// Listens for as long as it lives, it thinks.
private final class Listener: NSObject {
    private var last = 0
    func keepItself(_ numbers: Observable<Int>) {
        _ = numbers.take(until: rx.deallocated)  // FAULT: uncompleted-subject
            .subscribe(onNext: { self.last = $0 })  // FAULT: unreleased-bag, leak source, uncompleted-subject
    }
    func listen(_ numbers: Observable<Int>) {
        _ = numbers.take(until: rx.deallocated).subscribe(onNext: { [weak self] in self?.last = $0 })
    }
}

/// Counts what two sources send: work of the first goes on while the second sends.
private final class Tally: @unchecked Sendable {
    private let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
    private let queue = DispatchQueue(label: "tally")
    private let (entered, left) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    private let bag = DisposeBag()
    private var entries: [Int] = []
    private var notes: [Int] = []

    private var slowly: Observable<Int> {
        first.observe(on: SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "tally"))
            .do(afterNext: { [unowned self] _ in
                self.entered.signal()
                self.left.wait()
            })
    }
    func listen() {
        slowly.subscribe(onNext: { [unowned self] in self.entries.append($0) }).disposed(by: bag)
        second.subscribe(onNext: { [unowned self] in self.entries.append($0) })  // FAULT: shared-state
            .disposed(by: bag)
        send()
    }
    func listenApart() {
        slowly.subscribe(onNext: { [unowned self] in self.entries.append($0) }).disposed(by: bag)
        second.subscribe(onNext: { [unowned self] in self.notes.append($0) }).disposed(by: bag)
        send()
    }
    private func send() {
        for number in 1...3 {
            first.onNext(number)
            entered.wait()
            second.onNext(number)
            left.signal()
            queue.sync {}
        }
    }
}

extension FaultProgram {
    /// Faults that are told by another fact, or in another place, than those of their rule that were known first.
    static let depths: [FaultProgram] = [
        FaultProgram("a request that is handed the token before it is renewed") {
            let (account, screen, bag) = (Account(), Screen(), DisposeBag())
            account.loadOnce(screen, bag)
        }.spanning(11...13),
        FaultProgram("a request that each attempt hands the token", near: ["retried-value"]) {
            let (account, screen, bag) = (Account(), Screen(), DisposeBag())
            account.loadAnew(screen, bag)
        },
        FaultProgram("a request that is handed what nobody renews", near: ["retried-value"]) {
            let (account, screen, bag) = (Account(), Screen(), DisposeBag())
            account.loadByName(screen, bag)
        },

        FaultProgram("a permission that never ends") {
            let (screen, bag, asked) = (Screen(), DisposeBag(), Observable.of("camera", "places"))
            asked.concatMap { name in
                Observable<String>.create { observer in
                    observer.onNext(name)  // FAULT: endless-wait
                    return Disposables.create { screen.show("closed") }
                }
            }
            .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a permission that ends", near: ["endless-wait"]) {
            let (screen, bag, asked) = (Screen(), DisposeBag(), Observable.of("camera", "places"))
            asked.concatMap { name in
                Observable<String>.create { observer in
                    observer.onNext(name)
                    observer.onCompleted()
                    return Disposables.create { screen.show("closed") }
                }
            }
            .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a permission whose first answer is taken", near: ["endless-wait"]) {
            let (screen, bag, asked) = (Screen(), DisposeBag(), Observable.of("camera", "places"))
            asked.concatMap { name in
                Observable<String>.create { observer in
                    observer.onNext(name)
                    return Disposables.create { screen.show("closed") }
                }.take(1)
            }
            .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },

        FaultProgram("a countdown whose end never comes") {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            Observable<Int>.interval(.seconds(1), scheduler: clock)  // FAULT: note forgotten-timer
                .subscribe(onNext: { screen.show(3 - $0) }, onCompleted: { screen.show("go") }).disposed(by: bag)
            clock.pass(5)
        },
        FaultProgram("a countdown whose end comes", near: ["forgotten-timer"]) {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            Observable<Int>.interval(.seconds(1), scheduler: clock).take(3)
                .subscribe(onNext: { screen.show(3 - $0) }, onCompleted: { screen.show("go") }).disposed(by: bag)
            clock.pass(2)
        },
        FaultProgram("a countdown that says when it is left", near: ["forgotten-timer"]) {
            let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
            Observable<Int>.interval(.seconds(1), scheduler: clock)
                .subscribe(onNext: { screen.show(3 - $0) }, onDisposed: { screen.show("left") }).disposed(by: bag)
            clock.pass(2)
        },

        FaultProgram("a name that is left before it is known") {
            let (screen, bag) = (Screen(), DisposeBag())
            screen.show(Finder().early(bag))
        }.spanning(56...58),
        FaultProgram("a name that is known before it is left", near: ["early-look"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            screen.show(Finder().atOnce(bag))
        },
        FaultProgram("a name that is given up, and another taken", near: ["early-look"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            screen.show(Finder().unread(bag))
        },

        FaultProgram("a label that a method sets off the main thread") {
            let view = NameView()
            byQueue { view.listen($0, $1) }
        }.spanning(85...87),
        FaultProgram("a property that a method sets off the main thread", near: ["view-off-main"]) {
            let view = NameView()
            byQueue { view.remember($0, $1) }
        },
        FaultProgram("a label that a method sets on a queue called main", near: ["view-off-main"]) {
            let (view, main) = (NameView(), DispatchQueue(label: "stands for main here"))
            byQueue { view.listenOnMain($0, main, $1) }
            main.sync {}
        },

        FaultProgram("a tally that two pieces of work write at once") { Tally().listen() }.spanning(137...139),
        FaultProgram("a tally that two pieces of work write apart", near: ["shared-state"]) { Tally().listenApart() },

        FaultProgram("a listener that keeps itself until it is gone") {
            let numbers = PublishSubject<Int>()
            Listener().keepItself(numbers)
            numbers.onNext(1)
        }.spanning(112...114),
        FaultProgram("a listener that is gone", near: ["unreleased-bag"]) {
            let numbers = PublishSubject<Int>()
            let listener = Listener()
            listener.listen(numbers)
            numbers.onNext(1)
            withExtendedLifetime(listener) {}
        },
    ]
}
