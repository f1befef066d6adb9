import CRxTraceBuffer
import Foundation
import RxTraceKit
import RxTraceTestSupport
import Testing

@testable import RxInstrumented

/// What the recorder takes for granted of the toolchain's libraries is looked at first; what needs it is off where it does
/// not hold, and the trace says so.
@Suite struct AssumptionTests {
    @Test func theWordsAreThoseOfTheHeader() {
        #expect(RecorderAssumption.allCases.count == Int(TRACE_ASSUMPTIONS))
        #expect(RecorderAssumption.deinits.rawValue == UInt32(TRACE_ASSUMES_DEINITS))
        #expect(Set(RecorderAssumption.allCases.map(\.note)).count == RecorderAssumption.allCases.count)
    }

    @Test(.exits) func allHoldHere() async {
        await #expect(processExitsWith: .success) { AssumptionPrograms.allHold() }
    }

    @Test(.exits, arguments: RecorderAssumption.allCases.map(\.rawValue))
    func oneThatDoesNotHoldIsNoted(number: UInt32) async {
        await #expect(processExitsWith: .success) { [number] in AssumptionPrograms.refute(number) }
    }
}

private enum AssumptionPrograms {
    /// The hops, by their labels, of work handed on in all ways, and the notes.
    private static func record() -> Trace {
        let subject = PublishSubject<Int>()
        let subscription = subject.subscribe(onNext: { _ in })
        return Trace.record("hops") {
            // Twice: what was seen the first time is looked at again.
            for _ in 0..<2 {
                for way in HopTests.Way.followed { way.run { subject.onNext(1) } }
            }
            let object = Watched()
            _ = object.rx.deallocated.subscribe(onNext: { _ in })
            withExtendedLifetime(object) {}
            subscription.dispose()
        }
    }

    private static func labels(_ trace: Trace) -> Set<String> {
        Set(trace.calls.filter { $0.operation == .hop }.compactMap(\.label))
    }

    static func allHold() {
        let trace = record()
        #expect(trace.notes == [])
        #expect(labels(trace).isSuperset(of: ["Task", "async let", "OperationQueue"]))
    }

    static func refute(_ number: UInt32) {
        guard let assumption = RecorderAssumption(rawValue: number) else { return }
        rxtrace_refute(number)
        let trace = record()
        #expect(trace.notes == [assumption.note])
        let labels = labels(trace)
        switch assumption {
        case .taskFlags: #expect(!labels.contains("Task") && labels.contains("async let"))
        case .asyncLets: #expect(trace.calls.count { $0.operation == .hop && $0.label == "async let" } <= 1)
        case .workItems, .frames, .steps, .deinits: break
        }
        // What does not need it is told as before, and the program has run as it does.
        #expect(trace.calls.contains { $0.operation == .handler && $0.label == "onNext" })
        let text = JSONRenderer().string(from: trace)
        #expect(text.contains(#""notes": ["#) && TreeRenderer().string(from: trace).contains("note: "))
        #expect((try? TraceReader.read(text, named: "test"))?.notes == trace.notes)
        #expect(trace.canonical().notes == [])
    }
}

private final class Watched: ReactiveCompatible {}
