extension RACSignal {
    /// Sends what the signal sends that `block` makes, at each subscription anew.
    public static func `defer`(_ block: @escaping () -> RACSignal<Value>) -> RACSignal<Value> {
        deferred { $0.handle(.deferBlock, block) }
    }

    /// What ``defer(_:)`` does, for an operator: `block` is given the signal that results.
    static func deferred(_ block: @escaping (RACStream) -> RACSignal<Value>) -> RACSignal<Value> {
        RACDynamicSignal(named: .plain("+defer:")) { signal, subscriber in
            block(signal).subscribe(.upward, subscriber)
        }
    }
}
