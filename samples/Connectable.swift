import RxSwift

let connectable = Scenario(
    name: "connectable",
    summary: "publish: two observers, one connect, and the source's closure runs once for both"
) {
    let source = Observable<Int>.create { observer in
        print("the source runs")
        observer.onNext(1)
        observer.onNext(2)
        observer.onCompleted()
        return Disposables.create()
    }
    let published = source.publish()
    let first = published.subscribe(onNext: { print("first: \($0)") })
    let second = published.subscribe(onNext: { print("second: \($0)") })
    let connection = published.connect()
    connection.dispose()
    first.dispose()
    second.dispose()
}
