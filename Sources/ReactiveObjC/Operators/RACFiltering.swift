import Dispatch
import RxInstrumented

extension RACSignal {
    /// Sends only the values `block` is true for.
    ///
    /// ```swift
    /// numbers.filter { $0 > 1 }.subscribeNext { print($0) }  // of 1, 2, 3: 2 3
    /// ```
    public func filter(_ block: @escaping (Value) -> Bool) -> RACSignal<Value> {
        flattenMap(derived("-filter:", [.drops])) { owner, value in
            owner.handle(.filterBlock) { block(value) } ? .return(value) : .empty()
        }
    }

    /// Sends no values, but the error or the completion.
    public func ignoreValues() -> RACSignal<Value> {
        ignoringValues()
    }

    /// As ``ignoreValues()``, for a signal of any values.
    func ignoringValues<Result>() -> RACSignal<Result> {
        flattenMap(derived("-ignoreValues", [.ignores])) { _, _ in .empty() }
    }
}

extension RACSignal where Value: Equatable {
    /// Sends only the values that are not equal to the one before.
    ///
    /// ```swift
    /// numbers.distinctUntilChanged().subscribeNext { print($0) }  // of 1, 1, 2: 1 2
    /// ```
    public func distinctUntilChanged() -> RACSignal<Value> {
        bind(derived("-distinctUntilChanged", [.drops])) { _ in
            var last: Value?
            return { value, _ in
                if value == last { return .empty() }
                let replaced = exchange(&last, with: value)
                withExtendedLifetime(replaced) {}
                return .return(value)
            }
        }
    }
}

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
