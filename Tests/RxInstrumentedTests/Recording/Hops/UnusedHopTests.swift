import Dispatch
import RxInstrumented
import RxSwift
import Testing

/// A hop that leads nowhere is left out of a trace, and nothing else is.
struct UnusedHopTests {
    @Test func workBehindThatOfAnUnusedHopIsRecorded() {
        let trace = Trace.record("behind", options: RecordingOptions(scope: .caused)) {
            let (queue, other) = (DispatchQueue(label: "work"), DispatchQueue(label: "other"))
            let (isSubscribed, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "own")
            let subscription = Observable.just(1).observe(on: scheduler).subscribe(
                onNext: { _ in
                    // The work of the completed event has been asked for: it comes right behind that of the hop.
                    isSubscribed.wait()
                    other.async {}
                    other.sync {}
                }, onDisposed: { isDone.signal() })
            isSubscribed.signal()
            isDone.wait()
            queue.sync {}
            subscription.dispose()
        }
        #expect(!trace.calls.contains { $0.operation == .hop })
        #expect(trace.calls.count { $0.operation == .invoke } == 2)
        #expect(trace.calls.contains { $0.operation == .on && $0.event?.kind == .completed && $0.subscription != nil })
        #expect(trace.calls.contains { $0.label == "onDisposed" })
    }
}
