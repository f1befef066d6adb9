import RxSwift

let createSubscribe = Scenario(
    name: "create-subscribe",
    summary: "one observable, one observer: every call from create to the bag's release; see who calls onNext"
) {
    let bag = DisposeBag()

    // 1. Create: the closure is kept, nothing runs yet.
    let observable = Observable<Any>.create { observer in
        // 3. Send: this runs once for each subscription.
        observer.onNext("next step")
        observer.onCompleted()
        return Disposables.create()
    }

    // 2. Subscribe.
    observable
        .subscribe(
            onNext: { text in print("received: \(text)") },
            onError: { error in print("failed: \(error)") },
            onCompleted: { print("completed") },
            onDisposed: { print("disposed") }
        )
        .disposed(by: bag)
}
