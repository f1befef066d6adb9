import RxSwift

let flatMapLatest = Scenario(
    name: "flat-map-latest",
    summary: "a new query ends the search before it: see the inner subscription that ended by switch"
) {
    let query = PublishSubject<String>()
    let results = ["sw": PublishSubject<[String]>(), "swift": PublishSubject<[String]>()]
    let subscription =
        query
        .flatMapLatest { text in results[text]?.asObservable() ?? .just([]) }
        .subscribe(onNext: { print("results: \($0)") })
    query.onNext("sw")
    query.onNext("swift")
    results["sw"]?.onNext(["too late"])
    results["swift"]?.onNext(["swift", "swiftui"])
    subscription.dispose()
}
