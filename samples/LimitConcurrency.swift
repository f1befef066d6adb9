import RxSwift

let limitConcurrency = Scenario(
    name: "limit-concurrency",
    summary: "three cells ask for their images, two at a time: the third request is made when one of the first two ends"
) {
    let cells = PublishSubject<String>()
    let answers = ["first": PublishSubject<String>(), "second": PublishSubject(), "third": PublishSubject()]
    let subscription =
        cells
        .map { cell in
            Observable.deferred {
                print("asks for the \(cell)")
                return answers[cell] ?? .empty()
            }
        }
        .merge(maxConcurrent: 2)
        .subscribe(onNext: { print("shows \($0)") })
    ["first", "second", "third"].forEach(cells.onNext)
    answers["second"]?.onNext("image 2")
    answers["second"]?.onCompleted()
    answers["third"]?.onNext("image 3")
    subscription.dispose()
}
