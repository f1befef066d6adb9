import RxTraceKit

/// A resource that can be released, such as a subscription or scheduled work.
public protocol Disposable {
    /// Releases the resource. Calls after the first have no effect.
    func dispose()

    /// The disposable as the library keeps it. Not to be implemented or called by other code.
    var _object: DisposableObject? { get }
}

extension Disposable {
    public var _object: DisposableObject? { ForeignDisposable(self) }
}

/// A ``Disposable`` that tells whether it is disposed.
public protocol Cancelable: Disposable {
    /// Whether ``Disposable/dispose()`` was called.
    var isDisposed: Bool { get }
}

/// Makes disposables.
///
/// ```swift
/// let subscription = Disposables.create { print("gone") }
/// subscription.dispose()  // gone
/// ```
public struct Disposables {
    private init() {}
}

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
/// The library keeps disposables as references to this class, or nil if there is nothing to dispose, because an
/// `any Disposable` takes five words and a call through its witness table for each copy.
open class DisposableObject: DisposeBase, Disposable {
    @inlinable package override init() { super.init() }

    open func dispose() {
        preconditionFailure("\(type(of: self)) does not say what disposing it does")
    }

    @inlinable public final var _object: DisposableObject? { self }

    /// Notes that this cancels a step of a recursion. To be called before the recursion holds it.
    func becomeStep(isFirst: Bool) {}
}

extension DisposableObject? {
    /// The disposable as an existential; ``NopDisposable`` for nil.
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

/// A disposable that holds nothing. Its disposal is not recorded.
@usableFromInline
struct NopDisposable: Disposable {
    @usableFromInline static let noOp: any Disposable = NopDisposable()

    @usableFromInline func dispose() {}

    @usableFromInline var _object: DisposableObject? { nil }
}

extension Disposables {
    /// A disposable that does nothing.
    public static func create() -> any Disposable { NopDisposable.noOp }
}
