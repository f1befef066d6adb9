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
