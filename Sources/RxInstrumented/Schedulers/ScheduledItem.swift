import RxTraceKit

/// Work that waits in a ``CurrentThreadScheduler``'s queue.
final class ScheduledItem: DisposableObject {
    private let ticket: ScheduleTicket
    private let action: () -> DisposableObject?
    private let disposable = SingleAssignmentDisposable()

    init(_ ticket: ScheduleTicket, _ action: @escaping () -> DisposableObject?) {
        self.ticket = ticket
        self.action = action
        super.init()
    }

    override var traceRole: Trace.Role { .item }

    var isDisposed: Bool { disposable.isDisposed }

    func invoke() {
        ticket.invoke(self) { disposable.set(action()) }
    }

    override func dispose() {
        recorded(.dispose, self) { disposable.dispose() }
    }
}
