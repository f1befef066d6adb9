import Foundation
import RxInstrumented
import RxTraceKit

/// Runs blocks only when it is told to, in the order of their dates; for tests.
///
/// ```swift
/// let scheduler = RACTestScheduler()
/// scheduler.afterDelay(60) { print("later") }
/// scheduler.schedule { print("first") }
/// scheduler.stepAll()  // first later
/// ```
///
/// No time passes: a block that is due in an hour is run by the step whose turn it is.
public final class RACTestScheduler: RACScheduler {
    public override var recordedBehaviors: Trace.Behaviors { [] }

    private let state = Lock(State())

    private struct State {
        // Sorted, the next to run first.
        var actions: [RACTestSchedulerAction] = []
        var scheduled = 0
    }

    /// Makes a scheduler that runs nothing until it is told to.
    public init() {
        super.init(name: "org.reactivecocoa.ReactiveObjC.RACTestScheduler")
    }

    // Its type says which it is.
    public override var recordedName: String? { nil }

    /// Runs the next blocks, `ticks` of them or as many as there are.
    public func step(_ ticks: Int = 1) {
        var left = ticks
        while left > 0, let action = next() {
            if action.disposable.hasDisposed { continue }
            action.ticket.invoke(action) { performAsCurrentScheduler(action.block) }
            left -= 1
        }
    }

    /// Runs all blocks, those included that they schedule.
    public func stepAll() {
        step(.max)
    }

    override func schedule(_ block: @escaping () -> Void, ticket: CauseID) -> RACDisposable? {
        // Work that is to run soon comes before all work that has a date.
        enqueue(block, date: .distantPast, ticket)
    }

    override func schedule(
        _ block: @escaping () -> Void, after date: Date, ticket: CauseID
    ) -> RACDisposable? {
        enqueue(block, date: date, ticket)
    }

    private func enqueue(_ block: @escaping () -> Void, date: Date, _ ticket: CauseID) -> RACDisposable {
        state.withLock { state in
            state.scheduled += 1
            let action = RACTestSchedulerAction(block, date: date, order: state.scheduled, ticket: ticket)
            let place = state.actions.firstIndex { action.comes(before: $0) } ?? state.actions.endIndex
            state.actions.insert(action, at: place)
            return action.disposable
        }
    }

    private func next() -> RACTestSchedulerAction? {
        state.withLock { $0.actions.isEmpty ? nil : $0.actions.removeFirst() }
    }
}

/// A block that waits for its turn.
final class RACTestSchedulerAction: RecordedObject {
    let block: () -> Void
    let ticket: CauseID
    let disposable = RACDisposable()
    private let date: Date
    private let order: Int

    init(_ block: @escaping () -> Void, date: Date, order: Int, ticket: CauseID) {
        self.block = block
        self.date = date
        self.order = order
        self.ticket = ticket
        super.init()
    }

    override var recordedRole: Trace.Role { .item }

    func comes(before other: RACTestSchedulerAction) -> Bool {
        (date, order) < (other.date, other.order)
    }
}
