import Foundation
import RxSwift

/// What is recorded: small integers through a subject, a map and a filter to an observer.
struct RecordedWorkload {
    private let subject = PublishSubject<Int>()
    private let subscription: any Disposable

    init() {
        let sum = Sum()
        subscription = subject.map { $0 &+ 1 }.filter { $0 > 0 }.subscribe(onNext: { sum.add($0) })
    }

    func send(events: Int) {
        for number in 0..<events { subject.onNext(number & 63) }
    }

    func end() {
        subscription.dispose()
    }

    /// How many calls an event is.
    static func callsPerEvent() -> Int {
        func calls(_ events: Int) -> Int {
            Trace.record("calls") {
                let workload = RecordedWorkload()
                workload.send(events: events)
                workload.end()
            }.calls.count
        }
        return max(1, calls(2) - calls(1))
    }
}
