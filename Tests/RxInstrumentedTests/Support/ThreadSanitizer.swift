import Foundation
import Testing

/// The thread sanitizer, which defines `dispatch_async`, `pthread_create` and their kin itself. These take the place of the
/// recorder's: what is handed on by them is then no hop.
enum ThreadSanitizer {
    static let isOn = dlsym(nil, "__tsan_init") != nil
}

extension Trait where Self == ConditionTrait {
    /// The test needs hops by queues and threads.
    static var needsHops: Self {
        .disabled(if: ThreadSanitizer.isOn, "the thread sanitizer's functions take the place of those that record hops")
    }
}
