import RxInstrumented

/// The values of a property, or of a path of properties: the one it has, and each one it is given.
///
/// ```swift
/// final class Person {
///     @RACObservable var name = "Ada"
/// }
/// let person = Person()
/// RACObserve(person, \.name, observer: self).subscribeNext { print($0) }  // Ada
/// person.name = "Grace"  // Grace
/// ```
///
/// A value is sent on the thread that sets it, before the assignment returns; equal values are sent too. In a path, such
/// as `\.address?.city`, each object on the way is observed: one that is replaced, set to nil or, behind a
/// ``RACObservableWeak`` property, released counts as a change.
///
/// The signal completes as soon as one of `target` and `observer` is released. Neither is kept alive, and nothing has to
/// be removed.
///
/// - Parameters:
///   - target: the object the path starts at; of any class.
///   - keyPath: leads through at least one property that is marked ``RACObservable`` or ``RACObservableWeak``. Other
///     properties on the way are read, and their changes go unseen.
///   - observer: who observes; usually `self`. Nil to go by the target alone.
/// - Errors: `DeallocationError` where the end of one of the two cannot be told.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func RACObserve<Target: AnyObject, Value>(
    _ target: Target, _ keyPath: KeyPath<Target, Value>, observer: AnyObject? = nil
) -> RACSignal<Value> {
    RACPropertySubscribing(target, keyPath, observer: observer).values
}

/// Makes the signals of a key path.
private struct RACPropertySubscribing<Target: AnyObject, Value> {
    private let target: Target
    private let keyPath: KeyPath<Target, Value>
    private let observer: AnyObject?
    private let name: String

    init(_ target: Target, _ keyPath: KeyPath<Target, Value>, observer: AnyObject?) {
        self.target = target
        self.keyPath = keyPath
        self.observer = observer
        let path = ObservedAccesses.made { _ = target[keyPath: keyPath] }.map(\.name).joined(separator: ".")
        precondition(
            !path.isEmpty,
            "RACObserve: no property on the path is observable from this \(type(of: target)); "
                + "declare it @RACObservable var, and see that the objects on the way observe theirs")
        name = "RACObserve(\(TypeName.generic(of: type(of: target))), \(path))"
    }

    var values: RACSignal<Value> {
        let targetEnd = Reactive(target).willDealloc
        // Not by `map`, as there.
        let observerEnd = if let observer { Reactive(observer).willDealloc } else { Self.noEnd }
        switch (targetEnd, observerEnd) {
        case (.success(let targetEnd), .success(let observerEnd)):
            return values(until: targetEnd, observerEnd).setName(name)
        case (.failure(let error), _), (_, .failure(let error)):
            return RACSignal<Value>.error(error).setName(name)
        }
    }

    private static var noEnd: Result<RACSignal<Void>, DeallocationError> { .success(inside { .never() }) }

    private func values(until targetEnd: RACSignal<Void>, _ observerEnd: RACSignal<Void>) -> RACSignal<Value> {
        let gate = DeliveryGate()
        // Not by a closure: in a debug build, its frames are as many as are looked through for the user's place.
        let isInside = Inside.enter()
        // Neither sends a value, so that their zip sends none either, and completes as soon as one of them does.
        let deallocSignal = RACSignal<(Void, Void)>.zip(targetEnd, observerEnd)
            // Waits for a subscription that another thread is in the middle of.
            .doCompleted { gate.pass {} }
        let observation = observation(through: gate)
        Inside.leave(to: isInside)
        return observation.take(until: deallocSignal)
    }

    private func observation(through gate: DeliveryGate) -> RACSignal<Value> {
        let hasObserver = observer != nil
        return RACSignal<Value>.createSignal { [keyPath, weak target, weak observer] subscriber in
            gate.pass {
                guard let target, !hasObserver || observer != nil else {
                    subscriber.sendCompleted()
                    return nil
                }
                let observation = KeyPathObservation(target, keyPath, observer: observer, subscriber.sendNext)
                return observation.start()
            }
        }
    }
}
