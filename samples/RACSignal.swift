import ReactiveObjC

let racSignal = Scenario(
    name: "rac-signal",
    summary: "ReactiveObjC's chain: a passthrough subscriber stands between; disposal comes before completedBlock",
    needsMainThread: true
) {
    // 1. Create: didSubscribe is kept, nothing runs yet.
    let signal = RACSignal<String>.createSignal { subscriber in
        // 3. Send: the subscriber is not the one made below, but a RACPassthroughSubscriber before it.
        subscriber.sendNext("next step")
        subscriber.sendCompleted()
        subscriber.sendNext("never received")
        // 4. Dispose: the subscription has ended by now, so that this is disposed as soon as it is returned.
        return RACDisposable { print("disposed") }
    }

    // 2. Subscribe.
    signal.subscribeNext(
        { text in print("received: \(text)") },
        error: { error in print("failed: \(error)") },
        completed: { print("completed") }
    )
}
