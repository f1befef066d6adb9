import Foundation
import RxInstrumented
import RxSwift

/// The workload that is recorded.
enum RecordedWorkload: String {
    /// Small integers through a subject, a map and a filter to an observer.
    case events
    /// Such a chain made, subscribed and disposed again and again, with nothing sent through it: nearly every call
    /// speaks of an object that the recording has not heard of before.
    case subscriptions

    func run(units: Int) {
        let sum = Sum()
        let subject = PublishSubject<Int>()
        switch self {
        case .events:
            let subscription = chain(from: subject).subscribe(onNext: { sum.add($0) })
            for number in 0..<units { subject.onNext(number & 63) }
            subscription.dispose()
        case .subscriptions:
            for _ in 0..<units { chain(from: subject).subscribe(onNext: { sum.add($0) }).dispose() }
        }
    }

    private func chain(from subject: PublishSubject<Int>) -> Observable<Int> {
        subject.map { $0 &+ 1 }.filter { $0 > 0 }
    }

    /// How many calls an event is, or a subscription.
    func callsPerUnit() -> Int {
        func calls(_ units: Int) -> Int {
            Trace.record("calls") { run(units: units) }.calls.count
        }
        return max(1, calls(2) - calls(1))
    }
}
