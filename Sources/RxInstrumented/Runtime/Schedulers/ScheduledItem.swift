import RxTraceKit

/// Work that waits in a ``CurrentThreadScheduler``'s queue.
final class ScheduledItem: DisposableObject {
    private let ticket: CauseID
    // Let go once it has run: whoever holds the item may hold it for long.
    private var action: (() -> DisposableObject?)?
    private let disposable = SingleAssignmentDisposable()

    init(_ ticket: CauseID, _ action: @escaping () -> DisposableObject?) {
        self.ticket = ticket
        self.action = action
        super.init()
    }

    override var traceRole: Trace.Role { .item }

    var isDisposed: Bool { disposable.isDisposed }

    func invoke() {
        guard let action = action.take() else { return }
        ticket.invoke(self) { disposable.set(action()) }
    }

    override func dispose() {
        recorded(.dispose, self) { disposable.dispose() }
    }
}
