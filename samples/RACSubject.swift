import ReactiveObjC

let racSubject = Scenario(
    name: "rac-subject",
    summary: "a subject sends to a copy of its subscribers: who subscribes meanwhile gets only what comes next"
) {
    let subject = RACSubject<Int>()
    subject.subscribeNext { number in
        print("first: \(number)")
        guard number == 1 else { return }
        subject.subscribeNext { print("latecomer: \($0)") }
    }
    let second = subject.subscribeNext { print("second: \($0)") }
    subject.sendNext(1)
    second?.dispose()
    subject.sendNext(2)
    subject.sendCompleted()
}
