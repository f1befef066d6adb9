import ReactiveObjC

let racSchedulerNested = Scenario(
    name: "rac-scheduler-nested",
    summary: "a block's scheduler is the current one; after a block within it, the one before; after all, none",
    needsMainThread: true
) {
    let decoding = RACTestScheduler()
    let drawing = RACTestScheduler()
    let steps = RACSubject<String>()
    steps.subscribeNext { print($0) }
    func tell(_ step: String) {
        // A thread without one of its own has none, but the main thread has the main thread's.
        let scheduler = RACScheduler.currentScheduler
        let name = scheduler === decoding ? "decoding" : scheduler === drawing ? "drawing" : "none of these"
        steps.sendNext("\(step): \(name)")
    }
    tell("before")
    decoding.schedule {
        tell("decodes")
        drawing.schedule { tell("draws") }
        drawing.stepAll()
        tell("decodes on")
    }
    decoding.stepAll()
    tell("after")
    steps.sendCompleted()
}
