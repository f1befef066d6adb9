import CRxTraceBuffer
import Foundation
import RxTraceKit
import RxTraceTestSupport
import Testing

@testable import RxInstrumented

/// An element that is kept and handed on later has the call that handed it in for an origin.
@Suite(.timeLimit(.generous)) struct KeptOriginTests {
    /// An operator that keeps what it is handed.
    private final class Keeper: TracedObject {
        var kept: [(value: Int, origin: KeptOrigin)] = []

        init(_: Void) { super.init() }

        override var traceRole: Trace.Role { .sink }

        func take(_ value: Int) {
            recorded(.on, self, Event.next(value)) {
                recordedHandler(.predicate, self) {}
                kept.append((value, .kept()))
            }
        }

        func handOn(_ index: Int) {
            let (value, origin) = kept[index]
            origin.attributeNextCall(to: .passUnretained(self))
            recorded(.forwardOn, self, Event.next(value)) {}
        }
    }

    /// Not what other tests do meanwhile.
    private static let alone = RecordingOptions(scope: .caused)

    private static func forwarded(_ trace: Trace) -> [(value: String?, origin: String?)] {
        trace.calls.filter { $0.operation == .forwardOn }.map { call in
            (call.event?.value, trace.calls.first { $0.id == call.origin }?.event?.value)
        }
    }

    @Test func eachElementLeadsToTheCallThatHandedItIn() {
        let trace = Trace.record("kept", options: Self.alone) {
            let keeper = Keeper(())
            for value in 0..<3 { keeper.take(value) }
            for index in [2, 0, 1] { keeper.handOn(index) }
        }
        #expect(Self.forwarded(trace).map(\.value) == ["2", "0", "1"])
        #expect(Self.forwarded(trace).map(\.origin) == ["2", "0", "1"])
        let origins = trace.calls.compactMap { call in trace.calls.first { $0.id == call.origin } }
        #expect(origins.allSatisfy { $0.operation == .on })
    }

    /// Chunks, blocks and another thread lie between.
    /// In a process of its own: a last part could be all other tests' calls.
    @Test(.exits, arguments: [nil, 4000]) func manyElementsHandedOnByAnotherThread(last: Int?) async {
        await #expect(processExitsWith: .success) { [last = last as Int?] in
            try Self.handOnManyElementsOnAnotherThread(last: last.map { .calls($0) })
        }
    }

    private static func handOnManyElementsOnAnotherThread(last: RecordingOptions.Length?) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "origins-\(UUID().uuidString).rxtrace")
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.path(percentEncoded: false)
        let count = 5_000
        try Trace.record("kept", to: path, options: RecordingOptions(last: last)) {
            let keeper = Keeper(())
            for value in 0..<count { keeper.take(value) }
            let done = DispatchSemaphore(value: 0)
            DispatchQueue.global().async {
                for index in (0..<count).reversed() { keeper.handOn(index) }
                done.signal()
            }
            done.wait()
        }
        let recording = try TraceRecording(contentsOf: path)
        var taken: [Int: String] = [:]
        var told = 0
        var (wrong, missing) = (0, 0)
        try recording.forEachCall { call in
            guard let node = call.node, recording.nodes[id: node]?.type == "Keeper" else { return }
            if call.operation == .on { taken[call.id] = call.event?.value }
            guard call.operation == .forwardOn else { return }
            told += 1
            guard let origin = call.origin else {
                missing += 1
                return
            }
            if taken[origin] == nil || taken[origin] != call.event?.value { wrong += 1 }
        }
        #expect(wrong == 0)
        #expect(told > 0)
        // Of a last part, elements handed in before it are gone.
        if last == nil { #expect(told == count && missing == 0) }
    }

    @Test func aCallAroundIsNoOriginAndNeitherIsThatOfAnotherNode() {
        let trace = Trace.record("kept", options: Self.alone) {
            let (keeper, other) = (Keeper(()), Keeper(()))
            keeper.take(1)
            recorded(.on, keeper, Event.next(2)) {
                let origin = KeptOrigin.kept()
                origin.attributeNextCall(to: .passUnretained(keeper))
                recorded(.forwardOn, keeper, Event.next(2)) {}
            }
            keeper.kept[0].origin.attributeNextCall(to: .passUnretained(keeper))
            recorded(.forwardOn, other, Event.next(3)) {}
            // The calls after it have nothing of it either.
            recorded(.forwardOn, keeper, Event.next(4)) {}
        }
        #expect(trace.calls.filter { $0.origin != nil }.isEmpty)
        #expect(Self.forwarded(trace).count == 3)
    }

    @Test func whatIsKeptInARowHasOneOrigin() {
        _ = Trace.record("kept", options: Self.alone) {
            let keeper = Keeper(())
            recorded(.on, keeper, Event.next(1)) {
                #expect(KeptOrigin.kept() == KeptOrigin.kept())
                #expect(KeptOrigin.kept() != .none)
            }
            // Outside of any call, nobody hands anything in.
            #expect(KeptOrigin.kept() == .unknown)
        }
    }

    /// In a process of its own, where no other test records.
    @Test(.exits) func withoutARecordingNothingIsNoted() async {
        await #expect(processExitsWith: .success) {
            _ = Trace.record("before") {}
            #expect(KeptOrigin.kept() == .none)
        }
    }

    @Test func withoutARecordingThereIsNoneAndNoOtherRecordingKnowsIt() {
        let keeper = Keeper(())
        _ = Trace.record("before", options: Self.alone) { keeper.take(1) }
        let trace = Trace.record("after", options: Self.alone) { keeper.handOn(0) }
        #expect(Self.forwarded(trace).map(\.value) == ["1"])
        #expect(trace.calls.allSatisfy { $0.origin == nil })
    }

    @Test func originsAreInTheDocumentAndTheCanonicalForm() throws {
        let trace = Trace.record("kept", options: Self.alone) {
            let keeper = Keeper(())
            for value in 0..<2 { keeper.take(value) }
            keeper.handOn(1)
        }
        let text = JSONRenderer().string(from: trace)
        let read = try TraceReader.read(text, named: "kept")
        #expect(read.calls.map(\.origin) == trace.calls.map(\.origin))
        #expect(read.nodes.map(\.behaviors) == trace.nodes.map(\.behaviors))
        let canonical = trace.canonical()
        #expect(Self.forwarded(canonical).map(\.origin) == ["1"])
        #expect(canonical.canonical() == canonical)
        var broken = trace
        let index = try #require(broken.calls.firstIndex { $0.origin != nil })
        broken.calls[index].origin = 10_000
        let brokenText = JSONRenderer().string(from: broken)
        #expect(throws: TraceReadError.self) { try TraceReader.read(brokenText, named: "broken") }
    }
}
