import Foundation

/// A signal that a thread waits for until a time.
///
/// It is no semaphore of Dispatch, since a program in which somebody waits for one of these for a time only has more switching
/// points when its orders are explored (TurnSlots.c): this library's waits are not the program's.
final class TimedSignal: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var count = 0

    init() {
        pthread_mutex_init(lock, nil)
        #if os(Linux)
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            pthread_cond_init(condition, &attributes)
            pthread_condattr_destroy(&attributes)
        #else
            pthread_cond_init(condition, nil)
        #endif
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(lock)
        condition.deallocate()
        lock.deallocate()
    }

    func signal() {
        pthread_mutex_lock(lock)
        count += 1
        pthread_cond_signal(condition)
        pthread_mutex_unlock(lock)
    }

    /// Waits until it is signalled, or until `end`, in nanoseconds of `DispatchTime`. Returns whether it was signalled.
    func wait(until end: UInt64) -> Bool {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while count == 0 {
            let now = DispatchTime.now().uptimeNanoseconds
            guard now < end, pause(for: end - now) else { break }
        }
        guard count > 0 else { return false }
        count -= 1
        return true
    }

    /// Returns false if waiting fails, or the time is over.
    private func pause(for nanoseconds: UInt64) -> Bool {
        var time = timespec()
        #if os(Linux)
            clock_gettime(CLOCK_MONOTONIC, &time)
        #endif
        let sum = UInt64(time.tv_nsec) + nanoseconds % 1_000_000_000
        time.tv_sec += Int(nanoseconds / 1_000_000_000 + sum / 1_000_000_000)
        time.tv_nsec = Int(sum % 1_000_000_000)
        #if os(Linux)
            return pthread_cond_timedwait(condition, lock, &time) == 0
        #else
            return pthread_cond_timedwait_relative_np(condition, lock, &time) == 0
        #endif
    }
}
