import Foundation
import RxInstrumented
import RxSwift

extension Notification.Name {
    fileprivate static let rotated = Notification.Name("rotated")
    fileprivate static let dimmed = Notification.Name("dimmed")
    fileprivate static let locked = Notification.Name("locked")
}

/// Observes without rx. Without the line in `deinit`, its observer would stay for as long as the program runs.
private final class ScreenByHand {
    private let center: NotificationCenter
    private var tokens: [any NSObjectProtocol] = []

    init(center: NotificationCenter, heard: PublishSubject<String>) {
        self.center = center
        // A mark makes a row of what is no reactive code.
        Trace.mark("addObserver by hand: rotated")
        let removed = center.addObserver(forName: .rotated, object: nil, queue: nil) { _ in heard.onNext("rotated") }
        tokens.append(removed)
        Trace.mark("addObserver by hand: dimmed")
        // Nobody keeps what this returns, and so nobody can remove it.
        _ = center.addObserver(forName: .dimmed, object: nil, queue: nil) { _ in heard.onNext("dimmed") }
    }

    deinit {
        for token in tokens { Trace.mark("removeObserver by hand: rotated") { center.removeObserver(token) } }
    }
}

private final class ScreenByRx {
    private let bag = DisposeBag()

    init(center: NotificationCenter, heard: PublishSubject<String>) {
        center.rx.notification(.locked).subscribe(onNext: { _ in heard.onNext("locked") }).disposed(by: bag)
    }
}

let notificationByHand = Scenario(
    name: "notification-by-hand",
    summary: "observers removed by a deinit, by nobody, and by a bag: the second hears on after the screens are gone"
) {
    let center = NotificationCenter()
    let heard = PublishSubject<String>()
    let printing = heard.subscribe(onNext: { print("heard that the device is \($0)") })
    var screens: [AnyObject] = [
        ScreenByHand(center: center, heard: heard), ScreenByRx(center: center, heard: heard),
    ]
    for name in [Notification.Name.rotated, .dimmed, .locked] { center.post(name: name, object: nil) }
    screens.removeAll()
    for name in [Notification.Name.rotated, .dimmed, .locked] { center.post(name: name, object: nil) }
    printing.dispose()
}
