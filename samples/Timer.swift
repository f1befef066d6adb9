import RxSwift

let timer = Scenario(
    name: "timer",
    summary: "an interval on virtual time: each invoke hangs below the schedule that asked for it; take(3) ends it"
) {
    let scheduler = HistoricalScheduler()
    let bag = DisposeBag()
    Observable<Int>.interval(.seconds(1), scheduler: scheduler)
        .take(3)
        .subscribe(onNext: { print("tick \($0)") }, onCompleted: { print("completed") })
        .disposed(by: bag)
    Observable<Int>.timer(.milliseconds(2500), scheduler: scheduler)
        .subscribe(onNext: { print("timer \($0)") })
        .disposed(by: bag)
    scheduler.start()
}
