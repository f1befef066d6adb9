import RxInstrumented

extension RACSignal {
    /// Sends all but the first `count` values.
    ///
    /// ```swift
    /// numbers.skip(2).subscribeNext { print($0) }  // of 1, 2, 3: 3
    /// ```
    public func skip(_ count: Int) -> RACSignal<Value> {
        bind(derived("-skip:", [.drops])) { _ in
            var skipped = 0
            return { value, _ in
                if skipped >= count { return .return(value) }
                skipped += 1
                return .empty()
            }
        }
    }
}
