import CRxTraceBuffer
import RxTraceKit

#if Interposing
    import CRxTraceInterposing
#endif

/// By what the program handed on work itself, in the order of CRxTraceBuffer's TRACE_HOP_….
enum HopLabel: String, CaseIterable {
    case async = "DispatchQueue.async"
    case asyncAfter = "DispatchQueue.asyncAfter"
    case groupNotify = "DispatchGroup.notify"
    case itemNotify = "DispatchWorkItem.notify"
    case source = "DispatchSource"
    case operation = "OperationQueue"
    /// Another part of Foundation, which handed it to a queue for the program.
    case foundation = "Foundation"
    case task = "Task"
    case asyncLet = "async let"
    case thread = "Thread"
    case pthread = "pthread_create"

    /// Lets recordings that start from now on have hops, or none.
    static func apply(_ isRecorded: Bool, hasSites: Bool) {
        guard isRecorded else { return rxtrace_ignore_hops() }
        #if Interposing
            rxtrace_interpose()
        #endif
        rxtrace_record_hops(
            rxtrace_hop_words(
                hop: Trace.Operation.hop.rawValue, invoke: Trace.Operation.invoke.rawValue,
                first_label: UInt8(HandlerLabel.allCases.count), has_sites: hasSites))
    }
}
