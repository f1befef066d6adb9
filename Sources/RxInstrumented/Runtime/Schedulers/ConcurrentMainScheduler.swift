import Dispatch
import Foundation
import RxTraceKit

/// Runs work on the main queue; work scheduled from the main queue at once, before `schedule` returns.
///
/// Unlike ``MainScheduler``, it keeps no order between work scheduled there and work that another thread scheduled
/// before. Meant for `subscribe(on:)`.
public final class ConcurrentMainScheduler: TracedObject, SchedulerType {
    override var traceBehaviors: Trace.Behaviors { [.main] }

    /// A span of time, in seconds.
    public typealias TimeInterval = Foundation.TimeInterval
    /// A point in time.
    public typealias Time = Date

    /// The scheduler of the main queue.
    public static let instance = ConcurrentMainScheduler()

    private let work = DispatchWork(queue: .main, leeway: .nanoseconds(0))
    private let mainScheduler = MainScheduler.instance

    private override init() {
        super.init()
    }

    override var traceRole: Trace.Role { .scheduler }
    override var traceName: String? { DispatchQueue.main.label }

    public var now: Date { mainScheduler.now }

    public func schedule<StateType>(
        _ state: StateType, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        if DispatchQueue.isMain { return recordedSchedule(self) { _ in action(state) } }
        return work.schedule(by: self, state, action: action)
    }

    public final func scheduleRelative<StateType>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        recordedSchedule(self) { _ in mainScheduler.scheduleRelative(state, dueTime: dueTime, action: action) }
    }

    public func schedulePeriodic<StateType>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping (StateType) -> StateType
    ) -> any Disposable {
        recordedSchedule(self) { _ in
            mainScheduler.schedulePeriodic(state, startAfter: startAfter, period: period, action: action)
        }
    }
}
