import RxInstrumented

extension RACSignal {
    /// Ignores this signal's values and, when it has completed, sends those of the signal that `block` makes.
    ///
    /// ```swift
    /// save.then { RACSignal.return("saved") }.subscribeNext { print($0) }  // saved
    /// ```
    public func then<Result>(_ block: @escaping () -> RACSignal<Result>) -> RACSignal<Result> {
        ignoringValues().concat(derived("-then:", [.continues]), .deferred { $0.handle(.thenBlock, block) })
    }

    /// As ``then(_:)``, with a signal of an operator's own.
    func then<Result>(own block: @escaping () -> RACSignal<Result>) -> RACSignal<Result> {
        ignoringValues().concat(derived("-then:", [.continues]), .deferred { _ in block() })
    }
}
