import CRxTraceBuffer
import RxTraceKit

/// What another library keeps for an object until the object's end.
package protocol DeallocationCompanion: AnyObject {
    /// The object's last reference has gone; its deinit comes next.
    func objectDeallocates()
}

/// Observes the end of one object. It stands for the object in a trace, which shows the object's `deinit`.
package final class DeallocationWatch: TracedStandIn {
    private enum Phase {
        case alive, deallocating, deallocated
    }

    private struct State {
        var phase = Phase.alive
        // Made when first asked for.
        var deallocating: ReplaySubject<Void>?
        var deallocated: ReplaySubject<Void>?
        var companions: [any DeallocationCompanion] = []
    }

    // Never read. The unowned reference keeps the object's memory from being reused while the object is known by its
    // address.
    private unowned let object: AnyObject
    private let address: UInt
    private let state = Lock(State())
    // The token of the recorded `deinit`. Accessed by the thread that runs the `deinit`.
    private var call: UInt64 = 0

    package override init(for object: AnyObject) {
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

    /// The subject at `place`, made if necessary.
    ///
    /// - Parameter catchUp: sends a new subject the events of the phases that have passed.
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
                // The phase has changed meanwhile, so the new subject has missed further events.
                guard state.phase == phase else { return nil }
                state[keyPath: place] = new
                return new
            }
            if let kept { return kept }
        }
    }

    /// The companion of a type, made if necessary.
    ///
    /// - Returns: the companion, and whether the object's end has begun, so that the companion is not called any more.
    package func companion<Companion: DeallocationCompanion>(
        _ make: () -> Companion
    ) -> (companion: Companion, isTooLate: Bool) {
        state.withLock { state in
            for known in state.companions {
                if let known = known as? Companion { return (known, state.phase != .alive) }
            }
            let new = make()
            state.companions.append(new)
            return (new, state.phase != .alive)
        }
    }

    /// The object's last reference has gone; its deinit comes next.
    func begin() {
        let (deallocating, companions) = state.withLock { state in
            state.phase = .deallocating
            return (state.deallocating, state.companions)
        }
        deallocating?.onNext(())
        for companion in companions { companion.objectDeallocates() }
        if rxtrace_is_on() { call = openEnd(of: self) }
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
