import Foundation
import RxInstrumented
import RxTraceKit
import RxTraceTestSupport
import Synchronization
import Testing

/// Recordings that leave whole subscriptions out. Each has a process of its own: other tests' calls would count.
@Suite(.timeLimit(.generous)) struct SelectionTests {
    @Test(.exits, .needsQueueHops, arguments: [2, 3, 7])
    func aSubscriptionIsThereWholeOrNotAtAll(sample: Int) async {
        await #expect(processExitsWith: .success) { [sample = sample as Int] in
            for seeds in stride(from: UInt64(0), to: UInt64(TestLength.times(30, long: 600)), by: 30) {
                let pipelines = (seeds..<seeds + 30).map { RandomPipeline(seed: $0) }
                let whole = Trace.record("whole") { for pipeline in pipelines { _ = pipeline.run() } }
                let sampled = Trace.record("sampled", options: RecordingOptions(sample: sample)) {
                    for pipeline in pipelines { _ = pipeline.run() }
                }
                let wanted = Families(whole).rows.enumerated().filter { $0.offset % sample == 0 }.map(\.element)
                let found = Families(sampled).rows
                #expect(found.count == wanted.count)
                for (index, pair) in zip(found, wanted).enumerated() where pair.0 != pair.1 {
                    Issue.record("seeds from \(seeds), subscription \(index): \(pair.0) instead of \(pair.1)")
                }
                #expect(counted(sampled) + sampled.dropped == counted(whole), "seeds from \(seeds)")
                #expect(sampled.drops.sample == sampled.dropped)
                // A value that is left out cannot be seen otherwise either.
                #expect(sampled.nodes.allSatisfy { $0.type != "-" })
            }
        }
    }

    @Test(.exits) func threadsThatShareASubjectKeepThemApart() async {
        await #expect(processExitsWith: .success) { try SelectionPrograms.threadsThatShareASubject() }
    }

    @Test(.exits) func workThatIsScheduledBelongsToWhoAskedForIt() async {
        await #expect(processExitsWith: .success) { SelectionPrograms.scheduledWork() }
    }

    @Test(.exits) func aHandlersSubscriptionGoesWithIt() async {
        await #expect(processExitsWith: .success) { SelectionPrograms.nested() }
    }

    @Test(.exits, .needsQueueHops, arguments: HandingOn.followed)
    func aSubscriptionInWorkThatAHandlerHandsOnGoesWithIt(by way: HandingOn) async {
        await #expect(processExitsWith: .success) { [way = way as HandingOn] in
            await SelectionPrograms.handedOn(by: way)
        }
    }

    @Test(.exits, arguments: HandingOn.allCases)
    func aSubscriptionInWorkThatTheProgramHandsOnIsDecidedOn(by way: HandingOn) async {
        await #expect(processExitsWith: .success) { [way = way as HandingOn] in
            await SelectionPrograms.handedOnByTheProgram(by: way)
        }
    }

    @Test(.exits) func typesAndNamesSelect() async {
        await #expect(processExitsWith: .success) { SelectionPrograms.typesAndNames() }
    }

    @Test(.exits) func theNextRecordingHasAllAgain() async {
        await #expect(processExitsWith: .success) { SelectionPrograms.theNextRecording() }
    }
}

/// A way on which a program hands on work.
enum HandingOn: String, CaseIterable, Codable, Sendable {
    case queue, operation, thread, task, dispatchScheduler, operationScheduler, virtualScheduler

    /// Those whose hops are known.
    static var followed: [HandingOn] { allCases.filter { $0 != .thread || !Sanitizer.hidesThreads } }

