import RxTraceKit

/// The base class of disposables and of the bags that hold them.
open class DisposeBase: TracedObject {
    @inlinable override init() {
        super.init()
        #if DEBUG || TRACE_RESOURCES
            _ = Resources.incrementTotal()
        #endif
    }

    #if DEBUG || TRACE_RESOURCES
        deinit { _ = Resources.decrementTotal() }
    #endif

    @usableFromInline override var traceRole: Trace.Role { .disposable }
}

/// The base class of this library's own disposables.
///
/// The library keeps disposables as references to this class: an `any Disposable` takes five words and a call through
/// its type's witnesses for each copy. Nothing to dispose is nil.
open class DisposableObject: DisposeBase, Disposable {
    @inlinable package override init() { super.init() }

    open func dispose() {
        preconditionFailure("\(type(of: self)) does not say what disposing it does")
    }

    @inlinable public final var _object: DisposableObject? { self }
}

extension DisposableObject? {
    /// The disposable as users know it.
    @inlinable var asDisposable: any Disposable {
        if let self { self } else { NopDisposable.noOp }
    }
}

/// A disposable whose type the user defined. Its disposal is not recorded.
final class ForeignDisposable: DisposableObject {
    private let disposable: any Disposable

    init(_ disposable: any Disposable) {
        self.disposable = disposable
        super.init()
    }

    override func dispose() {
        entersForeignCode("dispose of \(type(of: disposable))")
        disposable.dispose()
    }
}
