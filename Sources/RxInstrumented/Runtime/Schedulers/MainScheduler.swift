import CRxTraceBuffer
import Dispatch
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
