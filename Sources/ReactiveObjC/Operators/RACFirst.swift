import Dispatch
import RxInstrumented

extension RACSignal {
    /// Waits for the first value; nil if the signal ends without one.
    ///
    /// The thread is held until then: not for a signal whose values need this very thread.
    public func first() -> Value? {
        let done = DispatchSemaphore(value: 0)
        var value: Value?
        let subscription = take(1).subscribe(
            .inner, next: { value = $0 }, error: { _ in done.signal() }, completed: { done.signal() })
        done.wait()
        return withExtendedLifetime(subscription) { value }
    }
}
