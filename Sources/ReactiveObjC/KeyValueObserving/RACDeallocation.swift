import RxInstrumented

/// What ends with an object: the disposables that are disposed, and the signal that completes, before its deinit.
final class RACDeallocation: DeallocationCompanion {
    let disposable = RACCompoundDisposable()
    private let subject = Lock<RACReplaySubject<Void>?>(nil)

    /// Of an object whose end has begun, the disposable is disposed.
    static func of(_ watch: DeallocationWatch) -> RACDeallocation {
        let (deallocation, isTooLate) = watch.companion { RACDeallocation() }
        if isTooLate { deallocation.disposable.dispose() }
        return deallocation
    }

    func objectDeallocates() {
        disposable.dispose()
    }

    /// Completes before the object's deinit.
    static func signal(of watch: DeallocationWatch) -> RACSignal<Void> {
        let deallocation = of(watch)
        let (subject, isNew) = deallocation.subject.withLock { known in
            if let known { return (known, false) }
            let new = RACReplaySubject<Void>(owner: watch.asOwner)
            known = new
            return (new, true)
        }
        if isNew { deallocation.disposable.add(RACDisposable(own: subject.sendCompleted)) }
        return subject
    }
}

extension Reactive where Base: AnyObject {
    /// Completes just before the object's deinit; or why that cannot be told.
    var willDealloc: Result<RACSignal<Void>, DeallocationError> {
        // Not by `map`, whose frames would push the user's code out of the stack that is kept.
        switch WatchedObjects.watch(base) {
        case .success(let watch): .success(RACDeallocation.signal(of: watch))
        case .failure(let error): .failure(error)
        }
    }

    /// The disposable that is disposed just before the object's deinit; nil where that cannot be told.
    var deallocDisposable: RACCompoundDisposable? {
        (try? WatchedObjects.watch(base).get()).map { RACDeallocation.of($0).disposable }
    }
}

extension ReactiveCompatible where Self: AnyObject {
    /// Completes just before the object's `deinit`, on the thread that let go of its last reference.
    ///
    /// Who subscribes later gets the completion at once.
    ///
    /// - Errors: `DeallocationError` where the object's end cannot be told; see `Reactive.deallocating`.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public var rac_willDeallocSignal: RACSignal<Void> {
        switch Reactive(self).willDealloc {
        case .success(let signal): signal
        case .failure(let error): .error(error)
        }
    }

    /// The disposable that is disposed just before the object's `deinit`, on the thread that let go of its last
    /// reference.
    ///
    /// ```swift
    /// screen.rac_deallocDisposable.addDisposable(RACDisposable { print("gone") })
    /// screen = nil  // gone
    /// ```
    ///
    /// - Precondition: the object's end can be told; ``rac_willDeallocSignal`` says why where it cannot.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public var rac_deallocDisposable: RACCompoundDisposable {
        switch WatchedObjects.watch(self) {
        case .success(let watch): return RACDeallocation.of(watch).disposable
        case .failure(let error): preconditionFailure("rac_deallocDisposable: \(error)")
        }
    }

    /// The values of a path of properties of this object; as `RACObserve(_:_:observer:)`.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public func rac_valuesForKeyPath<Value>(
        _ keyPath: KeyPath<Self, Value>, observer: AnyObject? = nil
    ) -> RACSignal<Value> {
        RACObserve(self, keyPath, observer: observer)
    }
}
