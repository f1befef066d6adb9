import RxInstrumented

/// Holds one disposable, which may be exchanged for another, and disposes the one it holds.
///
/// Unlike RxSwift's `SerialDisposable`, setting another one does not dispose the one before. Once this is disposed, a
/// disposable that is set is disposed at once.
///
/// ```swift
/// let serial = RACSerialDisposable()
/// serial.disposable = RACDisposable { print("first") }
/// serial.disposable = RACDisposable { print("second") }
/// serial.dispose()  // second
/// ```
public final class RACSerialDisposable: RACDisposable {
    private let held = Lock<RACDisposable?>(nil)

    public override init() {
        super.init()
    }

    /// Makes one that holds `disposable`, or nothing yet.
    public convenience init(disposable: RACDisposable?) {
        self.init()
        hold(disposable)
    }

    /// The disposable that is disposed with this one; nil once it is disposed.
    public var disposable: RACDisposable? {
        get {
            reachesFlag()
            return held.withLock { $0 }
        }
        set { swapIn(newValue) }
    }

    /// Sets the held disposable, and returns the former one, not disposed.
    @discardableResult
    public func swapIn(_ disposable: RACDisposable?) -> RACDisposable? {
        reachesChange()
        return hold(disposable)
    }

    /// As ``swapIn(_:)``, for what the library holds for itself.
    @discardableResult
    func hold(_ disposable: RACDisposable?) -> RACDisposable? {
        let (isTooLate, previous) = held.withLock { held -> (Bool, RACDisposable?) in
            if hasDisposed { return (true, nil) }
            defer { held = disposable }
            return (false, held)
        }
        if isTooLate { disposable?.dispose() }
        return previous
    }

    override func didDispose() {
        let last = held.withLock { held -> RACDisposable? in
            guard markDisposed() else { return nil }
            defer { held = nil }
            return held
        }
        last?.dispose()
    }
}
