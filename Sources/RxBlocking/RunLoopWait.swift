import CoreFoundation
import Foundation
import RxInstrumented
import Synchronization

/// Runs the run loop of the thread that makes it, until it is told to stop.
///
/// The run loop of the main thread runs the work of the main queue too.
final class RunLoopWait {
    private let loop = CFRunLoopGetCurrent()
    private let isStopped = AtomicFlag()
    /// Read and written by the thread that waits only.
    private var isRunning = false

    /// Has the run loop do `action` as the outermost work of its thread, unless such work waits here.
    func perform(_ action: @escaping () -> Void) {
        CFRunLoopPerformBlock(loop, Self.mode) {
            guard CurrentThreadScheduler.isScheduleRequired else { return action() }
            _ = CurrentThreadScheduler.instance.schedule(()) { _ in
                action()
                return Disposables.create()
            }
        }
    }

    /// Ends ``run(timeout:)``, now or as soon as it is called. May be called on any thread, more than once.
    func stop() {
        guard isStopped.set() else { return }
        // By a block, which a run loop that does not run yet keeps. One left over may stop no other wait of the thread.
        CFRunLoopPerformBlock(loop, Self.mode) { if self.isRunning { CFRunLoopStop(self.loop) } }
        CFRunLoopWakeUp(loop)
    }

    /// - Returns: whether it was stopped before `timeout`, in seconds, was over.
    func run(timeout: TimeInterval?) -> Bool {
        // A run loop that has nothing to wait for returns at once.
        let occupation = CFRunLoopTimerCreateWithHandler(
            nil, Date.distantFuture.timeIntervalSinceReferenceDate, 0, 0, 0
        ) { _ in }
        CFRunLoopAddTimer(loop, occupation, Self.runMode)
        defer { CFRunLoopTimerInvalidate(occupation) }
        isRunning = true
        defer { isRunning = false }
        let end = timeout.map { Self.uptime + $0 }
        repeat {
            let remaining = end.map { max(0, $0 - Self.uptime) } ?? Self.longest
            _ = CFRunLoopRunInMode(Self.runMode, remaining, false)
            if isStopped.isSet { return true }
        } while end.map { Self.uptime < $0 } ?? true
        return false
    }

    /// A day in seconds, after which an endless wait looks again.
    private static let longest: TimeInterval = 86_400

    private static var uptime: TimeInterval { ProcessInfo.processInfo.systemUptime }

    #if canImport(Darwin)
        private static let runMode = CFRunLoopMode.defaultMode
        private static let mode = CFRunLoopMode.defaultMode.rawValue
    #else
        private static let runMode = kCFRunLoopDefaultMode
        private static let mode = kCFRunLoopDefaultMode
    #endif
}
