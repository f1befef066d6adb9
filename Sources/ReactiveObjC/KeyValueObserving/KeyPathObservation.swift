import RxInstrumented

/// Observes each property on a key path, and follows the path when one of them changes.
final class KeyPathObservation<Target: AnyObject, Value> {
    private weak var target: Target?
    private weak var observer: AnyObject?
    private let keyPath: KeyPath<Target, Value>
    private let send: (Value) -> Void
    private let levels = Lock<[Level]>([])
    private let disposable = RACCompoundDisposable()

    /// One property on the path, and the disposable that ends its observation.
    private struct Level {
        let trampoline: RACKVOTrampoline
        weak var weakObject: AnyObject?
        let end: RACDisposable?

        func observes(_ access: ObservedAccess) -> Bool {
            trampoline.property === access.property && weakObject === access.weakObject && !trampoline.hasDisposed
        }

        func dispose() {
            trampoline.dispose()
            end?.dispose()
        }
    }

    init(
        _ target: Target, _ keyPath: KeyPath<Target, Value>, observer: AnyObject?, _ send: @escaping (Value) -> Void
    ) {
        self.target = target
        self.keyPath = keyPath
        self.observer = observer
        self.send = send
    }

    /// Observes the path and sends its value.
    ///
    /// - Returns: a disposable that ends it. The release of the target or the observer ends it too, and may come first.
    func start() -> RACDisposable {
        disposable.add(RACDisposable(own: { self.replaceLevels(from: 0, with: []) }))
        follow()
        return disposable
    }

    /// Observes the properties along the path as it leads now, and sends the value at its end.
    private func follow() {
        guard let target, !disposable.hasDisposed else { return }
        var value: Value?
        let accesses = ObservedAccesses.made { value = target[keyPath: keyPath] }
        // Compared outside of the lock: to look at an object is to hold it, and to let go of it may be its end.
        let current = levels.withLock { $0 }
        let kept = zip(current, accesses).prefix { $0.observes($1) }.count
        replaceLevels(from: kept, with: accesses.dropFirst(kept).map(observe))
        // Disposed by another thread meanwhile.
        if disposable.hasDisposed { replaceLevels(from: 0, with: []) }
        if let value { send(value) }
    }

    private func observe(_ access: ObservedAccess) -> Level {
        let trampoline = RACKVOTrampoline(access, observer: observer) { self.follow() }
        return Level(trampoline: trampoline, weakObject: access.weakObject, end: observeEnd(of: access.weakObject))
    }

    /// Takes the release of the object that a weak property refers to for a change.
    private func observeEnd(of object: AnyObject?) -> RACDisposable? {
        // The observer's own release is no change of the path.
        guard let object, object !== observer, let end = Reactive(object).deallocDisposable else { return nil }
        let change = RACDisposable(own: { self.follow() })
        end.add(change)
        return RACDisposable(own: { [weak end] in end?.remove(change) })
    }

    private func replaceLevels(from index: Int, with new: [Level]) {
        let former = levels.withLock { levels in
            let index = min(index, levels.count)
            defer { levels.replaceSubrange(index..., with: new) }
            return Array(levels[index...])
        }
        for level in former.reversed() { level.dispose() }
    }
}
