import Dispatch
import Foundation
import Synchronization

/// A point in a scheduler's time.
public typealias RxTime = Date

/// A span of a scheduler's time.
public typealias RxTimeInterval = DispatchTimeInterval

/// Runs work as soon as it can, perhaps at once.
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

    /// Schedules `action` to run repeatedly: first after `startAfter`, then every `period`. Each run gets the state
    /// that the run before returned.
    ///
    /// - Returns: a disposable that cancels the work.
    func schedulePeriodic<StateType>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping (StateType) -> StateType
    ) -> any Disposable
}

extension SchedulerType {
    /// Schedules periodic work by `scheduleRelative`: each run schedules the next.
    public func schedulePeriodic<StateType>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping (StateType) -> StateType
    ) -> any Disposable {
        SchedulePeriodicRecursive(
            scheduler: self, startAfter: startAfter, period: period, action: action, state: state
        ).start()
    }
}

/// Periodic work on a scheduler without an implementation of its own.
///
/// Each tick schedules the next before it runs the work. A tick that comes while work still runs is counted, and its
/// work follows at once.
private final class SchedulePeriodicRecursive<State> {
    private enum Command {
        case tick
        case work
    }

    private let scheduler: any SchedulerType
    private let startAfter: RxTimeInterval
    private let period: RxTimeInterval
    private let action: (State) -> State
    private var state: State
    private let pending = Atomic<Int>(0)

    init(
        scheduler: any SchedulerType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping (State) -> State, state: State
    ) {
        self.scheduler = scheduler
        self.startAfter = startAfter
        self.period = period
        self.action = action
        self.state = state
    }

    func start() -> any Disposable {
        scheduler.scheduleRecursive(Command.tick, dueTime: startAfter) { self.run($0, on: $1) }.asDisposable
    }

    private func run(_ command: Command, on recursive: AnyRecursiveScheduler<Command>) {
        pending.touches(true)
        if case .tick = command {
            recursive.schedule(.tick, dueTime: period)
            guard pending.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
        }
        state = action(state)
        pending.touches(true)
        if pending.wrappingSubtract(1, ordering: .acquiringAndReleasing).oldValue > 1 { recursive.schedule(.work) }
    }
}
