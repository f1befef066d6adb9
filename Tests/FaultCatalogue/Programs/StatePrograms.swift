import Foundation
import RxRelay
import RxSwift

/// Counts what two threads like.
private final class LikeStore: @unchecked Sendable {
    let likes = BehaviorRelay(value: 0)
    let names = BehaviorRelay(value: [String]())
    private let lock = NSLock()
    private let queue = DispatchQueue(label: "likes")

    func like(_ save: () -> Void) {
        let now = likes.value
        save()
        likes.accept(now + 1)  // FAULT: lost-update
    }

    func add(_ name: String, _ save: () -> Void) {
        let now = names.value
        save()
        names.accept(now + [name])  // FAULT: lost-update
    }

    func likeLocked() {
        lock.lock()
        defer { lock.unlock() }
        likes.accept(likes.value + 1)
    }

    func set(_ save: () -> Void) {
        save()
        likes.accept(1)
    }

    func likeAtMostOnce(_ save: () -> Void) {
        save()
        likes.accept(min(likes.value + 1, 1))
    }

    func likeOnItsQueue(_ save: () -> Void) {
        save()
        queue.sync { likes.accept(likes.value + 1) }
    }

    func like(by number: Int, _ save: () -> Void) {
        save()
        likes.accept(number)
    }

    /// Does something on two threads: both begin before either ends.
    func onTwoThreads(_ change: @escaping @Sendable (_ name: String, _ save: () -> Void) -> Void) {
        let (begun, other, done) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        DispatchQueue(label: "other").async {
            change("Ada") {
                begun.signal()
                other.wait()
            }
            done.signal()
        }
        begun.wait()
        change("Eve") {
            other.signal()
            done.wait()
        }
    }

    /// Does something on one thread, and on another when that has returned.
    func onTwoThreadsInTurn(_ change: @escaping @Sendable (_ name: String) -> Void) {
        let done = DispatchSemaphore(value: 0)
        DispatchQueue(label: "other").async {
            change("Ada")
            done.signal()
        }
        done.wait()
        change("Eve")
    }
}

/// Stands for a view, or for what is none, by the name of the variable.
private final class Label: @unchecked Sendable {
    var text = ""
    var length = 0
    var isAnimating = false
    func set(_ text: String) { self.text = text }
    func showText(_ text: String) { self.text = text }
}

/// Hands "Ada" to a closure on a thread of its own, and waits until it is done.
private func offMain(_ subscribe: (Observable<String>, _ done: @escaping () -> Void) -> Disposable) {
    let (queue, done) = (DispatchQueue(label: "names"), DispatchSemaphore(value: 0))
    let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "own")
    let subscription = subscribe(Observable.just("Ada").observe(on: scheduler)) { done.signal() }
    done.wait()
    // The work that signals has returned.
    queue.sync {}
    subscription.dispose()
}

