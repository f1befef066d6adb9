extension Reactive where Base: AnyObject {
    /// Completes just before the object's deinit; or why that cannot be told.
    var willDealloc: Result<RACSignal<Void>, DeallocationError> {
        // Not by `map`, whose frames would push the user's code out of the stack that is kept.
        switch WatchedObjects.watch(base) {
        case .success(let watch): .success(watch.willDeallocSignal)
        case .failure(let error): .failure(error)
        }
    }

    /// The disposable that is disposed just before the object's deinit; nil where that cannot be told.
    var deallocDisposable: RACCompoundDisposable? {
        try? WatchedObjects.watch(base).get().disposable
    }
}

extension ReactiveCompatible where Self: AnyObject {
    /// Completes just before the object's `deinit`, on the thread that let go of its last reference.
    ///
    /// Who subscribes later gets the completion at once.
    ///
    /// - Errors: ``DeallocationError`` where the object's end cannot be told; see ``Reactive/deallocating``.
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
        case .success(let watch): return watch.disposable
        case .failure(let error): preconditionFailure("rac_deallocDisposable: \(error)")
        }
    }

    /// The values of a path of properties of this object; as ``RACObserve(_:_:observer:)``.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    public func rac_valuesForKeyPath<Value>(
        _ keyPath: KeyPath<Self, Value>, observer: AnyObject? = nil
    ) -> RACSignal<Value> {
        RACObserve(self, keyPath, observer: observer)
    }
}