    /// Runs `body` that way, and returns when it has run.
    func run(_ body: @escaping @Sendable () -> Void) {
        let isOver = DispatchSemaphore(value: 0)
        let work = { @Sendable in
            body()
            isOver.signal()
        }
        switch self {
        case .queue: DispatchQueue(label: "handed on").async(execute: work)
        case .operation: OperationQueue().addOperation(work)
        case .thread: Thread(block: work).start()
        case .task: Task.detached(operation: work)
        case .dispatchScheduler:
            _ = SerialDispatchQueueScheduler(internalSerialQueueName: "handed on").schedule(()) { _ in
                work()
                return Disposables.create()
            }
        case .operationScheduler:
            _ = OperationQueueScheduler(operationQueue: OperationQueue()).schedule(()) { _ in
                work()
                return Disposables.create()
            }
        case .virtualScheduler:
            let scheduler = HistoricalScheduler()
            _ = scheduler.schedule(()) { _ in
                work()
                return Disposables.create()
            }
            scheduler.start()
        }
        isOver.wait()
    }
}

/// How many calls a trace has, of those that are counted when they are left out: all but the work of the program's own
/// hops.
private func counted(_ trace: Trace) -> Int {
    trace.calls.count { $0.operation != .invoke || $0.node != nil }
}

/// The calls of each subscription that the program's code made, with those of the subscriptions in it, and of those made
/// in work that it handed on.
private struct Families {
    private(set) var rows: [[String]] = []

    init(_ trace: Trace) {
        let types = Dictionary(uniqueKeysWithValues: trace.nodes.map { ($0.id, $0.type) })
        var roots: [Int: Int] = [:]
        var subscribes: [Int: Trace.Call] = [:]
        for call in trace.calls where call.operation == .subscribe {
            if let id = call.subscription, subscribes[id] == nil { subscribes[id] = call }
        }
        for subscription in trace.subscriptions {
            // The calls around the subscribe, and those that asked for the work that it is in.
            var around = subscribes[subscription.id]
            while let call = around, call.subscription == nil || call.subscription == subscription.id {
                around = (call.parent ?? call.cause).map { trace.calls[$0 - 1] }
            }
            if let root = (subscription.parent ?? around?.subscription).flatMap({ roots[$0] }) {
                roots[subscription.id] = root
            } else {
                roots[subscription.id] = rows.count
                rows.append([])
            }
        }
        for call in trace.calls {
            guard let root = call.subscription.flatMap({ roots[$0] }) else { continue }
            let type = call.type ?? call.node.flatMap { types[$0] } ?? "-"
            let event = call.event.map { "\($0.kind.name)(\($0.value ?? ""))" } ?? ""
            rows[root].append("\(call.operation.name) \(type) \(call.label ?? "") \(event)")
        }
    }
}

private enum SelectionPrograms {
    static func threadsThatShareASubject() throws {
        for round in 0..<20 {
            let subject = PublishSubject<Int>()
            let trace = Trace.record("shared", options: RecordingOptions(sample: 2)) {
                let subscriptions = (0..<10).map { _ in subject.map { $0 + 1 }.filter { $0 >= 0 }.subscribe() }
                onThreads(4) { thread in
                    for number in 0..<50 { subject.onNext(thread * 50 + number) }
                }
                for subscription in subscriptions { subscription.dispose() }
            }
            let families = Families(trace).rows
            #expect(families.count == 5)
            for rows in families {
                // Each has every event, and its handler ran for each.
                #expect(rows.count { $0.hasPrefix("on MapSink") } == 200, "round \(round)")
                #expect(rows.count { $0.hasPrefix("onCore AnonymousObserver") } == 200, "round \(round)")
                #expect(rows.contains { $0.hasPrefix("dispose MapSink") })
            }
            #expect(trace.calls.count { $0.operation == .onCore } == 5 * 200)
            #expect(trace.drops.sample > 0)
        }
    }

    static func scheduledWork() {
        let scheduler = TestScheduler()
        let trace = Trace.record("scheduled", options: RecordingOptions(sample: 2)) {
            for _ in 0..<4 { _ = Observable<Int>.interval(.seconds(1), scheduler: scheduler).take(3).subscribe() }
            scheduler.advanceTo(10)
        }
        #expect(trace.subscriptions.count == 2)
        #expect(trace.subscriptions.allSatisfy { $0.ended == "completed" })
        #expect(trace.calls.count { $0.operation == .onCore && $0.event?.kind == .next } == 6)
        // Work of those left out does not appear without its cause.
        #expect(trace.calls.allSatisfy { $0.operation != .invoke || $0.cause != nil })
    }

