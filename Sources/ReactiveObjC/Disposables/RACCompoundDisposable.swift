import RxInstrumented

/// Disposes several disposables together, in the order they are kept.
///
/// The first two have places in the object itself, as most subscriptions need no more; the others go into an array. A
/// disposable that is added after this one was disposed is disposed at once.
///
/// ```swift
/// let compound = RACCompoundDisposable()
/// compound.addDisposable(RACDisposable { print("first") })
/// compound.addDisposable(RACDisposable { print("second") })
/// compound.dispose()  // first second
/// compound.addDisposable(RACDisposable { print("late") })  // late
/// ```
public final class RACCompoundDisposable: RACDisposable {
    private struct Places {
        var first: RACDisposable?
        var second: RACDisposable?
        /// Made when the places above are taken.
        var others: [RACDisposable]?
    }

    private let places = Lock(Places())

    public override init() {
        super.init()
    }

    /// Keeps `disposables`: the first two in the places, the others in the array.
    public init(disposables: [RACDisposable]) {
        super.init()
        places.withLock { places in
            places.first = disposables.first
            places.second = disposables.dropFirst().first
            if disposables.count > 2 { places.others = Array(disposables.dropFirst(2)) }
        }
    }

    public convenience override init(block: @escaping () -> Void) {
        self.init(disposables: [RACDisposable(block: block)])
    }

    /// Keeps `disposable`, or disposes it if this one is disposed. Does nothing with nil and with a disposed one.
    public func addDisposable(_ disposable: RACDisposable?) {
        guard let disposable else { return }
        reachesChange()
        insert(disposable)
    }

    /// As ``addDisposable(_:)``, for the library's own calls.
    func insert(_ disposable: RACDisposable) {
        recorded(.insert, self, disposable: disposable) { add(disposable) }
    }

    /// Keeps `disposable` no longer; it is not disposed. Does nothing with nil and with one that is not kept.
    public func removeDisposable(_ disposable: RACDisposable?) {
        guard let disposable else { return }
        reachesChange()
        withdraw(disposable)
    }

    /// As ``removeDisposable(_:)``, for the library's own calls.
    func withdraw(_ disposable: RACDisposable) {
        recorded(.remove, self, disposable: disposable) { remove(disposable) }
    }

    /// As ``addDisposable(_:)``, for what the library keeps for itself: no call of its own in a trace.
    func add(_ disposable: RACDisposable?) {
        guard let disposable, !disposable.hasDisposed else { return }
        precondition(disposable !== self, "a RACCompoundDisposable cannot be added to itself")
        let isTooLate = places.withLock { places in
            if hasDisposed { return true }
            if places.first == nil {
                places.first = disposable
            } else if places.second == nil {
                places.second = disposable
            } else {
                places.others = places.others ?? []
                places.others?.append(disposable)
            }
            return false
        }
        if isTooLate { disposable.dispose() }
    }

    func remove(_ disposable: RACDisposable?) {
        guard let disposable else { return }
        places.withLock { places in
            if hasDisposed { return }
            if places.first === disposable { places.first = nil }
            if places.second === disposable { places.second = nil }
            places.others?.removeAll { $0 === disposable }
        }
    }

    override func didDispose() {
        let kept = places.withLock { places -> Places? in
            guard markDisposed() else { return nil }
            defer { places = Places() }
            return places
        }
        guard let kept else { return }
        kept.first?.dispose()
        if let second = kept.second {
            reachesNextPart()
            second.dispose()
        }
        for disposable in kept.others ?? [] {
            reachesNextPart()
            disposable.dispose()
        }
    }

    /// Whether it keeps anything.
    var isEmpty: Bool {
        places.withLock { $0.first == nil && $0.second == nil && ($0.others ?? []).isEmpty }
    }
}
