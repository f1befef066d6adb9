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
