import RxInstrumented
import RxTraceKit
import Testing

/// A watched object's end in a trace.
@Suite struct DeallocationTraceTests {
    private final class Screen: ReactiveCompatible {
        let bag = DisposeBag()
    }

    @Test func theDeinitStandsBetweenTheTwoSequences() throws {
        let expected = rows(
            """
            create ReplayOne
            subscribe ReplayOne
              subscribe ReplayOne
            create ReplayOne
            subscribe ReplayOne
              subscribe ReplayOne
            on ReplayOne next(())
              on ReplaySubjectSubscriptionObserver next(())
                on AnonymousObserver next(())
                  onCore AnonymousObserver next(())
                    handler onNext
            deinit Screen
              deinit DisposeBag
            on ReplayOne completed
              on ReplaySubjectSubscriptionObserver completed
                on AnonymousObserver completed
                  onCore AnonymousObserver completed
            on ReplayOne next(())
              on ReplaySubjectSubscriptionObserver next(())
                on AnonymousObserver next(())
                  onCore AnonymousObserver next(())
                    handler onNext
            on ReplayOne completed
              on ReplaySubjectSubscriptionObserver completed
                on AnonymousObserver completed
                  onCore AnonymousObserver completed
            """)
        let trace = Trace.record("end", options: RecordingOptions(scope: .caused)) {
            let screen = Screen()
            _ = screen.rx.deallocating.subscribe(onNext: {})
            _ = screen.rx.deallocated.subscribe(onNext: {})
        }
        #expect(chainRows(trace) == expected)
        let node = try #require(trace.nodes.first { $0.type == "Screen" })
        #expect(node.role == .object)
        #expect(trace.subscriptions.map(\.ended) == ["completed", "completed"])
        #expect(trace.nodes.filter { $0.type == "ReplayOne" }.allSatisfy { $0.site != nil })
        #expect(trace.calls.filter { $0.operation == .create }.map(\.label) == ["deallocating", "deallocated"])
    }

    @Test func anEndIsToldWhetherItIsRecordedOrNot() {
        var told: [String] = []
        func make(_ name: String) -> Screen {
            let screen = Screen()
            _ = screen.rx.deallocating.subscribe(onNext: { told.append("\(name) deallocating") })
            _ = screen.rx.deallocated.subscribe(onNext: { told.append("\(name) deallocated") })
            return screen
        }
        var (first, second): (Screen?, Screen?) = (make("first"), nil)
        let trace = Trace.record("end", options: RecordingOptions(scope: .caused)) {
            first = nil
            second = make("second")
        }
        second = nil
        withExtendedLifetime(second) {}
        withExtendedLifetime(first) {}
        #expect(told == ["first deallocating", "first deallocated", "second deallocating", "second deallocated"])
        #expect(trace.calls.filter { $0.operation == .deinit && $0.parent == nil }.count == 1)
    }

    @Test func aRecordingThatBeginsOrEndsInADeinit() {
        final class Recorder: ReactiveCompatible {
            let done: (Trace) -> Void
            init(_ done: @escaping (Trace) -> Void) { self.done = done }
            deinit {
                done(
                    Trace.record("inner", options: RecordingOptions(scope: .caused)) { PublishSubject<Int>().onNext(1) }
                )
            }
        }
        var traces: [Trace] = []
        var told = 0
        func release() {
            let recorder = Recorder { traces.append($0) }
            _ = recorder.rx.deallocated.subscribe(onNext: { told += 1 })
        }
        release()
        let outer = Trace.record("outer", options: RecordingOptions(scope: .caused), release)
        #expect(told == 2)
        #expect(traces.map { $0.calls.map(\.operation) } == [[.create, .on], [.create, .on]])
        #expect(outer.calls.contains { $0.operation == .deinit })
    }
}
