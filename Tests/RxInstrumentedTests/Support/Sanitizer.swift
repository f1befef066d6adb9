import Foundation
import Testing

/// The sanitizers define some functions themselves, in the place of the recorder's: what a program hands on by them is then
/// no hop. The thread sanitizer defines `dispatch_async`, `pthread_create` and their kin, the address sanitizer
/// `pthread_create`.
enum Sanitizer {
    private static let ofThreads = dlsym(nil, "__tsan_init") != nil
    private static let ofAddresses = dlsym(nil, "__asan_init") != nil

    /// Whether hops by queues are not known.
    static let hidesQueues = ofThreads
    /// Whether hops by threads are not known.
    static let hidesThreads = ofThreads || ofAddresses
}

extension Trait where Self == ConditionTrait {
    /// The test needs hops by queues.
    static var needsQueueHops: Self {
        .disabled(if: Sanitizer.hidesQueues, "the sanitizer has the functions that would record hops by queues")
    }
}
