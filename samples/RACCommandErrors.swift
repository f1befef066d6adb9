import Foundation
import ReactiveObjC

private struct Refused: Error, CustomStringConvertible {
    var description: String { "refused" }
}

let racCommandErrors = Scenario(
    name: "rac-command-errors",
    summary: "a command's errors come by its errors signal; two executions at a time need allowsConcurrentExecution",
    needsMainThread: true
) {
    var finishing: [any RACSubscriberProtocol<String>] = []
    var command: RACCommand<String, String>? = RACCommand { name in
        RACSignal.createSignal { subscriber in
            subscriber.sendNext("begins \(name)")
            finishing.append(subscriber)
            return nil
        }
    }
    func turnMainLoop(until isDone: () -> Bool) {
        while !isDone() { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    }
    var errors = 0
    command?.errors.subscribeNext { error in
        print("errors: \(error)")
        errors += 1
    }
    command?.executionSignals.flatten().subscribeNext { print($0) }

    command?.allowsConcurrentExecution = true
    command?.execute("one")
    command?.execute("two")
    turnMainLoop { finishing.count == 2 }
    // The execution's own error is not executionSignals' error: those go on.
    finishing.removeFirst().sendError(Refused())
    turnMainLoop { errors == 1 }
    finishing.removeFirst().sendCompleted()

    command = nil
    var isOver = false
    RACScheduler.mainThreadScheduler.schedule { isOver = true }
    turnMainLoop { isOver }
}
