import CRxTraceBuffer
import Dispatch
import Foundation
import RxTraceKit
import Synchronization

/// Runs work on the main queue.
///
/// Work scheduled from the main queue while no other of this scheduler's waits or runs is run at once, before `schedule`
/// returns; any other is handed to the queue, so that the order is kept.
public final class MainScheduler: SerialDispatchQueueScheduler {
    override var traceBehaviors: Trace.Behaviors { [.main] }

    private let enqueued = Atomic<Int>(0)

    /// Makes a scheduler of the main queue; ``instance`` is one for all.
    public init() {
        super.init(serialQueue: .main)
    }

    /// The scheduler of the main queue.
    public static let instance = MainScheduler()

    /// Always hands work to the main queue, even from the main thread.
    public static let asyncInstance = SerialDispatchQueueScheduler(serialQueue: .main)

    /// Stops the program unless the main queue runs the caller.
    public static func ensureExecutingOnScheduler(errorMessage: String? = nil) {
        guard DispatchQueue.isMain else {
            fatalError(
                errorMessage ?? "Executing on background thread. Please use `MainScheduler.instance.schedule` to "
                    + "schedule work on main thread.")
        }
    }

    /// Stops the program unless it is called on the main thread.
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
            let cancel = SingleAssignmentDisposable()
            handingOnOwnWork {
                DispatchQueue.main.async {
                    if !cancel.isDisposed { ticket.invoke(self) { cancel.set(action(state)._object) } }
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

    /// Counts work in. Returns whether it may run at once.
    private func begin() -> Bool {
        let before = enqueued.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue
        return before == 0 && DispatchQueue.isMain
    }

    /// Counts work out that has run or was cancelled.
    private func end() {
        enqueued.wrappingSubtract(1, ordering: .acquiringAndReleasing)
    }
}

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

extension DispatchQueue {
    private static let mainMark: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    /// Whether the main queue, or one that targets it, runs the caller.
    ///
    /// Not the same as running on the main thread: that thread may run another queue's work in a `sync`, and after
    /// `dispatchMain()` other threads run the main queue's.
    static var isMain: Bool { getSpecific(key: mainMark) != nil }

    /// Whether the main queue, or the main thread, runs the caller.
    package static var isMainOrOfMainThread: Bool { isMain || rxtrace_is_main_thread() }
}
