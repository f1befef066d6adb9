import CRxTraceBuffer
import RxTraceKit

/// Runs work on the thread that schedules it: at once if the scheduler runs no work there, otherwise after that work.
///
/// Every subscription enters the scheduler, so that work scheduled while a chain subscribes waits until it has done so.
public class CurrentThreadScheduler: TracedObject, ImmediateSchedulerType {
    override var traceBehaviors: Trace.Behaviors { [.stays] }

    /// The scheduler, which all threads share. Each thread has a queue of its own.
    public static let instance = CurrentThreadScheduler()

    /// Whether the calling thread runs none of the scheduler's work, so that work scheduled now would run at once.
    public private(set) static var isScheduleRequired: Bool {
        get { !rxtrace_trampoline_is_running() }
        set { rxtrace_trampoline_set_running(!newValue) }
    }

    override init() { super.init() }

    override var traceRole: Trace.Role { .scheduler }

    public func schedule<StateType>(
        _ state: StateType, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        runOrEnqueue { action(state)._object }.asDisposable
    }

    /// Runs `action` as the outermost work of the calling thread, which must run none.
    @inline(never)
    final func enter(_ action: () -> DisposableObject?) -> DisposableObject? {
        recordedSchedule(self) { _ in runOutermost(action) }
    }

    /// Schedules `action`. Not generic over a state, so that no specialisation is needed.
    @usableFromInline
    final func runOrEnqueue(_ action: @escaping () -> DisposableObject?) -> DisposableObject? {
        recordedSchedule(self) { ticket in
            if Self.isScheduleRequired { return runOutermost(action) }
            let item = ScheduledItem(ticket, action)
            TrampolineQueue.ofCurrentThread().append(item)
            return item
        }
    }

    private func runOutermost(_ action: () -> DisposableObject?) -> DisposableObject? {
        Self.isScheduleRequired = false
        defer {
            Self.isScheduleRequired = true
            TrampolineQueue.discardOfCurrentThread()
        }
        let disposable = action()
        while let item = TrampolineQueue.takeNextOfCurrentThread() {
            if !item.isDisposed { item.invoke() }
        }
        return disposable
    }
}

/// The waiting work of one thread, in order.
private final class TrampolineQueue {
    private var items: [ScheduledItem?] = []
    private var first = 0

    func append(_ item: ScheduledItem) {
        items.append(item)
    }

    private func removeFirst() -> ScheduledItem? {
        guard first < items.count else {
            items.removeAll(keepingCapacity: true)
            first = 0
            return nil
        }
        let item = items[first]
        // Cleared now, so that the work and the objects it holds are released as soon as it has run.
        items[first] = nil
        first += 1
        if first >= 64 && first * 2 > items.count {
            items.removeFirst(first)
            first = 0
        }
        return item
    }

    static func ofCurrentThread() -> TrampolineQueue {
        if let queue = rxtrace_trampoline_queue() {
            return Unmanaged<TrampolineQueue>.fromOpaque(queue).takeUnretainedValue()
        }
        let queue = TrampolineQueue()
        rxtrace_trampoline_set_queue(Unmanaged.passRetained(queue).toOpaque())
        return queue
    }

    static func takeNextOfCurrentThread() -> ScheduledItem? {
        guard let queue = rxtrace_trampoline_queue() else { return nil }
        return Unmanaged<TrampolineQueue>.fromOpaque(queue).takeUnretainedValue().removeFirst()
    }

    static func discardOfCurrentThread() {
        guard let queue = rxtrace_trampoline_queue() else { return }
        rxtrace_trampoline_set_queue(nil)
        Unmanaged<TrampolineQueue>.fromOpaque(queue).release()
    }
}
