import RxTraceTestSupport
import Testing

@testable import RxInstrumented

/// State of a gate: what a step hands out, and that no step runs within another, in release builds too.
@Suite(.timeLimit(.generous)) struct GatedStateTests {
    private final class Probe {
        let atEnd: () -> Void

        init(atEnd: @escaping () -> Void) { self.atEnd = atEnd }

        deinit { atEnd() }
    }

    @Test func aStepChangesTheValueAndHandsOutItsResult() {
        let numbers = GatedState([1, 2])
        let last = numbers.step { $0.removeLast() }
        #expect(last == 2)
        #expect(numbers.step { $0 } == [1])
    }

    @Test func whatAStepHandsOutEndsAfterIt() {
        final class Holder { let probe = GatedState<Probe?>(nil) }
        let holder = Holder()
        var isEmptyAtEnd: Bool?
        holder.probe.step { $0 = Probe { isEmptyAtEnd = holder.probe.step { $0 == nil } } }
        var handedOut = holder.probe.step { $0.take() }
        #expect(isEmptyAtEnd == nil && handedOut != nil)
        handedOut = nil
        #expect(isEmptyAtEnd == true)
    }

    @Test(.exits) func aStepWithinAStepStopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            final class Holder { let count = GatedState(0) }
            let holder = Holder()
            holder.count.step { count in
                count = 1
                holder.count.step { $0 = 2 }
            }
        }
    }

    @Test func theValueEndsWithItsState() {
        var hasEnded = false
        do {
            let state = GatedState(Probe { hasEnded = true })
            state.step { _ in }
        }
        #expect(hasEnded)
    }
}
