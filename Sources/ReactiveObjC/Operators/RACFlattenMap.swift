import RxInstrumented

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
