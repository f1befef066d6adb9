import RxSwift

private struct ServerError: Error {
    let code: Int
}

let createError = Scenario(
    name: "create-error",
    summary: "an error ends the sequence: the late onNext still reaches on, and goes no further"
) {
    let observable = Observable<String>.create { observer in
        observer.onNext("header")
        observer.onError(ServerError(code: 10086))
        observer.onNext("body, too late")
        return Disposables.create { print("connection closed") }
    }

    let subscription = observable.subscribe(
        onNext: { print("received: \($0)") },
        onError: { print("failed: \($0)") },
        onDisposed: { print("disposed") })
    subscription.dispose()
}
