import RxSwift

let sinkDisposerOrder = Scenario(
    name: "sink-disposer",
    summary: "a SinkDisposer's two orders: its subscription comes after the end, or the end after its subscription"
) {
    // Completed while it subscribes: the sink is disposed first, and what the closure returns at once when it comes.
    _ = Observable<String>.create { observer in
        observer.onNext("at once")
        observer.onCompleted()
        return Disposables.create { print("disposed as soon as it was returned") }
    }.subscribe(onNext: { print($0) })

    // Completed later: both are there, and are disposed together, the sink before the closure's disposable.
    var sending: AnyObserver<String>?
    _ = Observable<String>.create { observer in
        sending = observer
        return Disposables.create { print("disposed by the completion") }
    }.subscribe(onNext: { print($0) })
    sending?.onNext("later")
    sending?.onCompleted()
}
