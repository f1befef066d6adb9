import CRxTraceBuffer

/// Tells threads apart, as long as they live; never 0.
enum ThreadKey {
    static var current: UInt { UInt(rxtrace_thread_key()) }
}
