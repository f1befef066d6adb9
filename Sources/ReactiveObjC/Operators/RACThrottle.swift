import Foundation
import RxInstrumented

extension RACSignal {
    /// Sends a value once `interval` seconds have passed without another. A completion sends the last one at once.
    ///
    /// A value is held by the scheduler that sent it, or else by a background one.
    ///
    /// ```swift
    /// text.throttle(0.3).subscribeNext { print("searches \($0)") }
    /// ```
    public func throttle(_ interval: TimeInterval) -> RACSignal<Value> {
        precondition(interval >= 0, "a signal is throttled by 0 seconds or more, not by \(interval)")
        return operation(derived("-throttle:", [.drops, .buffers])) { _, subscriber in
            let disposable = RACCompoundDisposable()
            let scheduler = RACScheduler.scheduler()
            let gate = DeliveryGate()
            var held: ElementWithOrigin<Value>?
            let nextDisposable = RACSerialDisposable()
            // The value is let go outside of the gate.
            let flush = { (sends: Bool) in
                let value = gate.pass {
                    nextDisposable.disposable?.dispose()
                    let value = held.take()
                    if sends, let value { subscriber.sendNext(value) }
                    return value
                }
                withExtendedLifetime(value) {}
            }
            disposable.add(
                self.subscribe(
                    .upward,
                    next: { value in
                        let delayScheduler = RACScheduler.currentScheduler ?? scheduler
                        let replaced = gate.pass {
                            nextDisposable.disposable?.dispose()
                            let replaced = exchange(&held, with: ElementWithOrigin(value))
                            nextDisposable.hold(delayScheduler.afterDelay(interval) { flush(true) })
                            return replaced
                        }
                        withExtendedLifetime(replaced) {}
                    },
                    error: { error in
                        disposable.dispose()
                        subscriber.sendError(error)
                    },
                    completed: {
                        flush(true)
                        subscriber.sendCompleted()
                    }))
            return disposable
        }
    }
}
