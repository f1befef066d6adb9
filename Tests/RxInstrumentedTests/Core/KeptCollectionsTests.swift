import RxTraceKit
import RxTraceTestSupport
import Testing

@testable import RxInstrumented

/// Collections of kept elements have each element's own origin, whenever the recording began.
@Suite(.everyRecorderState, .timeLimit(.generous)) struct KeptCollectionsTests {
    /// Keeps what it is handed in each kind of collection.
    private final class Keeper: TracedObject {
        var queue = KeptQueue<Int>()
        var latest = LatestElements<Int>(limit: 3)
        private(set) var taken = 0

        init(_: Void) { super.init() }

        override var traceRole: Trace.Role { .sink }

        func take(_ range: Range<Int>) {
            for value in range {
                recorded(.on, self, Event.next(value)) {
                    let kept = ElementWithOrigin(value)
                    queue.append(kept)
                    _ = latest.append(kept)
                }
            }
        }

        func handOn(_ count: Int) {
            for _ in 0..<count {
                guard let element = queue.removeFirst() else { return }
                #expect(element.value == taken)
                taken += 1
                handOn(element)
            }
        }

        func handOn(_ element: ElementWithOrigin<Int>) {
            element.attributeNextCall(to: self) { value in recorded(.forwardOn, self, Event.next(value)) {} }
        }
    }

    /// For each element that is handed on, its value and that of the call that handed it in.
    private func handed(_ body: () -> Void) -> [(value: Int, origin: Int?)] {
        StateSwitch.hold()
        let trace = Trace.record("kept", options: RecordingOptions(scope: .caused), body)
        func value(_ call: Trace.Call?) -> Int? { call?.event?.value.flatMap { Int($0) } }
        return trace.calls.filter { $0.operation == .forwardOn }.map { call in
            (value(call) ?? -1, value(trace.calls.first { $0.id == call.origin }))
        }
    }

    @Test func aQueueThatGoesUpAndDownKeepsThemApart() {
        let keeper = Keeper(())
        let result = handed {
            var next = 0
            // So many that the queue gives up the places before, and is empty now and then.
            for count in [1, 3, 70, 200, 5, 1, 40] {
                keeper.take(next..<next + count)
                next += count
                keeper.handOn(count == 200 ? 150 : count)
            }
            keeper.handOn(next)
        }
        #expect(result.map(\.value) == Array(0..<320))
        #expect(result.allSatisfy { $0.origin == $0.value })
    }

    @Test func elementsFromBeforeTheRecordingHaveNone() {
        let keeper = Keeper(())
        keeper.take(0..<10)
        let first = handed {
            keeper.take(10..<20)
            keeper.handOn(15)
        }
        #expect(first.map(\.origin) == Array(repeating: nil, count: 10) + (10..<15).map { $0 })
        keeper.take(20..<25)
        let second = handed {
            keeper.take(25..<30)
            keeper.handOn(20)
        }
        #expect(second.map(\.value) == Array(15..<30))
        #expect(second.map(\.origin) == Array(repeating: nil, count: 10) + (25..<30).map { $0 })
    }

    @Test func theLatestElementsHaveTheirOwn() {
        let keeper = Keeper(())
        keeper.take(0..<2)
        let result = handed {
            keeper.latest.visit { keeper.handOn($0) }
            keeper.take(2..<3)
            keeper.latest.visit { keeper.handOn($0) }
            keeper.take(3..<8)
            keeper.latest.visit { keeper.handOn($0) }
        }
        #expect(result.map(\.value) == [0, 1, 0, 1, 2, 5, 6, 7])
        #expect(result.map(\.origin) == [nil, nil, nil, nil, 2, 5, 6, 7])
    }

    /// In a process of its own: any test's recording is one for all tests.
    @Test(.exits) func withoutARecordingACollectionHoldsNothingBesideItsElements() async {
        await #expect(processExitsWith: .success) {
            let keeper = Keeper(())
            keeper.take(0..<100)
            #expect(keeper.queue.origins.tickets.capacity == 0 && keeper.latest.origins.tickets.capacity == 0)
            #expect(MemoryLayout<ElementWithOrigin<Int>>.size == MemoryLayout<Int>.size + 8)
        }
    }
}
