import RxSwift

let shareReplay = Scenario(
    name: "share-replay",
    summary: "share(replay: 1): a late observer gets the last element; the source ends when the last observer leaves"
) {
    let source = PublishSubject<String>()
    let shared =
        source
        .map { text -> String in
            print("mapped once: \(text)")
            return text.uppercased()
        }
        .share(replay: 1)
    let early = shared.subscribe(onNext: { print("early: \($0)") })
    source.onNext("news")
    let late = shared.subscribe(onNext: { print("late: \($0)") })
    source.onNext("more news")
    early.dispose()
    late.dispose()
    source.onNext("nobody listens")
}
