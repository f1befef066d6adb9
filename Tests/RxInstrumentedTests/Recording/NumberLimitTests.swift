import CRxTraceBuffer
import Foundation
import RxTraceKit
import RxTraceTestSupport
import Testing

@testable import RxInstrumented

/// Numbers that come to their end are not given again: nothing is told of another object, call or recording. Each has a
/// process of its own.
@Suite struct NumberLimitTests {
    @Test(.exits) func objectsWithoutANumberAreLeftOutAndCounted() async {
        await #expect(processExitsWith: .success) { NumberPrograms.objectsWithoutANumber(RecordingOptions()) }
    }

    @Test(.exits) func theSameWhereSubscriptionsAreLeftOut() async {
        await #expect(processExitsWith: .success) {
            NumberPrograms.objectsWithoutANumber(RecordingOptions(recordExcept: ["Timer"]))
        }
    }

    @Test func ticketsAreOfTheFormsSize() {
        #expect(RecordingLayout.ticketRangeBits == UInt64(TRACE_TICKET_RANGE_BITS))
    }

    @Test(.exits) func aCallIsEndedInItsOwnRecording() async {
        await #expect(processExitsWith: .success) { NumberPrograms.aCallIsEndedInItsOwnRecording() }
    }

    @Test(.exits) func workIsCausedInItsOwnRecording() async {
        await #expect(processExitsWith: .success) { NumberPrograms.workIsCausedInItsOwnRecording() }
    }

    @Test(.exits) func anElementComesFromItsOwnRecording() async {
        await #expect(processExitsWith: .success) { NumberPrograms.anElementComesFromItsOwnRecording() }
    }

    @Test(.exits) func theLastRecordingIsTheLast() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            NumberPrograms.theLastRecordingIsTheLast()
        }
        let words = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(words.contains("nothing more is recorded: this process has begun more than 1,073,741,822 recordings"))
    }

    @Test(.exits) func aCallEndsNoSoonerThanItBegan() async {
        await #expect(processExitsWith: .success) { NumberPrograms.aCallEndsNoSoonerThanItBegan() }
    }
}

private enum NumberPrograms {
    static func objectsWithoutANumber(_ options: RecordingOptions) {
        let left = 200
        let first = PublishSubject<Int>()
        _ = first.number()
        rxtrace_skip_numbers(TRACE_LAST_NUMBER - UInt32(left))
        let trace = Trace.record("numbers", options: options) {
            // Made while there are numbers.
            let early = first.map { $0 + 1 }.subscribe(onNext: { _ in })
            for round in 0..<left {
                // These have none.
                _ = Observable.of(round).filter { $0 >= 0 }.traced("late").subscribe(onNext: { _ in })
            }
            let late = first.scan(0) { $0 + $1 }.subscribe(onNext: { _ in })
            first.onNext(41)
            early.dispose()
            late.dispose()
        }
        let types = Dictionary(uniqueKeysWithValues: trace.nodes.map { ($0.id, $0.type) })
        #expect(trace.drops.numbers > 100, "\(trace.drops)")
        #expect(trace.drops.numbers == trace.drops.total, "\(trace.drops)")
        #expect(trace.nodes.count <= left + 1)
        #expect(!types.values.contains("-"))
        // The objects that have numbers are told of whole.
        let events = trace.calls.filter { $0.event?.value == "42" }
        #expect(events.compactMap(\.operation).contains(.on))
        #expect(Set(events.compactMap { $0.node.flatMap { types[$0] } }) == ["MapSink", "AnonymousObserver"])
        #expect(trace.calls.count { $0.node.flatMap { types[$0] } == "PublishSubject" && $0.event?.value == "41" } == 1)
        // Nothing is told of another: what a `scan` did is nobody's, as it has no number.
        #expect(!types.values.contains { $0.hasPrefix("Scan") })
        #expect(trace.calls.allSatisfy { $0.operation != .forwardOn || $0.node != nil })
        #expect(trace.subscriptions.allSatisfy { types[$0.node] != nil })
    }

