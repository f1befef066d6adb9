import RxSwift

private struct Timeout: Error {}

let retry = Scenario(
    name: "retry",
    summary: "two failures, then success: every attempt is a subscription of its own, and runs the request again"
) {
    let attempts = Counter()
    let request = Observable<String>.create { observer in
        attempts.value += 1
        print("attempt \(attempts.value)")
        if attempts.value < 3 {
            observer.onError(Timeout())
        } else {
            observer.onNext("response")
            observer.onCompleted()
        }
        return Disposables.create()
    }
    _ =
        request
        .retry(3)
        .subscribe(onNext: { print("received: \($0)") }, onError: { print("gave up: \($0)") })
}

private final class Counter {
    var value = 0
}
