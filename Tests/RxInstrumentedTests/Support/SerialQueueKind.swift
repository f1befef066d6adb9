import Dispatch
import RxInstrumented

/// The ways to make a scheduler with a serial queue: with one that is its own, or one that others may use too.
enum SerialQueueKind: CaseIterable {
    case own, target, qos, shared

    func scheduler() -> SerialDispatchQueueScheduler {
        switch self {
        case .own: SerialDispatchQueueScheduler(internalSerialQueueName: "own")
        case .target:
            SerialDispatchQueueScheduler(
                queue: DispatchQueue(label: "target", attributes: .concurrent), internalSerialQueueName: "own")
        case .qos: SerialDispatchQueueScheduler(qos: .default)
        case .shared:
            SerialDispatchQueueScheduler(internalSerialQueueName: "shared", serialQueueConfiguration: { _ in })
        }
    }
}
