import Foundation
import RxSwift

private final class Screen {
    private let bag = DisposeBag()

    init(center: NotificationCenter) {
        center.rx.notification(Notification.Name("didBecomeActive"))
            .subscribe(onNext: { _ in print("back in the foreground") })
            .disposed(by: bag)
        center.rx.notification(Notification.Name("willResignActive"))
            .subscribe(onNext: { _ in print("about to leave it") })
            .disposed(by: bag)
    }
}

let notification = Scenario(
    name: "notification",
    summary: "subscribing adds the observer, the bag's release removes it: disposeAction is removeObserver, unwritten"
) {
    let center = NotificationCenter.default
    var screen: Screen? = Screen(center: center)
    center.post(name: Notification.Name("willResignActive"), object: nil)
    center.post(name: Notification.Name("didBecomeActive"), object: nil)
    _ = screen
    screen = nil
    center.post(name: Notification.Name("didBecomeActive"), object: nil)
}
