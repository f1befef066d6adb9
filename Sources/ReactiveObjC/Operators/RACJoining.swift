import RxInstrumented

extension RACSignal {
    /// Sends this signal's values and, when it has completed, those of `signal`.
    ///
    /// ```swift
    /// RACSignal.return(1).concat(.return(2)).subscribeNext { print($0) }  // 1 2
    /// ```
    public func concat(_ signal: RACSignal<Value>) -> RACSignal<Value> {
        concat(derived("-concat:", [.continues]), signal)
    }

    func concat(_ name: Name, _ signal: RACSignal<Value>) -> RACSignal<Value> {
        operation(name) { _, subscriber in
            let disposable = RACCompoundDisposable()
            disposable.add(
                self.subscribe(
                    .upward, next: subscriber.sendNext, error: subscriber.sendError,
                    completed: { disposable.add(signal.subscribe(.upward, subscriber)) }))
            return disposable
        }
    }

    /// Sends `value` first.
    public func startWith(_ value: Value) -> RACSignal<Value> {
        RACSignal.return(value).concat(derived("-startWith:", [.continues]), self)
    }
}

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
