import Dispatch

/// Does `work` on another thread and waits for it: a handler that calls this finds out whether its caller holds a lock
/// that `work` needs. Returns whether `work` ended, which it otherwise does once the lock is let go.
func isDoneElsewhere(_ work: @escaping () -> Void) -> Bool {
    let end = DispatchSemaphore(value: 0)
    startThread {
        work()
        end.signal()
    }
    // Far longer than starting a thread takes on a machine that is busy.
    return end.wait(timeout: .now() + .seconds(60)) == .success
}

/// Runs each of `bodies` on a thread of its own. Returns whether all have ended in time.
func doAllEnd(_ bodies: (() -> Void)...) -> Bool {
    let end = DispatchSemaphore(value: 0)
    for body in bodies {
        startThread {
            body()
            end.signal()
        }
    }
    let limit = DispatchTime.now() + .seconds(60)
    return bodies.allSatisfy { _ in end.wait(timeout: limit) == .success }
}
