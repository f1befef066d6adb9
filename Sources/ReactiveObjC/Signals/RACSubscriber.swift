import RxInstrumented
import RxTraceKit

/// Hands a signal's events to blocks, and ends the subscription with an error, with a completion, or when released.
///
/// One event is handed over at a time, also where several threads send.
public final class RACSubscriber<Value>: RecordedObject, RACSubscriberProtocol {
    private struct Blocks {
        var next: ((Value) -> Void)?
        var error: ((any Error) -> Void)?
        var completed: (() -> Void)?
    }

    private let gate = DeliveryGate()
    /// Empty once the subscription has ended.
    ///
    /// Under a lock of their own: who ends the subscription does not wait for a delivery that is under way, which in
    /// its turn may wait for another delivery, of whoever ends it.
    private let blocks: Lock<Blocks>
    /// Ends the subscriptions, and lets go of the blocks.
    private let disposable = RACCompoundDisposable()
    /// Whether the blocks are the user's.
    private let isUsers: Bool
    private let isInside = Inside.isEntered

    /// A subscriber with blocks for values, the error and the completion.
    public convenience init(
        next: ((Value) -> Void)?, error: ((any Error) -> Void)?, completed: (() -> Void)?
    ) {
        self.init(isUsers: true, next, error, completed)
    }

    /// A subscriber with blocks of the library's own.
    convenience init(own next: ((Value) -> Void)?, error: ((any Error) -> Void)?, completed: (() -> Void)?) {
        self.init(isUsers: false, next, error, completed)
    }

    private init(
        isUsers: Bool, _ next: ((Value) -> Void)?, _ error: ((any Error) -> Void)?, _ completed: (() -> Void)?
    ) {
        self.isUsers = isUsers
        blocks = Lock(Blocks(next: next, error: error, completed: completed))
        super.init()
        disposable.add(RACDisposable(own: { [weak self] in self?.dropBlocks() }))
    }

    deinit {
        if !disposable.hasDisposed { recorded(.deinit, self) { disposable.dispose() } }
    }

    public override var recordedRole: Trace.Role { .observer }

    public func sendNext(_ value: Value) {
        recorded(.on, self, .next(value)) {
            gate.pass {
                guard let next = blocks.withLock(\.next) else { return }
                run(.nextBlock) { next(value) }
            }
        }
    }

    public func sendError(_ error: any Error) {
        recorded(.on, self, Event<Value>.error(error)) {
            gate.pass {
                let block = blocks.withLock(\.error)
                disposable.dispose()
                if let block { run(.errorBlock) { block(error) } }
            }
        }
    }

    public func sendCompleted() {
        recorded(.on, self, Event<Value>.completed) {
            gate.pass {
                let block = blocks.withLock(\.completed)
                disposable.dispose()
                if let block { run(.completedBlock, block) }
            }
        }
    }

    public func didSubscribe(with other: RACCompoundDisposable) {
        if other.hasDisposed { return }
        disposable.add(other)
        // So that a subscriber of many signals does not keep all that have ended. It runs as `other` is disposed.
        other.add(RACDisposable(own: { [disposable, unowned other] in disposable.remove(other) }))
    }

    private func run(_ label: HandlerLabel, _ block: () -> Void) {
        if isUsers {
            recordedHandler(label, self) { inside(false, block) }
        } else {
            inside(isInside, block)
        }
    }

    private func dropBlocks() {
        let dropped = blocks.withLock { blocks in
            defer { blocks = Blocks() }
            return blocks
        }
        // Released outside of the lock, as that may run the user's code.
        withExtendedLifetime(dropped) {}
    }
}
