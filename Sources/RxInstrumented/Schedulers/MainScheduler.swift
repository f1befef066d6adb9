import CTraceBuffer
import Dispatch
import Synchronization

/// Runs work on the main queue.
///
/// Work scheduled on the main thread while no other of this scheduler's waits runs at once.
public final class MainScheduler: SerialDispatchQueueScheduler {
    private let enqueued = Atomic<Int>(0)

    public init() {
        super.init(serialQueue: .main)
    }

    /// The scheduler of the main queue.
    public static let instance = MainScheduler()

    /// Always hands work to the main queue, even from the main thread.
    public static let asyncInstance = SerialDispatchQueueScheduler(serialQueue: .main)

    /// Stops the program unless it is called on the main thread.
    public static func ensureExecutingOnScheduler(errorMessage: String? = nil) {
        guard trace_is_main_thread() else {
            fatalError(
                errorMessage ?? "Executing on background thread. Please use `MainScheduler.instance.schedule` to "
                    + "schedule work on main thread.")
        }
    }

    /// Stops the program unless it is called on the main thread.
    public static func ensureRunningOnMainThread(errorMessage: String? = nil) {
        guard trace_is_main_thread() else {
            fatalError(errorMessage ?? "Running on background thread.")
        }
    }

    override func scheduleInternal<StateType>(
        _ state: StateType, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        recordedSchedule(self) { ticket in
            let waiting = enqueued.wrappingAdd(1, ordering: .relaxed).oldValue
            if trace_is_main_thread() && waiting == 0 {
                defer { enqueued.wrappingSubtract(1, ordering: .relaxed) }
                return action(state)
            }
            let cancel = SingleAssignmentDisposable()
            DispatchQueue.main.async {
                ticket.invoke(self) {
                    if !cancel.isDisposed { cancel.setDisposable(action(state)) }
                }
                self.enqueued.wrappingSubtract(1, ordering: .relaxed)
            }
            return cancel
        }
    }
}
