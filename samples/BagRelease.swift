import RxSwift

private final class Screen {
    private let bag = DisposeBag()

    init(title: Observable<String>, badge: Observable<Int>) {
        title.subscribe(onNext: { print("title: \($0)") }, onDisposed: { print("title gone") }).disposed(by: bag)
        badge.subscribe(onNext: { print("badge: \($0)") }, onDisposed: { print("badge gone") }).disposed(by: bag)
    }
}

let bagRelease = Scenario(
    name: "bag-release",
    summary: "an object owns a bag: when it is released, deinit disposes both subscriptions, in order"
) {
    let title = PublishSubject<String>()
    let badge = PublishSubject<Int>()
    var screen: Screen? = Screen(title: title, badge: badge)
    title.onNext("Inbox")
    badge.onNext(3)
    _ = screen
    screen = nil
    title.onNext("nobody hears this")
}
