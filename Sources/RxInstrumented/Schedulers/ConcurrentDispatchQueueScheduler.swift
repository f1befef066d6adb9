import Dispatch
import Foundation
import RxTraceKit

/// Runs work on a dispatch queue, several pieces at once if that is concurrent.
///
/// ```swift
/// loading.subscribe(on: ConcurrentDispatchQueueScheduler(qos: .background)).subscribe(onNext: show)
/// ```
public class ConcurrentDispatchQueueScheduler: TracedObject, SchedulerType {
    override var traceBehaviors: Trace.Behaviors { [] }

    public typealias TimeInterval = Foundation.TimeInterval
    public typealias Time = Date

    private let work: DispatchWork

    /// A scheduler whose work runs on `queue`.
    ///
    /// - Parameter leeway: how late a timer may fire.
    public init(queue: DispatchQueue, leeway: DispatchTimeInterval = DispatchTimeInterval.nanoseconds(0)) {
        work = DispatchWork(queue: queue, leeway: leeway)
        super.init()
    }

    /// A scheduler with a concurrent queue of its own, of a quality of service.
    public convenience init(qos: DispatchQoS, leeway: DispatchTimeInterval = DispatchTimeInterval.nanoseconds(0)) {
        let queue = DispatchQueue(label: "rxswift.queue.\(qos)", qos: qos, attributes: [.concurrent], target: nil)
        self.init(queue: queue, leeway: leeway)
    }

    override var traceRole: Trace.Role { .scheduler }
    override var traceName: String? { work.queue.label }

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
