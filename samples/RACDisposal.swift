import ReactiveObjC

let racDisposal = Scenario(
    name: "rac-disposal",
    summary: "who adds to a subscription's compound disposable, what is removed from it, and what is freed unrun",
    needsMainThread: true
) {
    var sending: (any RACSubscriberProtocol<String>)?
    let signal = RACSignal<String>.createSignal { subscriber in
        sending = subscriber
        return RACDisposable { print("the inner disposable runs") }
    }
    // Subscribing adds the inner disposable; the scheduling one is nil where the block ran at once.
    let subscription = signal.subscribeNext { print("received \($0)") }
    sending?.sendNext("one")
    subscription?.dispose()
    sending = nil

    // What is removed is disposed by nobody; with its last reference its block is freed, and never runs.
    let compound = RACCompoundDisposable()
    var removed: RACDisposable? = RACDisposable { print("never printed") }
    compound.addDisposable(removed)
    compound.addDisposable(RACDisposable { print("the other one runs") })
    compound.removeDisposable(removed)
    removed = nil
    compound.dispose()
}
