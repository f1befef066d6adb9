import RxInstrumented

extension RACSignal {
    /// Sends the result of `reduceBlock` for its last result and each value.
    ///
    /// ```swift
    /// numbers.scanWithStart(0) { $0 + $1 }.subscribeNext { print($0) }  // of 1, 2, 3: 1 3 6
    /// ```
    public func scanWithStart<Result>(
        _ startingValue: Result, reduce reduceBlock: @escaping (Result, Value) -> Result
    ) -> RACSignal<Result> {
        scan(derived("-scanWithStart:reduce:", [.accumulates]), startingValue) { owner, running, value in
            owner.handle(.reduceBlock) { reduceBlock(running, value) }
        }
    }

    func scan<Result>(
        _ name: Name, _ startingValue: Result, _ reduce: @escaping (any BlockOwner, Result, Value) -> Result
    ) -> RACSignal<Result> {
        bind(name) { owner in
            var running = startingValue
            return { value, _ in
                let next = reduce(owner, running, value)
                let replaced = exchange(&running, with: next)
                withExtendedLifetime(replaced) {}
                return .return(next)
            }
        }
    }
}
