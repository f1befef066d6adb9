import RxSwift

let takeUntil = Scenario(
    name: "take-until",
    summary: "another observable's first element completes this one: no dispose call in the user's code at all"
) {
    let ticks = PublishSubject<Int>()
    let prepareForReuse = PublishSubject<Void>()
    _ =
        ticks
        .take(until: prepareForReuse)
        .subscribe(
            onNext: { print("tick \($0)") }, onCompleted: { print("completed") }, onDisposed: { print("disposed") })
    ticks.onNext(1)
    ticks.onNext(2)
    prepareForReuse.onNext(())
    ticks.onNext(3)
}
