import RxTraceKit
import Synchronization

/// The base of disposables whose content is set later. The content is disposed once, as soon as it has been set and the
/// disposable has been disposed, in either order.
public class AssignableDisposable: DisposableObject {
    private static let isSet: UInt8 = 1
    private static let isDisposed: UInt8 = 2

    private final let state = Atomic<UInt8>(0)

    override init() { super.init() }

    @usableFromInline package final var hasDisposed: Bool {
        state.touches(false)
        return state.load(ordering: .acquiring) & Self.isDisposed != 0
    }

    /// Notes that the content is set. Returns whether the caller is to dispose the content now.
    final func noteSet() -> Bool {
        state.touches(true)
        let previous = state.bitwiseOr(Self.isSet, ordering: .acquiringAndReleasing).oldValue
        precondition(previous & Self.isSet == 0, "what a \(type(of: self)) disposes is set once")
        return previous & Self.isDisposed != 0
    }

    /// Notes that this object is disposed. Returns whether the caller is to dispose the content now.
    final func noteDisposed() -> Bool {
        // A sink and its disposer dispose each other, so every second call comes too late: it needs no atomic write.
        if hasDisposed { return false }
        state.touches(true)
        let previous = state.bitwiseOr(Self.isDisposed, ordering: .acquiringAndReleasing).oldValue
        return previous & Self.isDisposed == 0 && previous & Self.isSet != 0
    }
}

/// Holds one disposable, which is set once and disposed with this one. If this one is disposed already, setting
/// disposes.
public final class SingleAssignmentDisposable: AssignableDisposable, Cancelable {
    /// When the work that this cancels may begin before anybody holds this.
    enum Overtaking {
        case never
        /// Where it is handed to a queue on which the asker does not run.
        case fromOutside
        case always
    }

    private let overtaking: Overtaking
    private var isStep = false
    private var disposable: DisposableObject?

    /// Creates a disposable that holds nothing yet.
    public override init() {
        overtaking = .never
        super.init()
    }

    /// Creates one that cancels work.
    init(_ overtaking: Overtaking) {
        self.overtaking = overtaking
        super.init()
    }

    override var traceBehaviors: Trace.Behaviors { isStep ? [.step] : [] }

    override func becomeStep(isFirst: Bool) { isStep = isFirst ? overtaking != .never : overtaking == .always }

    /// Whether ``dispose()`` was called.
    public var isDisposed: Bool {
        reachesFlag()
        return hasDisposed
    }

    /// Sets the disposable to dispose. A second call traps.
    public func setDisposable(_ disposable: any Disposable) {
        reachesChange()
        set(disposable._object)
    }

    @usableFromInline func set(_ disposable: consuming DisposableObject?) {
        self.disposable = consume disposable
        if noteSet() { disposeHeld() }
    }

    public override func dispose() {
        recorded(.dispose, self) {
            if noteDisposed() { disposeHeld() }
        }
    }

    private func disposeHeld() {
        disposable.take()?.dispose()
    }
}

/// Holds one disposable at a time: setting another disposes the one before.
public final class SerialDisposable: DisposableObject, Cancelable {
    private struct State {
        var current: DisposableObject?
        var isDisposed = false
    }

    private let state = Lock(State())

    /// Creates a disposable that holds nothing yet.
    public override init() {
        super.init()
    }

    /// Whether ``dispose()`` was called.
    public var isDisposed: Bool {
        reachesFlag()
        return hasDisposed
    }

    @usableFromInline var hasDisposed: Bool { state.reading { $0.isDisposed } }

    /// The disposable that is disposed with this one. Setting it disposes the former one, or, after ``dispose()``, the
    /// new one.
    public var disposable: any Disposable {
        get {
            reachesFlag()
            return state.reading { $0.current }.asDisposable
        }
        set {
            reachesChange()
            set(newValue._object)
        }
    }

    @usableFromInline func set(_ disposable: DisposableObject?) {
        exchange(disposable)?.dispose()
    }

    /// Sets the current disposable. Returns the one to dispose now: the former one, or the new one if this object is
    /// disposed.
    @usableFromInline func exchange(_ disposable: consuming DisposableObject?) -> DisposableObject? {
        state.withLock { state in
            if state.isDisposed { return disposable.take() }
            let former = state.current.take()
            state.current = disposable.take()
            return former
        }
    }

    public override func dispose() {
        recorded(.dispose, self) {
            let current = state.withLock { state in
                state.isDisposed = true
                defer { state.current = nil }
                return state.current
            }
            current?.dispose()
        }
    }
}
