import RxInstrumented

extension RACSignal {
    /// Sends the values of the signal that `block` makes, at each subscription anew.
    public static func `defer`(_ block: @escaping () -> RACSignal<Value>) -> RACSignal<Value> {
        deferred { $0.handle(.deferBlock, block) }
    }

    /// As ``defer(_:)``, for an operator: `block` is given the owner of the user's block.
    static func deferred(_ block: @escaping (any BlockOwner) -> RACSignal<Value>) -> RACSignal<Value> {
        RACDynamicSignal(named: .plain("+defer:")) { owner, subscriber in
            block(owner).subscribe(.upward, subscriber)
        }
    }
}
