/// A set of disposables that are disposed together. Until then, disposables can be inserted and removed.
public final class CompositeDisposable: DisposableObject, Cancelable {
    /// Identifies an inserted disposable.
    public struct DisposeKey {
        fileprivate let key: Bag<DisposableObject>.Key
    }

    private let disposables: Lock<Bag<DisposableObject>?>
    /// Set when `disposables` becomes nil, so that the state can be read without the lock.
    private let disposed = AtomicFlag()

    /// Creates an empty composite.
    public override init() {
        disposables = Lock(Bag())
        super.init()
    }

    /// Creates a composite of two disposables.
    public init(_ disposable1: any Disposable, _ disposable2: any Disposable) {
        disposables = Lock(Self.bag([disposable1, disposable2]))
        super.init()
    }

    /// Creates a composite of three disposables.
    public init(_ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable) {
        disposables = Lock(Self.bag([disposable1, disposable2, disposable3]))
        super.init()
    }

    /// Creates a composite of four or more disposables.
    public init(
        _ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable,
        _ disposable4: any Disposable, _ disposables: any Disposable...
    ) {
        self.disposables = Lock(Self.bag([disposable1, disposable2, disposable3, disposable4] + disposables))
        super.init()
    }

    /// Creates a composite of an array of disposables.
    public init(disposables: [any Disposable]) {
        self.disposables = Lock(Self.bag(disposables))
        super.init()
    }

    private static func bag(_ disposables: [any Disposable]) -> Bag<DisposableObject> {
        Bag(disposables.map(\.kept))
    }

    /// Whether ``dispose()`` was called.
    public var isDisposed: Bool {
        reachesFlag()
        return hasDisposed
    }

    var hasDisposed: Bool { disposed.isSet }

    /// How many disposables are held.
    public var count: Int {
        reachesFlag()
        return disposables.reading { $0?.count ?? 0 }
    }

    /// Inserts a disposable, or disposes it if the composite is disposed.
    ///
    /// - Returns: the key for ``remove(for:)``, or nil if the disposable was disposed.
    public func insert(_ disposable: any Disposable) -> DisposeKey? {
        let disposable = disposable.kept
        var key: DisposeKey?
        reachesChange()
        recorded(.add, self, disposable: disposable) { key = insert(disposable) }
        return key
    }

    /// As ``insert(_:)``, for what the library keeps for itself: no call of its own in a trace.
    @usableFromInline func keep(_ disposable: any Disposable) -> DisposeKey? {
        insert(disposable.kept)
    }

    func insert(_ disposable: DisposableObject) -> DisposeKey? {
        let key = disposables.withLock { $0?.insert(disposable) }
        guard let key else {
            disposable.dispose()
            return nil
        }
        return DisposeKey(key: key)
    }

    /// Removes a disposable and disposes it.
    public func remove(for disposeKey: DisposeKey) {
        reachesChange()
        drop(disposeKey)
    }

    /// As ``remove(for:)``, for what the library keeps for itself.
    @usableFromInline func drop(_ disposeKey: DisposeKey) {
        disposables.withLock { $0?.remove(disposeKey.key) }?.dispose()
    }

    public override func dispose() {
        recorded(.dispose, self) {
            let held = disposables.withLock { disposables in
                let held = disposables
                disposables = nil
                disposed.raise()
                return held
            }
            var isFirst = true
            held?.visit {
                if !isFirst { reachesNextPart() }
                isFirst = false
                $0.dispose()
            }
        }
    }
}

extension Disposable {
    /// The disposable as an object, even if it does nothing, so that it is counted.
    var kept: DisposableObject { _object ?? ForeignDisposable(self) }
}

extension Disposables {
    /// A disposable that disposes all three.
    public static func create(
        _ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable
    ) -> any Cancelable {
        CompositeDisposable(disposable1, disposable2, disposable3)
    }

    /// A disposable that disposes all arguments, the first three last.
    public static func create(
        _ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable,
        _ disposables: any Disposable...
    ) -> any Cancelable {
        CompositeDisposable(disposables: disposables + [disposable1, disposable2, disposable3])
    }

    /// A disposable that disposes all of `disposables`.
    public static func create(_ disposables: [any Disposable]) -> any Cancelable {
        switch disposables.count {
        case 2: create(disposables[0], disposables[1])
        default: CompositeDisposable(disposables: disposables)
        }
    }
}
