import Foundation
import Synchronization

/// Two threads: one runs bursts, and the other disposes each of them at some time.
package final class BurstPair: @unchecked Sendable {
    /// How many bursts were begun, and how many the other thread has disposed.
    private let begun = Atomic(0)
    private let disposed = Atomic(0)
    private let isOver = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)
    // The other thread reads it once the count says so.
    private var run: BurstRun?
    private var delay = 0

    package init() {
        let thread = Thread { [self] in
            disposeAll()
            ended.signal()
        }
        thread.start()
    }

    /// Runs a burst that the other thread disposes.
    ///
    /// - Parameter delay: how many turns it waits before.
    /// - Returns: what was wrong; empty where nothing was.
    package func run(_ burst: Burst, delay: Int) -> [String] {
        let run = BurstRun(burst)
        self.run = run
        self.delay = delay
        let number = begun.add(1, ordering: .releasing).newValue
        return run.run(waitForDisposal: {
            while self.disposed.load(ordering: .acquiring) < number { sched_yield() }
        })
    }

    /// Ends the other thread.
    package func end() {
        isOver.store(true, ordering: .relaxed)
        ended.wait()
        run = nil
    }

    private func disposeAll() {
        var count = 0
        while true {
            while begun.load(ordering: .acquiring) == count {
                if isOver.load(ordering: .relaxed) { return }
                sched_yield()
            }
            count += 1
            for _ in 0..<delay { _ = isOver.load(ordering: .relaxed) }
            run?.dispose()
            disposed.store(count, ordering: .releasing)
        }
    }
}
