import Dispatch
import Foundation
import RxTraceKit

/// Runs work on a dispatch queue, concurrently if the queue is concurrent.
///
/// ```swift
/// loading.subscribe(on: ConcurrentDispatchQueueScheduler(qos: .background)).subscribe(onNext: show)
/// ```
public class ConcurrentDispatchQueueScheduler: TracedObject, SchedulerType {
    /// A span of time, in seconds.
    public typealias TimeInterval = Foundation.TimeInterval
    /// A point in time.
    public typealias Time = Date

    private let work: DispatchWork

    /// Creates a scheduler whose work runs on `queue`.
    ///
    /// `leeway` says how late a timer may fire.
    public init(queue: DispatchQueue, leeway: DispatchTimeInterval = DispatchTimeInterval.nanoseconds(0)) {
        work = DispatchWork(queue: queue, leeway: leeway, overtaking: .always)
        super.init()
    }

    /// Creates a scheduler with a concurrent queue of its own, with a quality of service.
    public convenience init(qos: DispatchQoS, leeway: DispatchTimeInterval = DispatchTimeInterval.nanoseconds(0)) {
        let queue = DispatchQueue(label: "\(Self.ownLabel)\(qos)", qos: qos, attributes: [.concurrent], target: nil)
        self.init(queue: queue, leeway: leeway)
    }

    override var traceRole: Trace.Role { .scheduler }
    /// The queue's label. For a queue that the scheduler made, the quality of service in words: RxSwift's label
    /// contains a dump of that value.
    override var traceName: String? {
        let label = work.queue.label
        return label.hasPrefix(Self.ownLabel) ? "\(work.queue.qos.qosClass.word) queue" : label
    }

    private static let ownLabel = "rxswift.queue."

    public var now: Date { Date() }

    public final func schedule<StateType>(
        _ state: StateType, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        work.schedule(by: self, state, action: action)
    }

    public final func scheduleRelative<StateType>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        work.scheduleRelative(by: self, state, dueTime: dueTime, action: action)
    }

    public func schedulePeriodic<StateType>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping (StateType) -> StateType
    ) -> any Disposable {
        work.schedulePeriodic(by: self, state, startAfter: startAfter, period: period, action: action)
    }
}

extension DispatchQoS.QoSClass {
    fileprivate var word: String {
        switch self {
        case .background: "background"
        case .utility: "utility"
        case .default: "default"
        case .userInitiated: "user-initiated"
        case .userInteractive: "user-interactive"
        case .unspecified: "unspecified"
        @unknown default: "other"
        }
    }
}
