import Foundation
import RxSwift

/// Programs whose work is done by threads of a pool, and whose result is the same whichever of them does what: requests,
/// operations, tasks and timers, as an app has them.
enum PooledProgram: String, CaseIterable {
    case merge, zip, combineLatest, flatMap, subject, operations, tasks, timers, later, items, threads, handlers

    enum Change: CaseIterable {
        /// `compactMap` instead of `map`.
        case replaced
        /// A `do` after it.
        case inserted
    }

    /// Runs the program until all its work is done.
    func run(_ change: Change? = nil) {
        let run = PooledRun(change)
        switch self {
        case .merge: run.subscribe(to: Observable.merge((1...5).map { run.request($0) }))
        case .zip:
            run.subscribe(to: Observable.zip(run.request(1), run.request(2), run.request(3)) { $0 + $1 + $2 })
        case .combineLatest:
            // Of several elements per source, which are combined would be chance.
            let sources = (1...3).map { run.request($0, count: 1) }
            run.subscribe(to: Observable.combineLatest(sources) { $0.reduce(0, +) })
        case .flatMap: run.subscribe(to: Observable.range(start: 1, count: 6).flatMap { run.request($0) })
        case .subject: run.sends { work in DispatchQueue.global().async(execute: work) }
        case .operations:
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 4
            run.sends { work in queue.addOperation(work) }
            run.subscribe(
                to: Observable.range(start: 1, count: 8)
                    .observe(on: OperationQueueScheduler(operationQueue: queue)))
            run.wait()
            queue.waitUntilAllOperationsAreFinished()
        case .tasks:
            run.sends { work in Task { work() } }
            run.sends { work in
                Task.detached {
                    await Task.yield()
                    work()
                }
            }
            run.sends { work in
                Task {
                    async let sent: Void = work()
                    await withTaskGroup(of: Void.self) { group in group.addTask { await Task.yield() } }
                    await sent
                }
            }
        case .timers: run.timers()
        case .later:
            run.sends { work in DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(300), execute: work)
            }
        case .items:
            run.sends { work in
                let first = DispatchWorkItem(qos: .utility, block: {})
                first.notify(queue: .global(), execute: work)
                DispatchQueue.global().async(execute: first)
            }
            run.sends { work in DispatchQueue.global().async(execute: DispatchWorkItem(flags: .barrier, block: work)) }
        case .threads: run.sends { work in Thread.detachNewThread(work) }
        case .handlers: run.handlers()
        }
        run.wait()
    }
}

/// One run of such a program.
private final class PooledRun: Sendable {
    private let change: PooledProgram.Change?
    private let group = DispatchGroup()
    private let lock = NSRecursiveLock()

    init(_ change: PooledProgram.Change?) {
        self.change = change
    }

    func wait() { group.wait() }

    private func changed(_ source: Observable<Int>) -> Observable<Int> {
        switch change {
        case nil: source.map { $0 * 2 }
        case .replaced: source.compactMap { $0 * 2 }
        case .inserted: source.map { $0 * 2 }.do(onNext: { _ in })
        }
    }

    func subscribe(to source: Observable<Int>) {
        group.enter()
        _ = changed(source).filter { $0 > 3 }.subscribe(onNext: { _ in }, onDisposed: { [group] in group.leave() })
    }

    /// A request that a global queue answers.
    func request(_ number: Int, count: Int = 2) -> Observable<Int> {
        Observable.create { [group] observer in
            group.enter()
            DispatchQueue.global().async {
                for element in 0..<count { observer.onNext(number * 10 + element) }
                observer.onCompleted()
                group.leave()
            }
            return Disposables.create()
        }
    }

    /// A subject that eight pieces of work send to, one at a time.
    func sends(_ start: (@escaping @Sendable () -> Void) -> Void) {
        let subject = PublishSubject<Int>()
        _ = changed(subject).filter { $0 > 3 }.subscribe(onNext: { _ in })
        for number in 0..<8 {
            group.enter()
            start { [group, lock] in
                lock.withLock {
                    subject.onNext(number)
                    subject.onNext(number + 100)
                }
                group.leave()
            }
        }
    }

    /// Handlers of a serial queue's work that hand on work of their own, which sends.
    func handlers() {
        let queue = DispatchQueue(label: "handlers")
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        _ = changed(second).filter { $0 > 3 }.subscribe(onNext: { _ in })
        _ = first.observe(on: SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "handlers"))
            .subscribe(onNext: { [group, lock] number in
                DispatchQueue.global().async(group: group) { lock.withLock { second.onNext(number) } }
                group.leave()
            })
        for number in 0..<8 {
            group.enter()
            first.onNext(number)
        }
        wait()
        queue.sync {}
    }

    func timers() {
        let queues = (0..<4).map { DispatchQueue(label: "timer \($0)") }
        let ticks = queues.map { queue in
            let name = "rx.\(queue.label)"
            let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: name)
            return changed(Observable<Int>.interval(.microseconds(300), scheduler: scheduler)).take(3)
        }
        let pool = DispatchQueue(label: "pool", attributes: .concurrent)
        let once = (0..<3).map { _ in
            Observable<Int>.timer(.microseconds(200), scheduler: ConcurrentDispatchQueueScheduler(queue: pool))
        }
        subscribe(to: Observable.merge(ticks))
        subscribe(to: Observable.merge(once))
        wait()
        // The work that disposes of the timers may follow their last events.
        for _ in 0..<3 {
            for queue in queues { queue.sync {} }
            pool.sync(flags: .barrier) {}
        }
    }
}
