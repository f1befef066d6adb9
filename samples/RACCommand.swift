import Foundation
import ReactiveObjC

let racCommand = Scenario(
    name: "rac-command",
    summary: "a command announces its execution's signal first; then the main scheduler runs it. See --zoom user",
    needsMainThread: true
) {
    var command: RACCommand<String, String>? = RACCommand { name in
        RACSignal.createSignal { subscriber in
            subscriber.sendNext("hello, \(name)")
            subscriber.sendCompleted()
            return nil
        }
    }
    var isExecuting = true
    command?.executionSignals.switchToLatest().subscribeNext { text in print(text) }
    command?.executing.skip(1).subscribeNext { executing in
        print(executing ? "is executing" : "has executed")
        isExecuting = executing
    }
    command?.execute("world")
    // It is not enabled while it is executed.
    command?.execute("nobody").subscribeError { error in print("failed: \(error)") }
    while isExecuting { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }

    // With the command, its signals end: they complete by the main scheduler.
    command = nil
    var isOver = false
    RACScheduler.mainThreadScheduler.schedule { isOver = true }
    while !isOver { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
}
