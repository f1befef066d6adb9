import RxInstrumented

extension RACSignal {
    /// Sends the result of `block` for each value.
    ///
    /// ```swift
    /// RACSignal.return(2).map { $0 * 10 }.subscribeNext { print($0) }  // 20
    /// ```
    public func map<Result>(_ block: @escaping (Value) -> Result) -> RACSignal<Result> {
        flattenMap(derived("-map:")) { owner, value in .return(owner.handle(.mapBlock) { block(value) }) }
    }

    /// A map of an operator's own.
    func map<Result>(_ name: Name, _ transform: @escaping (Value) -> Result) -> RACSignal<Result> {
        flattenMap(name) { _, value in .return(transform(value)) }
    }
}

extension RACSignal {
    /// Sends the values of all the signals that `block` makes of the values.
    ///
    /// ```swift
    /// RACSignal.return(1).flattenMap { number in RACSignal.return("\(number)!") }
    ///     .subscribeNext { print($0) }  // 1!
    /// ```
    ///
    /// - Parameter block: makes a signal of each value; nil is as good as an empty one.
    public func flattenMap<Result>(_ block: @escaping (Value) -> RACSignal<Result>?) -> RACSignal<Result> {
        flattenMap(derived("-flattenMap:")) { owner, value in owner.handle(.flattenMapBlock) { block(value) } }
    }

    /// As ``flattenMap(_:)``, for an operator: `block` is also given the owner of the user's blocks.
    func flattenMap<Result>(
        _ name: Name, _ block: @escaping (any BlockOwner, Value) -> RACSignal<Result>?
    ) -> RACSignal<Result> {
        bind(name) { owner in { value, _ in block(owner, value) ?? .empty() } }
    }

    /// Sends the values of all the signals that this signal sends.
    public func flatten<Inner>() -> RACSignal<Inner> where Value == RACSignal<Inner> {
        flattenMap(derived("-flatten")) { _, signal in signal }
    }
}

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
