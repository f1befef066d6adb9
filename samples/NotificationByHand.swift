import Foundation
import RxSwift

private let didBecomeActive = Notification.Name("didBecomeActive")

/// Removes its observer in its deinit; without that line, it would be told for as long as the program runs.
private final class ScreenByHand {
    private let token: any NSObjectProtocol
    private let center: NotificationCenter

    init(center: NotificationCenter, removes: Bool, heard: PublishSubject<String>) {
        self.center = center
        self.removes = removes
        token = center.addObserver(forName: didBecomeActive, object: nil, queue: nil) { _ in
            heard.onNext(removes ? "by hand" : "by hand, never removed")
        }
    }

    private let removes: Bool

    deinit {
        if removes { center.removeObserver(token) }
    }
}

private final class ScreenByRx {
    private let bag = DisposeBag()

    init(center: NotificationCenter, heard: PublishSubject<String>) {
        center.rx.notification(didBecomeActive)
            .subscribe(onNext: { _ in heard.onNext("by rx") })
            .disposed(by: bag)
    }
}

let notificationByHand = Scenario(
    name: "notification-by-hand",
    summary: "three observers of one notification; after the screens are gone, the one nobody removed still hears it"
) {
    let center = NotificationCenter()
    let heard = PublishSubject<String>()
    let printing = heard.subscribe(onNext: { print("heard \($0)") })
    var screens: [AnyObject] = [
        ScreenByHand(center: center, removes: true, heard: heard),
        ScreenByHand(center: center, removes: false, heard: heard),
        ScreenByRx(center: center, heard: heard),
    ]
    center.post(name: didBecomeActive, object: nil)
    screens.removeAll()
    center.post(name: didBecomeActive, object: nil)
    printing.dispose()
}
