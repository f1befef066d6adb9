import CRxTraceBuffer
import Dispatch
import Foundation
import RxTraceKit
import Synchronization

/// Runs work on the main queue.
///
/// If called on the main queue while none of the scheduler's work waits or runs, `schedule` runs the work before it
/// returns. Otherwise it enqueues the work, so that the order is kept.
public final class MainScheduler: SerialDispatchQueueScheduler {
    override var traceBehaviors: Trace.Behaviors { [.main] }

    private let enqueued = Atomic<Int>(0)

    /// Creates a scheduler of the main queue. ``instance`` is a shared one.
    public init() {
        super.init(serialQueue: .main)
    }

    /// The shared scheduler of the main queue.
    public static let instance = MainScheduler()

    /// A scheduler that always enqueues work on the main queue, even from the main thread.
    public static let asyncInstance = SerialDispatchQueueScheduler(serialQueue: .main)

    /// Traps unless the caller runs on the main queue.
    public static func ensureExecutingOnScheduler(errorMessage: String? = nil) {
        guard DispatchQueue.isMain else {
            fatalError(
                errorMessage ?? "Executing on background thread. Please use `MainScheduler.instance.schedule` to "
                    + "schedule work on main thread.")
        }
    }

    /// Traps unless the caller runs on the main thread or the main queue.
    public static func ensureRunningOnMainThread(errorMessage: String? = nil) {
        guard rxtrace_is_main_thread() || DispatchQueue.isMain else {
            fatalError(errorMessage ?? "Running on background thread.")
        }
    }

    override func scheduleInternal<StateType>(
        _ state: StateType, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        recordedSchedule(self) { ticket in
            if begin() {
                defer { end() }
                return action(state)
            }
            let cancel = SingleAssignmentDisposable(.fromOutside)
            handingOnOwnWork {
                DispatchQueue.main.async {
                    if !cancel.hasDisposed { ticket.invoke(self) { cancel.set(action(state)._object) } }
                    self.end()
                }
            }
            return cancel
        }
    }

    override func scheduleUncancelled(_ action: @escaping () -> Void) {
        recordedSchedule(self) { ticket in
            if begin() {
                action()
                end()
            } else {
                handingOnOwnWork {
                    DispatchQueue.main.async {
                        ticket.invoke(self, action)
                        self.end()
                    }
                }
            }
        }
    }

    /// Counts work that is scheduled. Returns whether it may run at once.
    private func begin() -> Bool {
        enqueued.touches(true)
        let before = enqueued.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue
        return before == 0 && DispatchQueue.isMain
    }

    /// Counts the end of work, which has run or was cancelled.
    private func end() {
        enqueued.touches(true)
        enqueued.wrappingSubtract(1, ordering: .acquiringAndReleasing)
    }
}

/// Runs work on the main queue. If called on the main queue, `schedule` runs the work before it returns.
///
/// Unlike ``MainScheduler``, it does not wait for work that other threads scheduled before. Meant for `subscribe(on:)`.
public final class ConcurrentMainScheduler: TracedObject, SchedulerType {
    override var traceBehaviors: Trace.Behaviors { [.main] }

    /// A span of time, in seconds.
    public typealias TimeInterval = Foundation.TimeInterval
    /// A point in time.
    public typealias Time = Date

    /// The shared scheduler of the main queue.
    public static let instance = ConcurrentMainScheduler()

    private let work = DispatchWork(queue: .main, leeway: .nanoseconds(0), overtaking: .always)
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

extension DispatchQueue {
    private static let mainMark: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    /// Whether the caller runs on the main queue, or on a queue that targets it.
    ///
    /// That differs from running on the main thread, which may run another queue's work in a `sync`; and after
    /// `dispatchMain()` other threads run the main queue's work.
    static var isMain: Bool { getSpecific(key: mainMark) != nil }

    package static var isMainOrOfMainThread: Bool { isMain || rxtrace_is_main_thread() }
}
