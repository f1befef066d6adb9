import CRxTraceTestProcess
import Foundation
import RxInstrumented
import RxTraceKit
import RxTraceTestSupport
import Testing

/// Work that a program hands on by itself hangs below the place where it did.
@Suite(.timeLimit(.generous)) struct HopTests {
    private static let alone = RecordingOptions(scope: .caused)

    /// How a program may hand on work; `line` is that of the closure's call.
    enum Way: String, CaseIterable {
        case async, barrier, quality, after, group, notify, item, itemNotify, source, operation, thread, newThread
        case task, detached, taskGroup, asyncLet

        var label: String {
            switch self {
            case .async, .barrier, .quality, .group, .item: "DispatchQueue.async"
            case .after: "DispatchQueue.asyncAfter"
            case .notify: "DispatchGroup.notify"
            case .itemNotify: "DispatchWorkItem.notify"
            case .source: "DispatchSource"
            case .operation: "OperationQueue"
            case .thread, .newThread: "Thread"
            case .task, .detached, .taskGroup: "Task"
            case .asyncLet: "async let"
            }
        }

        /// Those that are followed: not all under a sanitizer.
        static var followed: [Way] {
            allCases.filter { way in
                switch way {
                case .itemNotify, .operation, .task, .detached, .taskGroup, .asyncLet: true
                case .thread, .newThread: !Sanitizer.hidesThreads
                default: !Sanitizer.hidesQueues
                }
            }
        }

        /// Whether a task hands on the work, which is begun for it.
        var isInTask: Bool { self == .taskGroup || self == .asyncLet }

        /// Hands on `work` and waits until it has run.
        func run(_ work: @escaping @Sendable () -> Void) {
            let queue = DispatchQueue(label: "hops", attributes: .concurrent)
            let gate = Gate()
            let all: @Sendable () -> Void = {
                work()
                gate.open()
            }
            switch self {
            case .async: queue.async { all() }
            case .barrier: queue.async(flags: .barrier) { all() }
            case .quality: queue.async(qos: .utility) { all() }
            case .after: queue.asyncAfter(deadline: .now()) { all() }
            case .group: queue.async(group: DispatchGroup()) { all() }
            case .notify: DispatchGroup().notify(queue: queue) { all() }
            case .item: queue.async(execute: DispatchWorkItem(qos: .utility) { all() })
            case .itemNotify:
                let item = DispatchWorkItem {}
                item.notify(queue: queue) { all() }
                item.perform()
            case .source:
                let source = DispatchSource.makeUserDataAddSource(queue: queue)
                source.setEventHandler { all() }
                source.resume()
                source.add(data: 1)
                return withExtendedLifetime(source) { gate.wait() }
            case .operation:
                let queue = OperationQueue()
                queue.addOperation { all() }
                return withExtendedLifetime(queue) { gate.wait() }
            case .thread: Thread { all() }.start()
            case .newThread: Thread.detachNewThread { all() }
            case .task: Task(executorPreference: QueueOfTasks()) { all() }
            case .detached: Task.detached(executorPreference: QueueOfTasks()) { all() }
            case .taskGroup:
                Task(executorPreference: QueueOfTasks()) {
                    await withTaskGroup(of: Void.self) { group in group.addTask { all() } }
                }
            case .asyncLet:
                Task(executorPreference: QueueOfTasks()) {
                    async let done: Void = all()
                    await done
                }
            }
            gate.wait()
        }
    }

    /// The hop above the one of the calls that hands over `value`.
    private static func hop(above value: Int, in sends: [Trace.Call]? = nil, of trace: Trace) throws -> Trace.Call {
        let sends = sends ?? trace.calls.filter { $0.operation == .on }
        let sent = try #require(sends.first { $0.event?.value == "\(value)" })
        let work = try #require(trace.calls.first { $0.id == sent.parent }, "the send is in no work")
        #expect(work.operation == .invoke && work.node == nil && work.parent == nil)
        #expect(work.thread == sent.thread)
        return try #require(trace.calls.first { $0.id == work.cause }, "nobody asked for the work")
    }

    @Test(arguments: Way.followed)
    func aSendHangsBelowTheHop(way: Way) throws {
        let trace = Trace.record("hop", options: Self.alone) {
            let subject = PublishSubject<Int>()
            way.run { subject.onNext(1) }
        }
        let hop = try Self.hop(above: 1, of: trace)
        #expect(hop.operation == .hop && hop.label == way.label)
        #expect(hop.site?.file.hasSuffix("HopTests.swift") == true, "\(String(describing: hop.site))")
        let outer = trace.calls.first { $0.id == hop.parent }.flatMap { work in
            trace.calls.first { $0.id == work.cause }
        }
        #expect(outer?.label == (way.isInTask ? "Task" : nil))
        let work = trace.calls.first { $0.operation == .invoke && $0.cause == hop.id }
        #expect(work?.label == (["Task", "async let", "DispatchSource"].contains(way.label) ? "turn" : nil))
        #expect(trace.calls.filter { $0.operation == .hop }.count == (way.isInTask ? 2 : 1))
    }

    @Test(.needsQueueHops) func aHopInAHandlerHangsBelowIt() throws {
        var line = 0
        let trace = Trace.record("handler", options: Self.alone) {
            let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
            let gate = Gate()
            let subscription = first.subscribe(onNext: { value in
                line = #line + 1
                DispatchQueue.global().async {
                    second.onNext(value)
                    gate.open()
                }
            })
            first.onNext(1)
            gate.wait()
            subscription.dispose()
        }
        let second = try #require(trace.nodes.filter { $0.role == .subject }.last?.id)
        let hop = try Self.hop(above: 1, in: Self.sends(to: second, in: trace), of: trace)
        let handler = try #require(trace.calls.first { $0.id == hop.parent })
        #expect(handler.operation == .handler && handler.label == "onNext")
        #expect(hop.site?.line == line)
    }

    @Test(.needsQueueHops) func hopsInHopsMakeAChain() throws {
        let trace = Trace.record("chain", options: Self.alone) {
            let subject = PublishSubject<Int>()
            Way.async.run {
                Way.operation.run { Way.task.run { subject.onNext(1) } }
            }
        }
        var labels: [String] = []
        var next: Trace.Call? = trace.calls.first { $0.operation == .on }
        while let call = next {
            if call.operation == .hop { labels.append(call.label ?? "-") }
            let above = call.cause ?? call.parent
            next = trace.calls.first { $0.id == above }
        }
        #expect(labels == ["Task", "OperationQueue", "DispatchQueue.async"])
    }

    /// Who makes a task may lose its processor for milliseconds, or wait for the task itself, while the task runs already. The
    /// task waits for its maker, but not for ever.
    @Test(.needsQueueHops, arguments: [QueueOfTasks.Held.forMilliseconds(20), .untilTheTaskHasRun])
    fileprivate func aTaskThatRunsBeforeItsMakerGoesOn(maker: QueueOfTasks.Held) throws {
        var received: [Int] = []
        let trace = Trace.record("early", options: Self.alone) {
            let (subject, gate) = (PublishSubject<Int>(), Gate())
            let subscription = subject.subscribe(onNext: { received.append($0) })
            Task(executorPreference: QueueOfTasks(maker: maker)) {
                subject.onNext(1)
                subject.onNext(2)
                gate.open()
            }
            gate.wait()
            subscription.dispose()
        }
        #expect(received == [1, 2])
        if case .forMilliseconds = maker { #expect(try Self.hop(above: 1, of: trace).label == "Task") }
    }

    #if os(Linux)
        /// Libraries of the system's that are linked statically lie in the program's own file, without frame pointers.
        @Test(.needsQueueHops) func aHopByAStaticLibraryHasThePlaceOfItsCaller() throws {
            final class Work {
                let run: () -> Void
                init(_ run: @escaping () -> Void) { self.run = run }
            }
            var line = 0
            let trace = Trace.record("static", options: Self.alone) {
                let (subject, gate) = (PublishSubject<Int>(), Gate())
                let work = Work {
                    subject.onNext(1)
                    gate.open()
                }
                let context = Unmanaged.passRetained(work).toOpaque()
                line = #line + 1
                rxtrace_test_hand_on(rxtrace_test_queue(), context) { context in
                    if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
                }
                gate.wait()
            }
            let hop = try Self.hop(above: 1, of: trace)
            #expect(hop.label == "DispatchQueue.async")
            #expect(hop.site?.file.hasSuffix("HopTests.swift") == true && hop.site?.line == line)
        }
    #endif

    /// A program hands on much work that is nothing to a trace.
    @Test func aHopThatLeadsToNothingIsLeftOut() {
        let trace = Trace.record("nothing", options: Self.alone) {
            for way in Way.allCases { way.run {} }
            Way.async.run { Way.thread.run {} }
            let item = DispatchWorkItem { PublishSubject<Int>().onNext(1) }
            item.cancel()
            DispatchQueue.global().async(execute: item)
            item.wait()
            Trace.mark("end")
        }
        #expect(trace.calls.map(\.operation) == [.mark])
        #expect(trace.threads.count == 1)
    }

    /// Operations that wait for room in their queue, or for others, are started by the end of another one.
    @Test(arguments: [false, true]) func eachOperationOfABacklogHangsBelowItsMaker(isMadeInHandler: Bool) throws {
        let trace = Trace.record("backlog", options: Self.alone) {
            let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            queue.isSuspended = true
            var before: Operation?
            let add: (Int) -> Void = { value in
                let operation = BlockOperation { second.onNext(value) }
                operation.queuePriority = value.isMultiple(of: 2) ? .high : .low
                if value == 4, let before { operation.addDependency(before) }
                before = operation
                queue.addOperation(operation)
            }
            let subscription = first.subscribe(onNext: add)
            for value in 0..<6 { isMadeInHandler ? first.onNext(value) : add(value) }
            subscription.dispose()
            queue.addBarrierBlock { second.onNext(6) }
            queue.isSuspended = false
            queue.waitUntilAllOperationsAreFinished()
        }
        let second = try #require(trace.nodes.filter { $0.role == .subject }.last?.id)
        let sends = Self.sends(to: second, in: trace)
        #expect(sends.count == 7)
        for value in 0..<7 {
            let hop = try Self.hop(above: value, in: sends, of: trace)
            #expect(hop.label == "OperationQueue")
            #expect(hop.site?.file.hasSuffix("HopTests.swift") == true, "\(String(describing: hop.site))")
            let handler = trace.calls.first { $0.id == hop.parent }
            let handed = trace.calls.first { $0.id == handler?.parent }
            #expect(handed?.event?.value == (isMadeInHandler && value < 6 ? "\(value)" : nil))
        }
        #expect(trace.calls.filter { $0.operation == .hop }.count == 7)
    }

    private static func sends(to subject: Int, in trace: Trace) -> [Trace.Call] {
        trace.calls.filter { $0.operation == .on && $0.node == subject }
    }

    @Test func iterationsAreNoHops() {
        let trace = Trace.record("iterations", options: RecordingOptions(scope: .caused)) {
            let subject = PublishSubject<Int>()
            DispatchQueue.concurrentPerform(iterations: 4) { subject.onNext($0) }
        }
        #expect(!trace.calls.contains { $0.operation == .hop })
    }

    @Test func aRecordingMayHaveNone() {
        let trace = Trace.record("none", options: RecordingOptions(scope: .caused, hasHops: false)) {
            let subject = PublishSubject<Int>()
            for way in Way.allCases { way.run { subject.onNext(1) } }
        }
        #expect(!trace.calls.contains { $0.operation == .hop || $0.operation == .invoke || $0.operation == .on })
    }

    /// A scheduler's work has a ticket of its own.
    @Test func schedulersWorkIsNoHop() {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let schedulers: [any ImmediateSchedulerType] = [
            SerialDispatchQueueScheduler(qos: .default), ConcurrentDispatchQueueScheduler(qos: .default),
            OperationQueueScheduler(operationQueue: queue),
        ]
        let trace = Trace.record("schedulers", options: Self.alone) {
            for scheduler in schedulers {
                let gate = Gate()
                let subscription = Observable.range(start: 0, count: 20).observe(on: scheduler)
                    .subscribe(onDisposed: { gate.open() })
                gate.wait()
                subscription.dispose()
            }
            let timed = SerialDispatchQueueScheduler(qos: .default)
            let gate = Gate()
            let tick = RxTimeInterval.milliseconds(1)
            let subscription = Observable<Int>.timer(tick, period: tick, scheduler: timed)
                .take(3).delay(tick, scheduler: timed).subscribe(onDisposed: { gate.open() })
            gate.wait()
            subscription.dispose()
        }
        #expect(trace.calls.contains { $0.operation == .invoke })
        #expect(!trace.calls.contains { $0.operation == .hop })
    }

    /// Whichever threads run the work, and in which order.
    @Test(.needsQueueHops) func racingHopsAreTheSameInTheCanonicalForm() {
        func run() -> Trace {
            Trace.record("merge", options: Self.alone) {
                let gate = Gate()
                let sources = (1...5).map { number in
                    Observable<Int>.create { observer in
                        DispatchQueue.global().async {
                            observer.onNext(number)
                            observer.onCompleted()
                        }
                        return Disposables.create()
                    }
                }
                let subscription = Observable.merge(sources).subscribe(onDisposed: { gate.open() })
                gate.wait()
                subscription.dispose()
            }
        }
        let first = run().canonical()
        let roots = Set(first.calls.filter { $0.parent == nil && $0.cause == nil }.map(\.thread))
        #expect(roots == [first.calls[0].thread], "work hangs below nobody")
        for _ in 0..<TestLength.times(3, long: 200) {
            let next = run().canonical()
            let hops = next.calls.filter { $0.operation == .hop }
            #expect(hops.count == 5)
            for hop in hops { #expect(next.calls.contains { $0.isWorkOfHop && $0.cause == hop.id }) }
        }
    }
}

/// Runs tasks on a queue of its own: the tasks' threads may all be held by tests that wait.
private final class QueueOfTasks: TaskExecutor {
    /// How long who makes a task is held after the task was handed on.
    enum Held {
        case not
        case forMilliseconds(UInt32)
        case untilTheTaskHasRun
    }

    private let queue = DispatchQueue(label: "tasks")
    private let maker: Held

    init(maker: Held = .not) {
        self.maker = maker
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let gate = Gate()
        queue.async {
            job.runSynchronously(on: self.asUnownedTaskExecutor())
            gate.open()
        }
        switch maker {
        case .not: break
        case .forMilliseconds(let count): usleep(count * 1_000)
        case .untilTheTaskHasRun: gate.wait()
        }
    }
}
