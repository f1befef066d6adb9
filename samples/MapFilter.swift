import RxSwift

let mapFilter = Scenario(
    name: "map-filter",
    summary: "of → map → filter: one sink a stage, subscribed bottom up, sent through top down, one element a turn"
) {
    _ = Observable.of(1, 2, 3)
        .map { $0 * 10 }
        .filter { $0 > 10 }
        .subscribe(onNext: { print($0) })
}
