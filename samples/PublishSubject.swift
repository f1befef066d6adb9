import RxSwift

let publishSubject = Scenario(
    name: "publish-subject",
    summary:
        "one event, two observers: on fans out in the order they subscribed; the second leaves before the third event"
) {
    let subject = PublishSubject<Int>()
    let first = subject.subscribe(onNext: { print("first: \($0)") }, onCompleted: { print("first completed") })
    let second = subject.subscribe(onNext: { print("second: \($0)") }, onCompleted: { print("second completed") })
    subject.onNext(1)
    subject.onNext(2)
    second.dispose()
    subject.onNext(3)
    subject.onCompleted()
    first.dispose()
}
