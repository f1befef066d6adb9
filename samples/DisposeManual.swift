import RxSwift

let disposeManual = Scenario(
    name: "dispose-manual",
    summary: "a delayed element disposed before it is due: no handler runs, and the scheduler's work is cancelled"
) {
    let scheduler = HistoricalScheduler()
    let subscription = Observable.just(1)
        .delay(.seconds(2), scheduler: scheduler)
        .subscribe { event in print(event) }
    subscription.dispose()
    scheduler.start()
}
