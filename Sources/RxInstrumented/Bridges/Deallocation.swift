extension Reactive where Base: AnyObject {
    /// Sends one element just before the object's `deinit`, on the thread that let go of its last reference, and
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
    /// All subscribers of an object share one sequence, whose element late ones get too. Nothing has to be disposed; a
    /// closure that captures the object keeps it alive, so capture it weakly or not at all. The object must not be kept
    /// beyond its `deinit`, here as in that.
    ///
    /// - Errors: ``DeallocationError`` where the object's end cannot be told.
    ///
    /// Without an Objective-C runtime, the class's own deinit is replaced, once, by one that tells and calls it. Three
    /// things to know:
    ///
    /// - The optimiser lets go of an object after its last use, which may be before the end of its scope; in a debug
    ///   build, it mostly lives longer.
    /// - It may put an object that never leaves its function on the stack, and destroy it there without asking its
    ///   class. Watching an object from this module lets it leave, so that should not happen to watched ones; if it did,
    ///   the sequence would fail with ``DeallocationError/onStack(type:)`` rather than stay silent.
    /// - An `isolated deinit` that has to change to its actor runs later: both sequences then tell when it was sent
    ///   there.
    public var deallocating: Observable<Void> {
        switch WatchedObjects.watch(base) {
        case .success(let watch): watch.deallocating
        case .failure(let error): .error(error)
        }
    }

    /// Sends one element and completes once the object is gone: after its `deinit`, on the same thread.
    ///
    /// All subscribers of an object share one sequence. See ``deallocating`` for the order and for the limits.
    ///
    /// - Errors: ``DeallocationError`` where the object's end cannot be told.
    public var deallocated: Observable<Void> {
        switch WatchedObjects.watch(base) {
        case .success(let watch): watch.deallocated
        case .failure(let error): .error(error)
        }
    }
}

/// Why the end of an object cannot be told.
public enum DeallocationError: Error, Equatable, CustomStringConvertible {
    /// The optimiser put the object on the stack, and destroys it there without asking its class.
    case onStack(type: String)
    /// The object is being destroyed, and nobody watched it before.
    case alreadyDeallocating(type: String)
    /// The type's metadata is not that of a class of Swift's, or cannot be changed.
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
