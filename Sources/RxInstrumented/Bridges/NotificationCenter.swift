public import Foundation

/// The centre most programs use, so that a trace knows it as one.
private let defaultCenter = TracedStandIn(for: NotificationCenter.default)

extension Reactive where Base: NotificationCenter {
    /// The notifications of a name, posted by any object or by one.
    ///
    /// Each subscription adds an observer to the centre, and its disposal removes it: nobody has to remember to. A
    /// notification is sent on the thread that posts it. The sequence never ends by itself.
    ///
    /// ```swift
    /// NotificationCenter.default.rx.notification(.playerDidFinish)
    ///     .subscribe(onNext: { print($0.name.rawValue) })
    ///     .disposed(by: bag)
    /// NotificationCenter.default.post(name: .playerDidFinish, object: nil)  // playerDidFinish
    /// ```
    ///
    /// - Parameters:
    ///   - name: the notifications' name; nil for all.
    ///   - object: who posts them; nil for anybody. It is not kept alive: once it is released, nothing can come.
    public func notification(_ name: Notification.Name?, object: AnyObject? = nil) -> Observable<Notification> {
        let isAnybodys = object == nil
        let center = base === NotificationCenter.default ? defaultCenter : TracedStandIn(for: base)
        return Observable.create { [base, weak object] observer in
            // Without its object, the observer would be told of everybody's.
            guard isAnybodys || object != nil else { return Disposables.create() }
            let token = recordedHandler(.addObserver, center) {
                base.addObserver(forName: name, object: object, queue: nil) { notification in
                    observer.on(.next(notification))
                }
            }
            return Disposables.create {
                recordedHandler(.removeObserver, center) { base.removeObserver(token) }
            }
        }
    }
}

// Foundation's own, without an Objective-C runtime, is no `NSObject`.
#if !canImport(ObjectiveC)
    extension NotificationCenter: ReactiveCompatible {}
#endif
