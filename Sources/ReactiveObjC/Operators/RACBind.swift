import RxInstrumented

extension RACSignal {
    /// Sends the values of the signals that a block makes of the values.
    ///
    /// Most operators are made of it: ``flattenMap(_:)``, ``map(_:)``, ``filter(_:)`` …
    ///
    /// - Parameter block: runs at each subscription; the block it returns takes each value, and makes a signal of it.
    ///   Where it returns nil or sets its second argument, no more values are taken.
    public func bind<Result>(
        _ block: @escaping () -> (Value, inout Bool) -> RACSignal<Result>?
    ) -> RACSignal<Result> {
        bind(derived("-bind:")) { owner in
            let bindingBlock = owner.handle(.bindBlock, block)
            return { value, stop in owner.handle(.bindBlock) { bindingBlock(value, &stop) } }
        }
    }

    /// As ``bind(_:)``, for an operator: `block` is also given the owner of the user's blocks.
    func bind<Result>(
        _ name: Name, _ block: @escaping (any BlockOwner) -> (Value, inout Bool) -> RACSignal<Result>?
    ) -> RACSignal<Result> {
        operation(name) { owner, subscriber in
            let binding = Binding(subscriber)
            binding.bind(self, by: block(owner))
            return binding.disposable
        }
    }
}

/// One subscription to a bound signal.
private final class Binding<Result> {
    let disposable = RACCompoundDisposable()
    private let subscriber: any RACSubscriberProtocol<Result>
    /// How many signals have not completed, the source among them.
    private let signals = AtomicCounter(1)

    init(_ subscriber: any RACSubscriberProtocol<Result>) {
        self.subscriber = subscriber
    }

    func bind<Value>(_ source: RACSignal<Value>, by bindingBlock: @escaping (Value, inout Bool) -> RACSignal<Result>?) {
        let selfDisposable = RACSerialDisposable()
        disposable.add(selfDisposable)
        let subscription = source.subscribe(
            .upward,
            next: { value in
                // A source that sends while it is being subscribed to does not know yet that it is not to.
                if self.disposable.hasDisposed { return }
                var stop = false
                let signal = bindingBlock(value, &stop)
                if let signal { self.add(signal) }
                if signal == nil || stop {
                    selfDisposable.dispose()
                    self.complete(selfDisposable)
                }
            },
            error: fail, completed: { self.complete(selfDisposable) })
        selfDisposable.hold(subscription)
    }

    private func add(_ signal: RACSignal<Result>) {
        signals.increment()
        let selfDisposable = RACSerialDisposable()
        disposable.add(selfDisposable)
        selfDisposable.hold(
            signal.subscribe(
                .inner, next: subscriber.sendNext, error: fail, completed: { self.complete(selfDisposable) }))
    }

    private func fail(_ error: any Error) {
        disposable.dispose()
        subscriber.sendError(error)
    }

    private func complete(_ finished: RACDisposable) {
        if signals.decrement() == 0 {
            subscriber.sendCompleted()
            disposable.dispose()
        } else {
            disposable.remove(finished)
        }
    }
}
