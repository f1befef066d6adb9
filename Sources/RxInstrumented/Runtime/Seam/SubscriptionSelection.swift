import CRxTraceBuffer
import RxTraceKit
import Synchronization

/// Selects the subscriptions that a recording contains.
///
/// It is asked at each `subscribe` by the program's code outside of other subscriptions' calls. The decision holds for
/// all calls of the subscription: it is kept in the numbers of the subscription's objects, and as the context of
/// threads (CRxTraceBuffer).
final class SubscriptionSelection: Sendable {
    private let only: [TracePattern]
    private let except: [TracePattern]
    private let sample: Int
    private let count = Atomic<Int>(0)

    /// nil if no subscription is to be left out.
    init?(only: [String], except: [String], sample: Int) {
        guard sample > 1 || !only.isEmpty || !except.isEmpty else { return nil }
        self.only = only.map { TracePattern($0) }
        self.except = except.map { TracePattern($0) }
        self.sample = max(1, sample)
    }

    /// The selection of the running recording. Set before it starts.
    static let current = Lock<SubscriptionSelection?>(nil)

    /// Sets the calling thread's context for a subscription to `node`. Within another subscription's calls, and in work
    /// that it handed on, that subscription's context stays. Returns the token that restores the former context, or 0.
    static func enter(_ node: TracedObject) -> UInt64 {
        let context = rxtrace_context_of_work()
        guard context == UInt8(TRACE_UNDECIDED) else { return rxtrace_enter(context) }
        guard let selection = current.withLock({ $0 }) else { return 0 }
        return rxtrace_enter(selection.context(for: node))
    }

    private func context(for node: TracedObject) -> UInt8 {
        if !only.isEmpty || !except.isEmpty {
            let names = [node.givenName, TypeName.simple(of: node.traceType)].compactMap { $0 }
            let isMeant = { (patterns: [TracePattern]) in patterns.contains { names.contains(where: $0.matches) } }
            if !only.isEmpty, !isMeant(only) { return UInt8(TRACE_FILTERED_OUT) }
            if isMeant(except) { return UInt8(TRACE_FILTERED_OUT) }
        }
        let number = count.wrappingAdd(1, ordering: .relaxed).oldValue
        return UInt8(number % sample == 0 ? TRACE_KEPT : TRACE_SAMPLED_OUT)
    }
}
