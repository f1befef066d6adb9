import Dispatch
import Foundation
import RxTraceKit

/// Runs work on a dispatch queue, one piece after another.
///
/// The queue may be concurrent: the scheduler then puts a serial queue in front of it.
public class SerialDispatchQueueScheduler: TracedObject, SchedulerType {
    /// A span of time, in seconds.
    public typealias TimeInterval = Foundation.TimeInterval
    /// A point in time.
    public typealias Time = Date

    private let work: DispatchWork
    /// Batches the waiting work, if the queue is the scheduler's own.
    private let line: BatchedQueue?

    init(serialQueue: DispatchQueue, leeway: DispatchTimeInterval = .nanoseconds(0), isPrivate: Bool = false) {
        work = DispatchWork(queue: serialQueue, leeway: leeway, overtaking: .fromOutside)
        line = isPrivate ? BatchedQueue(serialQueue) : nil
        super.init()
    }

    /// Creates a scheduler with a queue of its own.
    ///
    /// `serialQueueConfiguration` is called with the queue before the scheduler uses it.
    public convenience init(
        internalSerialQueueName: String, serialQueueConfiguration: ((DispatchQueue) -> Void)? = nil,
        leeway: DispatchTimeInterval = DispatchTimeInterval.nanoseconds(0)
    ) {
        let queue = DispatchQueue(label: internalSerialQueueName)
        serialQueueConfiguration?(queue)
        self.init(serialQueue: queue, leeway: leeway, isPrivate: serialQueueConfiguration == nil)
    }

    /// Creates a scheduler whose work runs on `queue`, serially even if that queue is concurrent.
    public convenience init(
        queue: DispatchQueue, internalSerialQueueName: String,
        leeway: DispatchTimeInterval = DispatchTimeInterval.nanoseconds(0)
    ) {
        self.init(
            serialQueue: DispatchQueue(label: internalSerialQueueName, target: queue), leeway: leeway, isPrivate: true)
    }

    /// Creates a scheduler whose work runs on the global queue of a quality of service.
    public convenience init(
        qos: DispatchQoS, internalSerialQueueName: String = "rx.global_dispatch_queue.serial",
        leeway: DispatchTimeInterval = DispatchTimeInterval.nanoseconds(0)
    ) {
        self.init(
            queue: DispatchQueue.global(qos: qos.qosClass), internalSerialQueueName: internalSerialQueueName,
            leeway: leeway)
    }

    override var traceRole: Trace.Role { .scheduler }
    override var traceName: String? { work.queue.label }

    public var now: Date { Date() }

    public final func schedule<StateType>(
        _ state: StateType, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        scheduleInternal(state, action: action)
    }

    func scheduleInternal<StateType>(
        _ state: StateType, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        guard let line else { return work.schedule(by: self, state, action: action) }
        return recordedSchedule(self) { ticket in
            let cancel = SingleAssignmentDisposable(.fromOutside)
            let piece = BatchedQueue.Piece(ticket: ticket, cancel: cancel) { cancel.set(action(state)._object) }
            line.append(piece, by: self)
            return cancel
        }
    }

    /// Schedules work that cannot be cancelled.
    @usableFromInline func scheduleUncancelled(_ action: @escaping () -> Void) {
        recordedSchedule(self) { ticket in
            if let line {
                line.append(BatchedQueue.Piece(ticket: ticket, cancel: nil, action: action), by: self)
            } else {
                handingOnOwnWork { work.queue.async { ticket.invoke(self, action) } }
            }
        }
    }

    public final func scheduleRelative<StateType>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        line?.close(by: self)
        return work.scheduleRelative(by: self, state, dueTime: dueTime, action: action)
    }

    public func schedulePeriodic<StateType>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping (StateType) -> StateType
    ) -> any Disposable {
        line?.close(by: self)
        return work.schedulePeriodic(by: self, state, startAfter: startAfter, period: period, action: action)
    }
}
