/// Disposables that are disposed together, and that may be added and taken out until then.
public final class CompositeDisposable: DisposableObject, Cancelable {
    /// Names a disposable that was inserted.
    public struct DisposeKey {
        fileprivate let key: Bag<DisposableObject>.Key
    }

    private let disposables: Lock<Bag<DisposableObject>?>
    /// Set where `disposables` become nil: to be read without the lock.
    private let disposed = AtomicFlag()

    /// Makes an empty one.
    public override init() {
        disposables = Lock(Bag())
        super.init()
    }

    /// Makes one that holds two disposables.
    public init(_ disposable1: any Disposable, _ disposable2: any Disposable) {
        disposables = Lock(Self.bag([disposable1, disposable2]))
        super.init()
    }

    /// Makes one that holds three disposables.
    public init(_ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable) {
        disposables = Lock(Self.bag([disposable1, disposable2, disposable3]))
        super.init()
    }

    /// Makes one that holds four disposables and more.
    public init(
        _ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable,
        _ disposable4: any Disposable, _ disposables: any Disposable...
    ) {
        self.disposables = Lock(Self.bag([disposable1, disposable2, disposable3, disposable4] + disposables))
        super.init()
    }

    /// Makes one that holds an array of disposables.
    public init(disposables: [any Disposable]) {
        self.disposables = Lock(Self.bag(disposables))
        super.init()
    }

    private static func bag(_ disposables: [any Disposable]) -> Bag<DisposableObject> {
        Bag(disposables.map(\.kept))
    }

    /// Whether ``dispose()`` was called.
    public var isDisposed: Bool { disposed.isSet }

    /// How many disposables are held.
    public var count: Int { disposables.withLock { $0?.count ?? 0 } }

    /// Adds a disposable, or disposes it if this one is disposed.
    ///
    /// - Returns: the key to take it out with; nil if it was disposed.
    public func insert(_ disposable: any Disposable) -> DisposeKey? {
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

    /// Takes a disposable out and disposes it.
    public func remove(for disposeKey: DisposeKey) {
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
            held?.visit { $0.dispose() }
        }
    }
}

extension Disposable {
    /// The disposable as an object even where it holds nothing, so that it counts.
    fileprivate var kept: DisposableObject { _object ?? ForeignDisposable(self) }
}

extension Disposables {
    /// A disposable that disposes all three.
    public static func create(
        _ disposable1: any Disposable, _ disposable2: any Disposable, _ disposable3: any Disposable
    ) -> any Cancelable {
        CompositeDisposable(disposable1, disposable2, disposable3)
    }

    /// A disposable that disposes all that are given, the first three last.
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
