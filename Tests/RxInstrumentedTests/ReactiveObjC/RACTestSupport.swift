import ReactiveObjC
import RxInstrumented
import Testing

/// Runs `body` as a scheduler's block, as the main thread runs a program: signals it subscribes to run at once.
func scheduled<Result>(_ body: @escaping () -> Result) -> Result? {
    var result: Result?
    let scheduler = RACTestScheduler()
    scheduler.schedule { result = body() }
    scheduler.step()
    return result
}

/// The recorded calls of `body`, which runs as a scheduler's block; see ``chain(_:)``.
func racChain(_ body: @escaping () -> Void) -> [String] {
    scheduled { chain(body) } ?? []
}

/// The events that a subscriber was sent, as text.
final class RACLog {
    private(set) var events: [String] = []

    func add(_ event: String) { events.append(event) }

    func subscribe<Value>(to signal: RACSignal<Value>, as prefix: String = "") -> RACDisposable? {
        signal.subscribeNext(
            { self.add("\(prefix)\($0)") }, error: { self.add("\(prefix)error \($0)") },
            completed: { self.add("\(prefix)completed") })
    }
}

/// The events that one subscription to a signal is sent while it is being made.
func events<Value>(of signal: @escaping () -> RACSignal<Value>) -> [String] {
    let log = RACLog()
    _ = scheduled { log.subscribe(to: signal()) }
    return log.events
}

/// A signal that sends `values` and completes.
func sending<Value>(_ values: Value...) -> RACSignal<Value> {
    .createSignal { subscriber in
        for value in values { subscriber.sendNext(value) }
        subscriber.sendCompleted()
        return nil
    }
}

/// A signal that sends `values` and then an error.
func failing<Value>(after values: Value...) -> RACSignal<Value> {
    .createSignal { subscriber in
        for value in values { subscriber.sendNext(value) }
        subscriber.sendError(RACFailure())
        return nil
    }
}

struct RACFailure: Error, CustomStringConvertible {
    let description = "failure"
}
