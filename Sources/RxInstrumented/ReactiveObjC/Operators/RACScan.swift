extension RACSignal {
    /// Sends what `reduceBlock` makes of its last result and each value.
    ///
    /// ```swift
    /// numbers.scanWithStart(0) { $0 + $1 }.subscribeNext { print($0) }  // of 1, 2, 3: 1 3 6
    /// ```
    public func scanWithStart<Result>(
        _ startingValue: Result, reduce reduceBlock: @escaping (Result, Value) -> Result
    ) -> RACSignal<Result> {
        scan(derived("-scanWithStart:reduce:"), startingValue) { signal, running, value in
            signal.handle(.reduceBlock) { reduceBlock(running, value) }
        }
    }

    func scan<Result>(
        _ name: Name, _ startingValue: Result, _ reduce: @escaping (RACStream, Result, Value) -> Result
    ) -> RACSignal<Result> {
        bind(name) { signal in
            var running = startingValue
            return { value, _ in
                running = reduce(signal, running, value)
                return .return(running)
            }
        }
    }
}
