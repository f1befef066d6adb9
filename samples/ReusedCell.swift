import ReactiveObjC
import RxSwift

// The same list cell told by both: its image is throttled, ends with the cell's reuse, and is mapped.

let reusedCellRx = Scenario(
    name: "reused-cell-rx",
    summary:
        "throttle, take(until:), map in RxSwift: the first image at once, the latest 50 ms later; compare reused-cell-rac"
) {
    let scheduler = HistoricalScheduler()
    let images = PublishSubject<(name: String, size: Int)>()
    let prepareForReuse = PublishSubject<Void>()
    _ =
        images
        .throttle(.milliseconds(50), scheduler: scheduler)
        .take(until: prepareForReuse)
        .map(\.name)
        .subscribe(onNext: { print("shows \($0)") }, onCompleted: { print("no more images") })
    images.onNext(("placeholder", 1))
    images.onNext(("thumbnail", 20))
    images.onNext(("full size", 400))
    scheduler.advanceTo(scheduler.now.addingTimeInterval(0.1))
    images.onNext(("retina", 900))
    images.onNext(("never shown", 1000))
    prepareForReuse.onNext(())
    scheduler.start()
}

let reusedCellRAC = Scenario(
    name: "reused-cell-rac",
    summary: "the same in ReactiveObjC: throttle holds the first image too, until 50 ms pass; compare reused-cell-rx",
    needsMainThread: true
) {
    let scheduler = RACTestScheduler()
    let images = RACSubject<(name: String, size: Int)>()
    let prepareForReuse = RACSubject<Void>()
    images
        .throttle(0.05)
        .take(until: prepareForReuse)
        .map(\.name)
        .subscribeNext({ print("shows \($0)") }, completed: { print("no more images") })
    // What a scheduler's block sends is held by that scheduler.
    func send(_ name: String, _ size: Int) {
        scheduler.schedule { images.sendNext((name, size)) }
    }
    send("placeholder", 1)
    send("thumbnail", 20)
    send("full size", 400)
    scheduler.stepAll()
    send("retina", 900)
    send("never shown", 1000)
    scheduler.step()
    prepareForReuse.sendNext(())
    scheduler.stepAll()
}