    static func nested() {
        let inner = PublishSubject<Int>()
        let trace = Trace.record("nested", options: RecordingOptions(sample: 2)) {
            for number in 0..<4 {
                _ = Observable.just(number).subscribe(onNext: { _ in _ = inner.subscribe() })
            }
            inner.onNext(7)
        }
        #expect(trace.subscriptions.count == 4)
        #expect(trace.calls.count { $0.operation == .onCore && $0.event?.value == "7" } == 2)
    }

    static func handedOn(by way: HandingOn) async {
        let inner = PublishSubject<Int>()
        let trace = Trace.record("handed on", options: RecordingOptions(sample: 2)) {
            for number in 0..<6 {
                _ = Observable.just(number).subscribe(onNext: { _ in way.run { _ = inner.subscribe() } })
            }
            inner.onNext(7)
        }
        // Three stories of two subscriptions each, the one that was sent to from outside too.
        #expect(trace.subscriptions.count == 6)
        #expect(trace.subscriptions.count { $0.ended == "completed" } == 3)
        #expect(trace.calls.count { $0.operation == .onCore && $0.event?.value == "7" } == 3)
        #expect(trace.calls.allSatisfy { $0.operation != .invoke || $0.cause != nil })
    }

    static func handedOnByTheProgram(by way: HandingOn) async {
        let source = PublishSubject<Int>()
        let trace = Trace.record("handed on", options: RecordingOptions(sample: 3)) {
            for _ in 0..<9 { way.run { _ = source.map { $0 }.subscribe() } }
            source.onNext(7)
        }
        #expect(trace.subscriptions.count == 3)
        #expect(trace.calls.count { $0.operation == .onCore } == 3)
    }

    static func typesAndNames() {
        func record(_ options: RecordingOptions) -> (types: [String], drops: Trace.Drops) {
            let trace = Trace.record("names", options: options) {
                _ = Observable.just(1).map { $0 }.subscribe()
                _ = Observable.just(2).traced("search results").subscribe()
                _ = Observable.of(1, 2).filter { _ in true }.subscribe()
            }
            let types = Dictionary(uniqueKeysWithValues: trace.nodes.map { ($0.id, $0.type) })
            return (trace.subscriptions.map { types[$0.node] ?? "-" }, trace.drops)
        }
        #expect(record(RecordingOptions(recordOnly: ["search*"])).types == ["Just"])
        #expect(record(RecordingOptions(recordOnly: ["map", "Filter"])).types == ["Map", "Filter"])
        #expect(record(RecordingOptions(recordExcept: ["Map"])).types == ["Just", "Filter"])
        #expect(record(RecordingOptions(recordOnly: ["*"], recordExcept: ["search*", "F?lter"])).types == ["Map"])
        let none = record(RecordingOptions(recordOnly: ["nothing"]))
        #expect(none.types.isEmpty)
        #expect(none.drops.filter > 0 && none.drops.total == none.drops.filter)
    }

    static func theNextRecording() {
        let subject = PublishSubject<Int>()
        var disposables: [any Disposable] = []
        let first = Trace.record("first", options: RecordingOptions(sample: 2)) {
            for _ in 0..<2 { disposables.append(subject.map { $0 }.subscribe()) }
            subject.onNext(1)
        }
        let second = Trace.record("second") {
            subject.onNext(2)
            for disposable in disposables { disposable.dispose() }
        }
        #expect(first.calls.count { $0.operation == .onCore } == 1)
        #expect(second.calls.count { $0.operation == .onCore } == 2)
        #expect(second.dropped == 0)
        // The numbers of objects that were left out are their own again.
        #expect(Set(second.nodes.map(\.id)).count == second.nodes.count)
        #expect(second.calls.count { $0.operation == .dispose && $0.parent == nil } == 2)
    }
}