    static func aCallIsEndedInItsOwnRecording() {
        func begin() { #expect(rxtrace_start(16, false, nil) != 0) }
        begin()
        let early = rxtrace_open(Trace.Operation.on.rawValue, 1, 0, 0)
        #expect(early != 0)
        for _ in 0..<1 << 16 {
            rxtrace_stop()
            begin()
            // Where the early one had its record.
            let late = rxtrace_open(Trace.Operation.on.rawValue, 2, 0, 0)
            rxtrace_close(early)
            let thread = rxtrace_current
            guard thread?.pointee.depth == 1, let record = rxtrace_record_at_hand(thread, late),
                record.pointee.duration == TRACE_OPEN
            else {
                Issue.record("the call of an earlier recording ended this one's")
                return
            }
            rxtrace_close(late)
        }
        rxtrace_stop()
    }

    /// Runs `body` once, and then in each of many later recordings, in which it is the first to do what it does.
    private static func recordings(_ body: () -> Void) -> [Trace] {
        (0..<300).map { _ in Trace.record("later", options: RecordingOptions(scope: .caused), body) }
    }

    static func workIsCausedInItsOwnRecording() {
        // Each recording asks for work that runs in later ones.
        let early = HistoricalScheduler()
        var left: [Disposable] = []
        let traces = recordings {
            // Work of all recordings before.
            early.advanceTo(early.now.addingTimeInterval(1))
            let others = HistoricalScheduler()
            left.append(others.scheduleRelative((), dueTime: .seconds(1)) { Disposables.create() })
            for _ in 0..<300 {
                left.append(early.scheduleRelative((), dueTime: .seconds(left.count)) { Disposables.create() })
            }
            early.advanceTo(early.now.addingTimeInterval(1))
        }
        var strangers = 0
        for trace in traces {
            let nodes = Dictionary(uniqueKeysWithValues: trace.calls.map { ($0.id, $0) })
            for call in trace.calls where call.operation == .invoke {
                guard let cause = call.cause.flatMap({ nodes[$0] }) else {
                    strangers += 1
                    continue
                }
                #expect(cause.operation == .schedule && cause.start ?? 0 <= call.start ?? 0)
                // That of the other scheduler never runs.
                #expect(cause.node.map { node in trace.nodes.first { $0.id == node }?.type } == "HistoricalScheduler")
            }
        }
        #expect(strangers > 0)
    }

    static func anElementComesFromItsOwnRecording() {
        let subject = BehaviorSubject(value: 0)
        _ = Trace.record("first") { subject.onNext(1) }
        for trace in recordings({
            let other = BehaviorSubject(value: 5)
            other.onNext(6)
            // The element that an earlier recording saw come.
            _ = subject.subscribe(onNext: { _ in })
        }) {
            let handed = trace.calls.filter { $0.operation == .on && $0.event?.value == "1" }
            #expect(!handed.isEmpty && handed.allSatisfy { $0.origin == nil })
        }
    }

    static func theLastRecordingIsTheLast() {
        let subject = PublishSubject<Int>()
        rxtrace_skip_generations(1 << 30 - 2)
        #expect(!Trace.record("last") { subject.onNext(1) }.calls.isEmpty)
        for _ in 0..<3 { #expect(Trace.record("one more") { subject.onNext(1) }.calls.isEmpty) }
        #expect(!rxtrace_is_on())
    }

    static func aCallEndsNoSoonerThanItBegan() {
        let recording = Recording.begin(RecordingOptions())
        let ticks = rxtrace_ticks()
        let call = rxtrace_open_at(rxtrace_room(), ticks + 1 << 40, Trace.Operation.on.rawValue, 0, 0, 0)
        rxtrace_close(call)
        let trace = recording.end(scenario: "clocks")
        #expect(trace.calls.map(\.duration) == [0])
    }
}