extension FaultProgram {
    /// Values that two threads change, and views that a thread of its own changes.
    static let states: [FaultProgram] = [
        FaultProgram("two threads that count likes") {
            let store = LikeStore()
            store.onTwoThreads { _, save in store.like(save) }
        }.spanning(12...16),
        FaultProgram("two threads that add names") {
            let store = LikeStore()
            store.onTwoThreads { store.add($0, $1) }
        }.spanning(18...22),
        FaultProgram("two threads that count under a lock", near: ["lost-update"]) {
            let store = LikeStore()
            store.onTwoThreads { _, save in
                save()
                store.likeLocked()
            }
        },
        FaultProgram("two threads that set the same value", near: ["lost-update"]) {
            let store = LikeStore()
            store.onTwoThreads { store.set($1) }
        },
        FaultProgram("two threads that count up to one", near: ["lost-update"]) {
            let store = LikeStore()
            store.onTwoThreads { store.likeAtMostOnce($1) }
        },
        FaultProgram("two threads that count on one queue", near: ["lost-update"]) {
            let store = LikeStore()
            store.onTwoThreads { store.likeOnItsQueue($1) }
        },
        FaultProgram("two threads that set numbers of their own", near: ["lost-update"]) {
            let store = LikeStore()
            store.onTwoThreads { store.like(by: $0 == "Ada" ? 1 : 2, $1) }
        },
        FaultProgram("two threads that count one after the other", near: ["lost-update"]) {
            let store = LikeStore()
            store.onTwoThreadsInTurn { _ in store.like {} }
        },
        FaultProgram("two threads that add names one after the other", near: ["lost-update"]) {
            let store = LikeStore()
            store.onTwoThreadsInTurn { store.add($0) {} }
        },
        FaultProgram("one thread that counts twice", near: ["lost-update"]) {
            let likes = BehaviorRelay(value: 0)
            for _ in 1...2 { likes.accept(likes.value + 1) }
        },
        FaultProgram("two works of which one counts so much later that no like is lost") {
            let (likes, group, now) = (BehaviorRelay(value: 0), DispatchGroup(), DispatchTime.now())
            for delay in [0, 0.05] {
                group.enter()
                DispatchQueue.global().asyncAfter(deadline: now + delay) {
                    let count = likes.value
                    likes.accept(count + 1)  // FAULT: note lost-update
                    group.leave()
                }
            }
            group.wait()
        },
        FaultProgram("two works that count under a lock, one much later", near: ["lost-update"]) {
            let (likes, group, now) = (BehaviorRelay(value: 0), DispatchGroup(), DispatchTime.now())
            let lock = NSLock()
            for delay in [0, 0.05] {
                group.enter()
                DispatchQueue.global().asyncAfter(deadline: now + delay) {
                    lock.withLock { likes.accept(likes.value + 1) }
                    group.leave()
                }
            }
            group.wait()
        },
        FaultProgram("two works of one queue that count", near: ["lost-update"]) {
            let (likes, group, queue) = (BehaviorRelay(value: 0), DispatchGroup(), DispatchQueue(label: "likes"))
            for _ in 1...2 {
                queue.async(group: group) {
                    let count = likes.value
                    likes.accept(count + 1)
                }
            }
            group.wait()
        },
        FaultProgram("a work that counts, and its maker when it has ended", near: ["lost-update"]) {
            let (likes, group) = (BehaviorRelay(value: 0), DispatchGroup())
            DispatchQueue.global().async(group: group) { likes.accept(likes.value + 1) }
            group.wait()
            likes.accept(likes.value + 1)
        },
        FaultProgram("two threads that count a relay each", near: ["lost-update"]) {
            let (mine, other, store) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0), LikeStore())
            store.onTwoThreads { name, save in
                let likes = name == "Ada" ? mine : other
                save()
                likes.accept(likes.value + 1)
            }
        },
        FaultProgram("two threads that count by a subject and scan", near: ["split-state", "lost-update"]) {
            let (screen, taps, store, bag) = (Screen(), PublishSubject<Int>(), LikeStore(), DisposeBag())
            taps.scan(0, accumulator: +).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            store.onTwoThreadsInTurn { _ in taps.onNext(1) }
        },
        FaultProgram("a label that a scheduler's thread sets") {
            let label = Label()
            offMain { names, done in
                names.subscribe(onNext: { label.text = $0 }, onDisposed: done)  // FAULT: view-off-main
            }
        },
        FaultProgram("a label that a do sets, off the main thread") {
            let label = Label()
            offMain { names, done in
                names.do(onNext: { [weak label] in label?.text = $0 })  // FAULT: view-off-main
                    .subscribe(onDisposed: done)
            }
        },
        FaultProgram("a label whose set is called off the main thread") {
            let label = Label()
            offMain { names, done in
                names.subscribe(onNext: { label.set($0) }, onDisposed: done)  // FAULT: view-off-main
            }
        },
        FaultProgram("a label whose method is handed over, off the main thread") {
            let label = Label()
            offMain { names, done in
                names.subscribe(onNext: label.showText, onDisposed: done)  // FAULT: view-off-main
            }
        },
        FaultProgram("a model whose method is handed over, off the main thread", near: ["view-off-main"]) {
            let model = Label()
            offMain { names, done in names.subscribe(onNext: model.showText, onDisposed: done) }
        },
        FaultProgram("a label that the main thread sets", near: ["view-off-main"]) {
            let (label, bag) = (Label(), DisposeBag())
            Observable.just("Ada").subscribe(onNext: { label.text = $0 }).disposed(by: bag)
        },
        FaultProgram("a spinner that the main thread starts before the names come", near: ["view-off-main"]) {
            let (spinner, screen) = (Label(), Screen())
            offMain { names, done in
                names.do(onSubscribe: { spinner.isAnimating = true })
                    .subscribe(onNext: { screen.show($0) }, onDisposed: done)
            }
        },
        FaultProgram("a text of a document", near: ["view-off-main"]) {
            let document = Label()
            offMain { names, done in names.subscribe(onNext: { document.text = $0 }, onDisposed: done) }
        },
        FaultProgram("a label that waits for the main queue", near: ["view-off-main"]) {
            let (label, main) = (Label(), DispatchQueue(label: "stands for main"))
            offMain { names, done in
                names.subscribe(onNext: { name in main.async { label.text = name } }, onDisposed: done)
            }
            main.sync {}
        },
        FaultProgram("a label that a function sets on the main queue", near: ["view-off-main"]) {
            let (label, main) = (Label(), DispatchQueue(label: "stands for main"))
            func show(_ text: String) { main.async { label.text = text } }
            offMain { names, done in names.subscribe(onNext: { show($0) }, onDisposed: done) }
            main.sync {}
        },
        FaultProgram("a label that is only read off the main thread", near: ["view-off-main"]) {
            let (label, screen) = (Label(), Screen())
            offMain { names, done in
                names.subscribe(onNext: { if label.text == $0 { screen.show($0) } }, onDisposed: done)
            }
        },
        FaultProgram("a label that is compared with off the main thread", near: ["view-off-main"]) {
            let (label, screen) = (Label(), Screen())
            offMain { names, done in
                names.filter { label.text != $0 }.subscribe(onNext: { screen.show($0) }, onDisposed: done)
            }
        },
        FaultProgram("a field of a model that is no view", near: ["view-off-main"]) {
            let model = Label()
            offMain { names, done in names.subscribe(onNext: { model.text = $0 }, onDisposed: done) }
        },
        FaultProgram("a field of a model that has view in its name", near: ["view-off-main"]) {
            let viewModel = Label()
            offMain { names, done in names.subscribe(onNext: { viewModel.text = $0 }, onDisposed: done) }
        },
        FaultProgram("a text that is an overview", near: ["view-off-main"]) {
            let overview = Label()
            offMain { names, done in names.subscribe(onNext: { overview.text = $0 }, onDisposed: done) }
        },
        FaultProgram("a view's own property that no view of the system has", near: ["view-off-main"]) {
            let label = Label()
            offMain { names, done in names.subscribe(onNext: { label.length = $0.count }, onDisposed: done) }
        },
        FaultProgram("a text of a label's cache", near: ["view-off-main"]) {
            let labelCache = Label()
            offMain { names, done in names.subscribe(onNext: { labelCache.text = $0 }, onDisposed: done) }
        },
        FaultProgram("a greeting that a share keeps for ever") {
            let (screen, name) = (Screen(), BehaviorRelay(value: "guest"))
            let greeting = name.take(1).map { "Hello \($0)" }
                .share(replay: 1, scope: .forever)  // FAULT: outdated-replay
            for next in ["Ada", "Grace"] {
                greeting.subscribe(onNext: { screen.show($0) }).dispose()
                name.accept(next)
            }
        },
        FaultProgram("a greeting that another line is told later") {
            let (screen, name) = (Screen(), BehaviorRelay(value: "guest"))
            let greeting = name.take(1).share(replay: 1, scope: .forever)  // FAULT: note outdated-replay
            greeting.subscribe(onNext: { screen.show($0) }).dispose()
            name.accept("Ada")
            greeting.subscribe(onNext: { screen.show($0) }).dispose()
        },
        FaultProgram("a greeting whose name stays", near: ["outdated-replay"]) {
            let (screen, name) = (Screen(), BehaviorRelay(value: "guest"))
            let greeting = name.take(1).share(replay: 1, scope: .forever)
            for _ in 1...2 { greeting.subscribe(onNext: { screen.show($0) }).dispose() }
        },
        FaultProgram("a share that follows its subject", near: ["outdated-replay"]) {
            let (screen, name) = (Screen(), BehaviorRelay(value: "guest"))
            let greeting = name.share(replay: 1, scope: .forever)
            for next in ["Ada", "Grace"] {
                greeting.subscribe(onNext: { screen.show($0) }).dispose()
                name.accept(next)
            }
        },
        FaultProgram("a request that is kept for ever", near: ["outdated-replay"]) {
            let (screen, name) = (Screen(), BehaviorRelay(value: "guest"))
            let answer = Observable.just(1).share(replay: 1, scope: .forever)
            for next in ["Ada", "Grace"] {
                answer.subscribe(onNext: { screen.show($0) }).dispose()
                name.accept(next)
            }
        },
        FaultProgram("a greeting that two lines are told before the name changes", near: ["outdated-replay"]) {
            let (screen, name, bag) = (Screen(), BehaviorRelay(value: "guest"), DisposeBag())
            let greeting = name.take(1).share(replay: 1, scope: .forever)
            for _ in 1...2 { greeting.subscribe(onNext: { screen.show($0) }).disposed(by: bag) }
            name.accept("Ada")
        },
        FaultProgram("a greeting that is asked for once the name is known", near: ["outdated-replay"]) {
            let (screen, name) = (Screen(), BehaviorRelay(value: "guest"))
            let greeting = name.take(1).share(replay: 1, scope: .forever)
            name.accept("Ada")
            for _ in 1...2 { greeting.subscribe(onNext: { screen.show($0) }).dispose() }
        },
        FaultProgram("a share whose subject has ended", near: ["outdated-replay"]) {
            let (screen, name, bag) = (Screen(), PublishSubject<String>(), DisposeBag())
            let greeting = name.share(replay: 1, scope: .forever)
            greeting.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            name.onNext("Ada")
            name.onCompleted()
            greeting.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a connection that follows its subject", near: ["outdated-replay"]) {
            let (screen, name, bag) = (Screen(), BehaviorRelay(value: "guest"), DisposeBag())
            let greeting = name.replay(1)
            greeting.connect().disposed(by: bag)
            for next in ["Ada", "Grace"] {
                greeting.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
                name.accept(next)
            }
        },
        FaultProgram("a subject that has ended and replays", near: ["outdated-replay"]) {
            let (screen, names) = (Screen(), ReplaySubject<String>.create(bufferSize: 1))
            names.onNext("Ada")
            names.onCompleted()
            for _ in 1...2 { names.subscribe(onNext: { screen.show($0) }).dispose() }
        },
        FaultProgram("a share of what is made when it is asked for", near: ["outdated-replay"]) {
            let (screen, name) = (Screen(), BehaviorRelay(value: "guest"))
            let letter = Observable.deferred { Observable.just("Dear \(name.value)") }.share(replay: 1, scope: .forever)
            letter.subscribe(onNext: { screen.show($0) }).dispose()
            letter.subscribe(onNext: { screen.show($0) }).dispose()
        },
        FaultProgram("a take(1) per screen, without a share", near: ["outdated-replay"]) {
            let (screen, name) = (Screen(), BehaviorRelay(value: "guest"))
            let greeting = name.take(1)
            for next in ["Ada", "Grace"] {
                greeting.subscribe(onNext: { screen.show($0) }).dispose()
                name.accept(next)
            }
        },
    ]
}
