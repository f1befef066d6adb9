/// A disposable that runs a closure, once.
@usableFromInline
final class AnonymousDisposable: StoppableObject, Cancelable {
    private var action: (() -> Void)?
    /// How a trace labels the action. nil for an action of the library, which is not recorded.
    private let label: HandlerLabel?

    @usableFromInline init(_ label: HandlerLabel? = nil, _ action: @escaping () -> Void) {
        self.label = label
        self.action = action
        super.init()
    }

    @usableFromInline var isDisposed: Bool {
        reachesFlag()
        return disposed.isSet
    }

    @usableFromInline override func dispose() {
        recorded(.dispose, self) {
            guard disposed.set(), let action = action.take() else { return }
            if let label {
                recordedHandler(label, self, action)
            } else {
                action()
            }
        }
    }
}

extension Disposables {
    /// A disposable that runs `dispose` when it is first disposed, on the disposing thread.
    public static func create(with dispose: @escaping () -> Void) -> any Cancelable {
        AnonymousDisposable(.disposeAction, dispose)
    }
}

/// A disposable that only remembers whether it is disposed.
///
/// ```swift
/// let cancelled = BooleanDisposable()
/// cancelled.dispose()
/// cancelled.isDisposed  // true
/// ```
public final class BooleanDisposable: DisposableObject, Cancelable {
    private let disposed = AtomicFlag()

    /// Creates a disposable that is not disposed.
    public override init() {
        super.init()
    }

    /// Creates a disposable that is already disposed if `isDisposed`.
    public init(isDisposed: Bool) {
        super.init()
        if isDisposed { disposed.raise() }
    }

    /// Whether ``dispose()`` was called.
    public var isDisposed: Bool {
        reachesFlag()
        return disposed.isSet
    }

    public override func dispose() {
        recorded(.dispose, self) { disposed.raise() }
    }
}

@usableFromInline
final class BinaryDisposable: StoppableObject, Cancelable {
    private var first: DisposableObject?
    private var second: DisposableObject?

    @usableFromInline init(_ first: consuming DisposableObject?, _ second: consuming DisposableObject?) {
        self.first = consume first
        self.second = consume second
        super.init()
    }

    @usableFromInline var isDisposed: Bool {
        reachesFlag()
        return disposed.isSet
    }

    @usableFromInline override func dispose() {
        recorded(.dispose, self) {
            guard disposed.set() else { return }
            let isPair = first != nil && second != nil
            first.take()?.dispose()
            if isPair { reachesNextPart() }
            second.take()?.dispose()
        }
    }
}

extension Disposables {
    /// A disposable that disposes both arguments, in order.
    public static func create(_ disposable1: any Disposable, _ disposable2: any Disposable) -> any Cancelable {
        BinaryDisposable(disposable1._object, disposable2._object)
    }
}
