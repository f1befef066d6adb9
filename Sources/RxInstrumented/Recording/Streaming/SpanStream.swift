import CRxTraceBuffer
import Foundation
import RxTraceKit
import Synchronization

/// Posts the spans of a process's recording to a collector while the recording is written, for `RXTRACE_OTLP`.
///
/// A thread of the lowest priority reads the recording's file. The program waits for it only as it ends, for at most
/// ``exitPatience``; the thread that ends the process then posts the rest. A collector that is slow, hangs or is gone
/// delays the reading, not the program. Places in the source are not looked up, because that may start a tool.
final class SpanStream: @unchecked Sendable {
    /// How often the thread looks for new calls, in nanoseconds.
    private static let interval: UInt64 = 250_000_000
    /// The size of a request, in bytes.
    private static let requestSize = 1 << 18
    /// The most bytes that are read at once, and the most calls that are turned into spans before a fork may go on.
    private static let readSize = 1 << 22
    private static let callsAtOnce = 1 << 11
    /// How many bytes must be left to the process.
    private static let sparedMemory: UInt64 = 64 << 20
    /// How long an answer may take, in nanoseconds.
    private static let answerPatience: UInt64 = 5_000_000_000

    /// What the stream needs of the recording.
    struct Source: Sendable {
        /// The time, in ticks, up to which all calls are in the file.
        var allBefore: @Sendable () -> UInt64
        /// How many calls are in the file.
        var callCount: @Sendable () -> Int
        /// Called with how many bytes from the file's start are not needed any more, and how many are still to be read.
        var wasRead: @Sendable (_ bytes: Int, _ rest: Int) -> Void
    }

    /// How long the ending process waits, in nanoseconds.
    private let exitPatience: UInt64
    private let priority = ThreadPriority()
    private let recording: GrowingRecording
    private let source: Source
    private let address: String
    private let change = TimedSignal()
    /// Signalled by the thread when it has paused, and to the thread when it is to go on.
    private let stands = TimedSignal()
    private let goesOn = DispatchSemaphore(value: 0)
    /// The time by which the process ends. 0 while it runs.
    private let deadline = Atomic<UInt64>(0)
    private let hasBegun = Atomic(false)
    /// Held by the thread that ends the process.
    private let leaving = NSLock()
    private var isOver = false

    // Accessed by the stream's thread, or, while that is paused, by the thread that ends the process.
    private var post: HTTPPost
    private var spans: OTLPStream?
    private var queue = SpanQueue()
    /// Why reading has stopped. nil while it goes on.
    private var failure: String?

    /// Reports why spans cannot be posted, and returns nil, if they cannot.
    ///
    /// - Parameter file: the path of the recording, which must exist.
    init?(_ url: String, file: String, of source: Source) {
        exitPatience = RecordingVariables.collectorPatience
        guard let post = HTTPPost(url, headers: OTLPHeaders.ofProcess) else {
            ErrorLine.write(
                "no spans are posted: \(RecordingVariables.collector) is no URL of http. Give that of a collector on "
                    + "this machine, such as http://localhost:4318.")
            return nil
        }
        do {
            recording = try GrowingRecording(path: file, named: file, findsSites: false)
        } catch {
            ErrorLine.write("no spans are posted: \(error)")
            return nil
        }
        self.post = post
        address = post.address
        self.source = source
    }

    func begin() {
        guard !hasBegun.exchange(true, ordering: .relaxed) else { return }
        let thread = Thread { [self] in
            rxtrace_begin_own_thread()
            rxtrace_begin_work()
            work()
        }
        thread.name = "rxtrace spans"
        SignalMask.blockingAll { handingOnOwnWork { thread.start() } }
    }

    /// Posts the rest as the process ends, after the recording is written, for at most ``exitPatience``.
    ///
    /// - Parameter isLast: whether nothing more will be recorded. False before `exec`, which may fail.
    func leave(isLast: Bool) {
        leaving.lock()
        defer { leaving.unlock() }
        guard !isOver else { return }
        isOver = isLast
        guard !rxtrace_is_cramped() else {
            return ErrorLine.write("no spans are posted: the process's limits leave too little memory.")
        }
        let end = DispatchTime.now().uptimeNanoseconds + exitPatience
        deadline.store(end, ordering: .releasing)
        begin()
        change.signal()
        // With the usual priority, if the system allows that, the thread gets to its pause sooner.
        priority.raise()
        // The thread may be looking up the host's name for longer.
        guard stands.wait(until: end) else {
            isOver = true
            return say("the last spans", "there was no time for them")
        }
        rxtrace_begin_work()
        let unread = postRest(by: end)
        rxtrace_end_work()
        let lost = queue.takeLost()
        let spans = lost.spans > 0 ? "\(lost.spans) \(lost.spans == 1 ? "span" : "spans")" : nil
        let calls = unread > 0 ? "those of the last \(unread) calls" : nil
        let parts = [spans, calls].compactMap { $0 }
        if !parts.isEmpty {
            say(parts.joined(separator: " and "), lost.reason ?? failure ?? "there was no time for them")
        }
        deadline.store(0, ordering: .releasing)
        guard !isLast else { return }
        goesOn.signal()
    }

