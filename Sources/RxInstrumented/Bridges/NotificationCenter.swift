public import Foundation

/// Stands for the default centre in traces. A single object, so that a trace shows one centre.
private let defaultCenter = TracedStandIn(for: NotificationCenter.default)

extension Reactive where Base: NotificationCenter {
    /// The notifications with a name, posted by any object or by a given one.
    ///
    /// Each subscription adds an observer to the centre, and its disposal removes the observer. A notification is sent
    /// on the thread that posts it. The sequence never ends by itself.
    ///
    /// ```swift
    /// NotificationCenter.default.rx.notification(.playerDidFinish)
    ///     .subscribe(onNext: { print($0.name.rawValue) })
    ///     .disposed(by: bag)
    /// NotificationCenter.default.post(name: .playerDidFinish, object: nil)  // playerDidFinish
    /// ```
    ///
    /// - Parameters:
    ///   - name: the notifications' name. nil for all names.
    ///   - object: the object that posts the notifications, referenced weakly: once it is released, nothing comes. nil
    ///     for any object.
    public func notification(_ name: Notification.Name?, object: AnyObject? = nil) -> Observable<Notification> {
        let isAnybodys = object == nil
        let center = base === NotificationCenter.default ? defaultCenter : TracedStandIn(for: base)
        return Observable.create { [base, weak object] observer in
            // Once the object is gone, `addObserver` would get nil, and observe the notifications of all objects.
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

// Without an Objective-C runtime, NotificationCenter is not an `NSObject`.
#if !canImport(ObjectiveC)
    extension NotificationCenter: ReactiveCompatible {}
#endif
