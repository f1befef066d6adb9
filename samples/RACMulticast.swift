import ReactiveObjC

let racMulticast = Scenario(
    name: "rac-multicast",
    summary: "a plain signal runs its block for each subscriber; a multicast connection once for all of them",
    needsMainThread: true
) {
    let signal = RACSignal<String>.createSignal { subscriber in
        print("sends a request")
        subscriber.sendNext("answer")
        subscriber.sendCompleted()
        return nil
    }

    signal.subscribeNext { text in print("first: \(text)") }
    signal.subscribeNext { text in print("second: \(text)") }

    let connection = signal.publish()
    connection.signal.subscribeNext { text in print("third: \(text)") }
    connection.signal.subscribeNext { text in print("fourth: \(text)") }
    connection.connect()
}
