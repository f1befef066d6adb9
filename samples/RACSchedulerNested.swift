import ReactiveObjC

let racSchedulerNested = Scenario(
    name: "rac-scheduler-nested",
    summary: "a scheduler's block is its current scheduler's; after a block within it, the previous one is restored",
    needsMainThread: true
) {
    let outer = RACTestScheduler()
    let inner = RACTestScheduler()
    let current = RACSubject<String>()
    current.subscribeNext { print($0) }
    func tell(_ moment: String) {
        let scheduler = RACScheduler.currentScheduler
        let name = scheduler === outer ? "outer" : scheduler === inner ? "inner" : "other"
        current.sendNext("\(moment): \(name)")
    }
    outer.schedule {
        tell("before")
        inner.schedule { tell("within") }
        inner.stepAll()
        tell("after")
    }
    outer.stepAll()
    current.sendCompleted()
}
