import RxInstrumented

extension RACSignal {
    /// Sends the values of all of the signals. Completes when all have.
    ///
    /// ```swift
    /// RACSignal.merge([.return(1), .return(2)]).subscribeNext { print($0) }  // 1 2
    /// ```
    public static func merge(_ signals: [RACSignal<Value>]) -> RACSignal<Value> {
        RACDynamicSignal<RACSignal<Value>>(named: .plain("+createSignal:")) { _, subscriber in
            for signal in signals { subscriber.sendNext(signal) }
            subscriber.sendCompleted()
            return nil
        }.flattenMap(.plain("+merge:")) { _, signal in signal }
    }

    /// Sends the values of this signal and another. Completes when both have.
    public func merge(_ signal: RACSignal<Value>) -> RACSignal<Value> {
        .merge([self, signal])
    }
}
