import RxInstrumented

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
