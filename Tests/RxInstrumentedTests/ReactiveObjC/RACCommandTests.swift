import Dispatch
import ReactiveObjC
import RxInstrumented
import Synchronization
import Testing

@Suite struct RACCommandTests {
    /// Runs `body` on the main queue, then lets the main scheduler work until all has been done that follows from it.
    private func onMain(_ body: @escaping @Sendable () -> Void) async {
        await turn(body)
        // An execution takes a few turns of the main queue: it begins, is reported, ends, and that is reported.
        for _ in 0..<6 { await turn {} }
    }

    private func turn(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            RACScheduler.mainThreadScheduler.schedule {
                body()
                RACScheduler.mainThreadScheduler.schedule { continuation.resume() }
            }
        }
    }

    /// A command, and what its signals send. To be used on the main queue.
    private final class Shown: @unchecked Sendable {
        let log = RACLog()
        var command: RACCommand<Int, Int>?

        func show(_ command: RACCommand<Int, Int>) {
            self.command = command
            command.executionSignals.switchToLatest().subscribeNext { self.log.add("value \($0)") }
            command.executing.subscribeNext { self.log.add("executing \($0)") }
            command.enabled.subscribeNext { self.log.add("enabled \($0)") }
            command.errors.subscribeNext { self.log.add("error \($0)") }
        }
    }

    @Test func anExecutionIsAnnouncedAndThenRuns() async {
        let shown = Shown()
        await onMain {
            shown.show(RACCommand { input in RACSignal.return(input * 2) })
            shown.command?.execute(21)
            shown.log.add("returned")
        }
        #expect(
            shown.log.events == [
                "executing false", "enabled true", "returned", "executing true", "enabled false", "value 42",
                "executing false", "enabled true",
            ])
    }

    @Test func anErrorGoesToErrorsAndNotToTheExecutionsSignal() async {
        let shown = Shown()
        await onMain {
            shown.show(RACCommand { input in failing(after: input) })
            shown.command?.execute(1)
        }
        #expect(shown.log.events.contains("value 1"))
        #expect(shown.log.events.contains("error failure"))
        #expect(shown.log.events.last == "enabled true")
    }

    @Test func itIsNotExecutedTwiceAtATimeUnlessItAllowsThat() async {
        for allows in [false, true] {
            let shown = Shown()
            await onMain {
                shown.command = RACCommand { _ in .never() }
                shown.command?.allowsConcurrentExecution = allows
                shown.command?.execute(1)
                shown.command?.execute(2).subscribeError { shown.log.add("\(($0 as? RACCommandError) == .notEnabled)") }
            }
            #expect(shown.log.events == (allows ? [] : ["true"]))
            #expect(shown.command?.allowsConcurrentExecution == allows)
            await turn { shown.command = nil }
        }
    }

    @Test func itIsEnabledWhileItsSignalSaysSo() async {
        let shown = Shown()
        await onMain {
            let allowed = RACSubject<Bool>()
            shown.show(RACCommand(enabled: allowed) { .return($0) })
            allowed.sendNext(false)
            shown.command?.execute(1).subscribeError { _ in shown.log.add("refused") }
        }
        #expect(shown.log.events == ["executing false", "enabled true", "refused", "enabled false"])
    }

    @Test func whatExecuteReturnsReplaysTheExecution() async {
        let shown = Shown()
        await onMain {
            let execution = RACCommand<Int, Int> { sending($0, $0 + 1) }.execute(1)
            RACScheduler.mainThreadScheduler.schedule { _ = shown.log.subscribe(to: execution) }
        }
        #expect(shown.log.events == ["1", "2", "completed"])
    }

    @Test func itsSignalsCompleteWhenItIsReleased() async {
        let shown = Shown()
        await onMain {
            shown.command = RACCommand { .return($0) }
            shown.command?.executing.subscribeCompleted { shown.log.add("executing") }
            shown.command?.enabled.subscribeCompleted { shown.log.add("enabled") }
            shown.command?.executionSignals.subscribeCompleted { shown.log.add("executionSignals") }
            shown.command?.errors.subscribeCompleted { shown.log.add("errors") }
            shown.command = nil
        }
        #expect(Set(shown.log.events) == ["executing", "enabled", "executionSignals", "errors"])
    }
}
