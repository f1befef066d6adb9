import Foundation
import RxTraceKit

/// Runs each piece of work as an operation of an operation queue.
///
/// The queue decides the order and how much runs at once. A `maxConcurrentOperationCount` of 1 keeps the order.
public class OperationQueueScheduler: TracedObject, ImmediateSchedulerType {
    /// The queue that the work runs on.
    public let operationQueue: OperationQueue
    /// The priority of the scheduler's operations.
    public let queuePriority: Operation.QueuePriority

    /// Creates a scheduler on a queue. `queuePriority` is the priority of its operations among those that wait.
    public init(operationQueue: OperationQueue, queuePriority: Operation.QueuePriority = .normal) {
        self.operationQueue = operationQueue
        self.queuePriority = queuePriority
        super.init()
    }

    override var traceRole: Trace.Role { .scheduler }
    /// The queue's name. nil for the default name, which contains the queue's address.
    override var traceName: String? {
        operationQueue.name.flatMap { $0.hasPrefix("NSOperationQueue 0x") ? nil : $0 }
    }

    public func schedule<StateType>(
        _ state: StateType, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        recordedSchedule(self) { ticket in
            let cancel = SingleAssignmentDisposable(.always)
            let operation = BlockOperation {
                if cancel.hasDisposed { return }
                ticket.invoke(self) { cancel.set(action(state)._object) }
            }
            operation.queuePriority = queuePriority
            handingOnOwnWork { operationQueue.addOperation(operation) }
            return cancel
        }
    }
}
