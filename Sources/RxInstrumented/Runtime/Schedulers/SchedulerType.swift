import Dispatch
import Foundation

/// A moment of a scheduler's time.
public typealias RxTime = Date

/// A span of a scheduler's time.
public typealias RxTimeInterval = DispatchTimeInterval

/// Runs work, at once or soon.
public protocol ImmediateSchedulerType {
    /// Schedules `action` to run with `state` as soon as the scheduler can.
    ///
    /// - Returns: a disposable that cancels the work.
    func schedule<StateType>(_ state: StateType, action: @escaping (StateType) -> any Disposable) -> any Disposable
}

/// Runs work, at once or at a later time.
public protocol SchedulerType: ImmediateSchedulerType {
    /// The scheduler's notion of the current time.
    var now: RxTime { get }

    /// Schedules `action` to run with `state` once `dueTime` has passed.
    ///
    /// - Returns: a disposable that cancels the work.
    func scheduleRelative<StateType>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable

    /// Schedules `action` to run again and again: first after `startAfter`, then every `period`. Each run is given the
    /// state the last one returned.
    ///
    /// - Returns: a disposable that cancels the work.
    func schedulePeriodic<StateType>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping (StateType) -> StateType
    ) -> any Disposable
}
