import RxInstrumented

extension RACSignal {
    /// Sends the first `count` values and completes.
    ///
    /// ```swift
    /// numbers.take(2).subscribeNext { print($0) }  // of 1, 2, 3: 1 2
    /// ```
    public func take(_ count: Int) -> RACSignal<Value> {
        guard count > 0 else { return .empty() }
        return bind(derived("-take:", [.ends])) { _ in
            var taken = 0
            return { value, stop in
                // More may come while the last one is on its way.
                if taken == count { return nil }
                taken += 1
                stop = taken == count
                return .return(value)
            }
        }
    }
}
