import Foundation
import RxInstrumented

/// Which scheduler's block a thread runs.
///
/// A slot of the thread's own: a look-up in its `threadDictionary` would cost more than all else a subscription does.
enum CurrentScheduler {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "this process has no thread-specific keys left")
        return key
    }()

    static func get() -> RACScheduler? {
        pthread_getspecific(key).map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    /// The caller keeps `scheduler` alive as long as it is set.
    static func set(_ scheduler: RACScheduler?) {
        pthread_setspecific(key, scheduler.map { Unmanaged.passUnretained($0).toOpaque() })
    }
}
