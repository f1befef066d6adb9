import ReactiveObjC
import RxSwift

// The same story told by both: create, subscribe, send, dispose, and what is sent too late.

let sideBySideRx = Scenario(
    name: "side-by-side-rx",
    summary: "create, subscribe, send, dispose in RxSwift: the sink drops what is late; compare side-by-side-rac"
) {
    var sending: AnyObserver<String>?
    let observable = Observable<String>.create { observer in
        sending = observer
        return Disposables.create { print("disposed") }
    }
    let subscription = observable.subscribe(onNext: { text in print("received: \(text)") })
    sending?.onNext("one")
    subscription.dispose()
    sending?.onNext("late")
}

let sideBySideRAC = Scenario(
    name: "side-by-side-rac",
    summary: "the same in ReactiveObjC: the passthrough subscriber drops what is late; compare side-by-side-rx",
    needsMainThread: true
) {
    var sending: (any RACSubscriberProtocol<String>)?
    let signal = RACSignal<String>.createSignal { subscriber in
        sending = subscriber
        return RACDisposable { print("disposed") }
    }
    let subscription = signal.subscribeNext { text in print("received: \(text)") }
    sending?.sendNext("one")
    subscription?.dispose()
    sending?.sendNext("late")
    // With the last reference to the subscriber, the one that has the blocks goes as well.
    sending = nil
}
