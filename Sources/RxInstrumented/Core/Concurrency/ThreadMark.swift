import CRxTraceBuffer

/// Tells threads apart, as long as they live; never 0.
enum ThreadMark {
    static var current: UInt { UInt(rxtrace_thread_mark()) }
}
