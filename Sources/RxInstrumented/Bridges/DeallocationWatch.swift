import CRxTraceBuffer
import RxTraceKit

/// Tells of the end of one object. In a trace it stands for that: its `deinit` is the object's.
final class DeallocationWatch: TracedStandIn {
    private enum Phase {
        case alive, deallocating, deallocated
    }

    private struct State {
        var phase = Phase.alive
        // Made when somebody asks for them.
        var deallocating: ReplaySubject<Void>?
        var deallocated: ReplaySubject<Void>?
        var disposable: RACCompoundDisposable?
        var willDealloc: RACReplaySubject<Void>?
    }

    // Never read: an unowned reference keeps the object's memory from being used for another one while this one is
    // known by its address.
    private unowned let object: AnyObject
    private let address: UInt
    private let state = Lock(State())
    // The recorded `deinit`; used by the thread that runs it.
    private var call: UInt64 = 0

    override init(for object: AnyObject) {
        self.object = object
        address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
        super.init(for: object)
    }

    var deallocating: Observable<Void> {
        subject(\.deallocating) { subject, phase in
            if phase != .alive { subject.onNext(()) }
            if phase == .deallocated { subject.onCompleted() }
        }
    }

    var deallocated: Observable<Void> {
        subject(\.deallocated) { subject, phase in
            guard phase == .deallocated else { return }
            subject.onNext(())
            subject.onCompleted()
        }
    }

    /// The subject kept at `place`, made if it is not there yet.
    ///
    /// - Parameter catchUp: sends a new subject the events it has missed of the object's end.
    private func subject(
        _ place: WritableKeyPath<State, ReplaySubject<Void>?>, catchUp: (ReplaySubject<Void>, Phase) -> Void
    ) -> ReplaySubject<Void> {
        while true {
            let (known, phase) = state.withLock { ($0[keyPath: place], $0.phase) }
            if let known { return known }
            let new = ReplayOne<Void>(owner: asOwner)
            catchUp(new, phase)
            let kept: ReplaySubject<Void>? = state.withLock { state in
                if let known = state[keyPath: place] { return known }
                // The object's end has gone on meanwhile: this one has missed more.
                guard state.phase == phase else { return nil }
                state[keyPath: place] = new
                return new
            }
            if let kept { return kept }
        }
    }

    /// The disposables that are disposed before the object's deinit; one that is added later is disposed at once.
    var disposable: RACCompoundDisposable {
        let (disposable, isTooLate) = state.withLock { state in
            let disposable = state.disposable ?? RACCompoundDisposable()
            state.disposable = disposable
            return (disposable, state.phase != .alive)
        }
        if isTooLate { disposable.dispose() }
        return disposable
    }

    /// Completes before the object's deinit.
    var willDeallocSignal: RACSignal<Void> {
        let (subject, isNew) = state.withLock { state in
            if let subject = state.willDealloc { return (subject, false) }
            let subject = RACReplaySubject<Void>(owner: asOwner)
            state.willDealloc = subject
            return (subject, true)
        }
        if isNew { disposable.add(RACDisposable(own: subject.sendCompleted)) }
        return subject
    }

    /// The object's last reference has gone; its deinit comes next.
    func begin() {
        let (deallocating, disposable) = state.withLock { state in
            state.phase = .deallocating
            return (state.deallocating, state.disposable)
        }
        deallocating?.onNext(())
        disposable?.dispose()
        if rxtrace_is_on() { call = openCall(.deinit, self) }
    }

    /// The object is gone.
    func end() {
        if call != 0 { rxtrace_close(call) }
        WatchedObjects.remove(self, at: address)
        let (deallocating, deallocated) = state.withLock { state in
            state.phase = .deallocated
            return (state.deallocating, state.deallocated)
        }
        deallocating?.onCompleted()
        deallocated?.onNext(())
        deallocated?.onCompleted()
    }
}
