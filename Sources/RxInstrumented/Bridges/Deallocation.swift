extension Reactive where Base: AnyObject {
    /// Sends one element just before the object's `deinit`, on the thread that released the last reference, and
    /// completes when the object is gone.
    ///
    /// ```swift
    /// final class Screen: ReactiveCompatible {
    ///     deinit { print("deinit") }
    /// }
    /// var screen: Screen? = Screen()
    /// _ = screen?.rx.deallocating.subscribe(onNext: { print("deallocating") })
    /// _ = screen?.rx.deallocated.subscribe(onNext: { print("deallocated") })
    /// screen = nil  // deallocating deinit deallocated
    /// ```
    ///
    /// All observers of an object share one sequence; late observers also receive the element. Nothing has to be
    /// disposed. A closure that captures the object keeps it alive, so capture it weakly or not at all. As in a
    /// `deinit`, the object must not be retained beyond its end.
    ///
    /// - Errors: ``DeallocationError`` if the object's end cannot be observed.
    ///
    /// Without an Objective-C runtime, the class's deallocating deinit is replaced, once, by a function that sends the
    /// element and calls the original. Three things to know:
    ///
    /// - The optimiser may release an object after its last use, before the end of its scope. In a debug build, it
    ///   mostly lives longer.
    /// - The optimiser may put an object on the stack that never leaves its function, and destroy it there without
    ///   calling the class's deallocating deinit. Watching an object lets it leave its function, so that this should
    ///   not happen. If it did, the sequence would fail with ``DeallocationError/onStack(type:)``.
    /// - An `isolated deinit` that has to switch to its actor runs later. Both sequences then send their element when
    ///   the `deinit` is enqueued there.
    public var deallocating: Observable<Void> {
        switch WatchedObjects.watch(base) {
        case .success(let watch): watch.deallocating
        case .failure(let error): .error(error)
        }
    }

    /// Sends one element and completes when the object is gone: after its `deinit`, on the same thread.
    ///
    /// All observers of an object share one sequence. See ``deallocating`` for the order and the limits.
    ///
    /// - Errors: ``DeallocationError`` if the object's end cannot be observed.
    public var deallocated: Observable<Void> {
        switch WatchedObjects.watch(base) {
        case .success(let watch): watch.deallocated
        case .failure(let error): .error(error)
        }
    }
}

/// Why the end of an object cannot be observed.
public enum DeallocationError: Error, Equatable, CustomStringConvertible {
    /// The optimiser put the object on the stack, and destroys it there without calling its class's deallocating
    /// deinit.
    case onStack(type: String)
    /// The object is being destroyed, and was not watched before.
    case alreadyDeallocating(type: String)
    /// The type is not a Swift class, or its metadata cannot be changed.
    case unsupportedType(type: String)
    /// Swift objects cannot be watched on this platform.
    case unsupportedPlatform

    public var description: String {
        switch self {
        case .onStack(let type):
            "this \(type) lives on the stack, where its end cannot be told: "
                + "store it in a property, or mark what makes it @_optimize(none)"
        case .alreadyDeallocating(let type):
            "this \(type) is being destroyed and was not watched before: subscribe before its last reference goes"
        case .unsupportedType(let type):
            "the end of a \(type) cannot be told, as its class cannot be changed: watch an object that owns it"
        case .unsupportedPlatform:
            "the end of Swift objects cannot be told on this platform: send from their deinit instead"
        }
    }
}
