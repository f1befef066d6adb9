import CRxTraceBuffer

/// An observer of one inner observable, whose subscription is one of a group.
@usableFromInline
class GroupedObserver: HeldObserver {
    // As what is held.
    @exclusivity(unchecked) fileprivate final var key: CompositeDisposable.DisposeKey?

    @usableFromInline override init() { super.init() }
}

// A disposable's place in the group is that of the time when its subscription begins, though it is put there later, if
// at all. To that end the group knows one subscription that is just being made, on the thread that claimed it: before
// that thread changes the group, the subscription gets its place. Others that begin meanwhile get theirs at once.
extension CompositeDisposable {
    /// Begins with the subscription of `observer`. Returns false if the group is disposed, which ends that.
    @usableFromInline func begin(_ observer: GroupedObserver) -> Bool {
        settle()
        if !rxtrace_is_on(), claim(for: observer) { return !isDisposed }
        return place(observer)
    }

    /// Takes the subscription of `observer`, which has begun.
    @usableFromInline func hold(_ subscription: consuming DisposableObject?, of observer: GroupedObserver) {
        if isClaimed, beginning === observer { endClaim() }
        let hasEnded = observer.take(consume subscription) { disposable in
            observer.key = insert(disposable)
            return nil
        }
        if hasEnded { letGo(of: observer) }
    }

    /// Lets the subscription of `observer` go, whose inner observable has ended.
    @usableFromInline func end(_ observer: GroupedObserver) {
        if observer.noteEnd() { letGo(of: observer) }
    }

    private func letGo(of observer: GroupedObserver) {
        settle()
        if let key = observer.key { remove(for: key) }
    }

    private func place(_ observer: GroupedObserver) -> Bool {
        observer.key = insert(observer.holdEarly())
        return observer.key != nil
    }

    /// Whether this thread has claimed the group.
    private var isClaimed: Bool { claim.load(ordering: .relaxed) == ThreadKey.current }

    private func claim(for observer: GroupedObserver) -> Bool {
        guard claim.compareExchange(expected: 0, desired: ThreadKey.current, ordering: .acquiring).exchanged else {
            return false
        }
        beginning = observer
        return true
    }

    private func endClaim() {
        beginning = nil
        claim.store(0, ordering: .releasing)
    }

    /// Puts the subscription that this thread is making, if any, in its place.
    private func settle() {
        guard isClaimed, let observer = beginning else { return }
        endClaim()
        _ = place(observer)
    }
}