    private func say(_ spans: String, _ reason: String) {
        ErrorLine.write("\(spans) could not be posted to \(address): \(reason).")
    }

    private func work() {
        post.findHost()
        priority.lower()
        while true {
            guard deadline.load(ordering: .acquiring) == 0 else {
                rxtrace_end_work()
                stands.signal()
                goesOn.wait()
                rxtrace_begin_work()
                priority.lower()
                continue
            }
            var isIdle = true
            if !queue.isFull, read(before: source.allBefore()) { isIdle = false }
            let now = DispatchTime.now().uptimeNanoseconds
            if !queue.isEmpty, queue.nextAttempt <= now {
                if queue.isGone { post.findHost() }
                deliver { [self] in
                    // A request that hangs as the process ends takes half of the remaining time at most.
                    let end = deadline.load(ordering: .acquiring)
                    return min(now + Self.answerPatience, end == 0 ? .max : end - exitPatience / 2)
                }
                isIdle = false
            }
            if isIdle { rest(until: min(now + Self.interval, queue.isEmpty ? .max : max(now, queue.nextAttempt))) }
            letFork()
        }
    }

    /// Reads and posts the rest, with the spans that are open at the process's end. Returns how many calls were not
    /// read.
    private func postRest(by end: UInt64) -> Int {
        let start = DispatchTime.now().uptimeNanoseconds
        // The last quarter of the time is for posting.
        let lastReading = end - exitPatience / 4
        var isRead = false
        // The collector may have come back.
        if !queue.isEmpty, queue.isGone { deliver { min(end, start + exitPatience / 2) } }
        while !isRead, !queue.isGone, DispatchTime.now().uptimeNanoseconds < lastReading {
            if queue.isFull {
                guard canDeliver(by: end) else { break }
                deliver { end }
            } else {
                isRead = !read(before: .max - 1)
            }
            letFork()
        }
        let unread = max(0, source.callCount() - recording.callCount)
        do {
            try spans?.finish(isWhole: isRead && failure == nil, lost: queue.lost.spans)
        } catch {
            failure = failure ?? "\(error)"
        }
        while !queue.isEmpty, canDeliver(by: end) { deliver { end } }
        queue.giveUp(queue.isGone ? "the collector does not answer" : "there was no time for them")
        return unread
    }

    /// Waits until the next request may be posted. Returns false if that is not before `end`, or if the collector does
    /// not answer.
    private func canDeliver(by end: UInt64) -> Bool {
        let now = DispatchTime.now().uptimeNanoseconds
        guard !queue.isGone, max(now, queue.nextAttempt) < end else { return false }
        if now < queue.nextAttempt { sleep(until: queue.nextAttempt) }
        return true
    }

    /// Reads new calls. Returns whether there may be more.
    private func read(before end: UInt64) -> Bool {
        guard failure == nil else { return false }
        guard rxtrace_may_take(Self.sparedMemory) else {
            fail("the process's limits leave too little memory")
            return false
        }
        do {
            guard let part = try recording.readOn(limit: Self.readSize, before: end, atMost: Self.callsAtOnce) else {
                try spans?.rest()
                return false
            }
            if spans == nil {
                spans = OTLPStream(recording, size: Self.requestSize) { [unowned self] in queue.add($0, spans: $1) }
            }
            try spans?.add(part)
            source.wasRead(recording.bytesDone, recording.bytesWritten - recording.bytesRead)
            return true
        } catch {
            fail("\(error)")
            return false
        }
    }

    private func fail(_ reason: String) {
        failure = reason
        // The memory is for the program.
        queue.giveUp(reason)
        spans = nil
    }

    private func deliver(by end: () -> UInt64) {
        guard let body = queue.first else { return }
        let answer = post.post(body, by: end)
        queue.take(answer, at: DispatchTime.now().uptimeNanoseconds)
    }

    // While the thread waits in these functions, a fork need not wait for it.

    /// Waits until `change` is signalled, or until `end`.
    private func rest(until end: UInt64) {
        rxtrace_end_work()
        _ = change.wait(until: end)
        rxtrace_begin_work()
    }

    private func sleep(until end: UInt64) {
        rxtrace_end_work()
        let now = DispatchTime.now().uptimeNanoseconds
        if now < end { usleep(UInt32((end - now) / 1_000)) }
        rxtrace_begin_work()
    }

    private func letFork() {
        guard rxtrace_is_waited_for() else { return }
        sleep(until: DispatchTime.now().uptimeNanoseconds + 1_000_000)
    }
}
