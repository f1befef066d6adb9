import Foundation

/// Runs `body` on a thread of its own, whose stack holds a few hundred calls but not a hundred thousand.
func onSmallStack(_ body: @escaping () -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
        body()
        isDone.signal()
    }
    thread.stackSize = 512 * 1024
    thread.start()
    isDone.wait()
}
