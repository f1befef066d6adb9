import CRxTraceBuffer
import Dispatch

extension DispatchQueue {
    private static let mainMark: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    /// Whether the main queue, or one that targets it, runs the caller.
    ///
    /// Not the same as running on the main thread: that thread may run another queue's work in a `sync`, and after
    /// `dispatchMain()` other threads run the main queue's.
    static var isMain: Bool { getSpecific(key: mainMark) != nil }

    /// Whether the main queue, or the main thread, runs the caller.
    package static var isMainOrOfMainThread: Bool { isMain || rxtrace_is_main_thread() }
}
