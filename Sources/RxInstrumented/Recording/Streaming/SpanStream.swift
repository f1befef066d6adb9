import CRxTraceBuffer
import Foundation
import RxTraceKit
import Synchronization

/// Posts the spans of a process's recording to a collector while it is written, for `RXTRACE_OTLP`.
///
/// A thread of its own, of the lowest priority, reads the recording's file behind the program, which never waits for it
/// but for ``exitPatience`` as it ends: then whoever ends it does the rest. A collector that is slow, hangs or is gone has
/// the file wait, not the program. Places in the source are not looked up, for that may start a tool.
final class SpanStream: @unchecked Sendable {
    /// How often the recording is looked at.
    private static let interval: UInt64 = 250_000_000
    /// How many bytes a request has.
    private static let requestSize = 1 << 18
    /// How many bytes are read at once, and how many calls are made spans of before a fork may go on.
    private static let readSize = 1 << 22
    private static let callsAtOnce = 1 << 11
    /// So much memory must be left to the process.
    private static let sparedMemory: UInt64 = 64 << 20
    /// How long an answer may take, in nanoseconds.
    private static let answerPatience: UInt64 = 5_000_000_000

    /// What it needs of the recording that is written.
    struct Source: Sendable {
        /// Up to which moment, in ticks, all calls are in the file.
        var allBefore: @Sendable () -> UInt64
        /// How many calls are.
        var callCount: @Sendable () -> Int
        /// Is told up to which byte the file was read for good, and how many follow.
        var wasRead: @Sendable (_ bytes: Int, _ rest: Int) -> Void
    }

    /// How long the process waits as it ends, in nanoseconds.
    private let exitPatience: UInt64
    private let priority = ThreadPriority()
    private let recording: GrowingRecording
    private let source: Source
    private let address: String
    /// Wakes the thread.
    private let change = DispatchSemaphore(value: 0)
    /// Told by the thread when it stands still, and to it when it is to go on.
    private let stands = DispatchSemaphore(value: 0)
    private let goesOn = DispatchSemaphore(value: 0)
    /// The moment by which the process ends; 0 while it runs.
    private let deadline = Atomic<UInt64>(0)
    private let hasBegun = Atomic(false)
    /// Held by whoever ends the process.
    private let leaving = NSLock()
    private var isOver = false

    // Used by the thread, or by whoever ends the process while that stands still.
    private var post: HTTPPost
    private var spans: OTLPStream?
    private var queue = SpanQueue()
    /// Why no more is read.
    private var failure: String?

    /// - Parameter file: the recording's, which is there.
    /// - Returns: nil, and a line that says so, where spans cannot be posted.
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

    /// Starts the thread, once.
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

    /// Posts the rest, as the process ends and the recording is written; for as long as ``exitPatience`` at most.
    ///
    /// - Parameter isLast: whether nothing more will be recorded; a process that fails to become another one goes on.
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
        // Where this is allowed, a thread that is in the middle of something comes to its end.
        priority.raise()
        // It may be looking up the host's name, and take its time.
        guard stands.wait(timeout: DispatchTime(uptimeNanoseconds: end)) == .success else {
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
                    // One that hangs as the process is about to end takes no more than half of the time there is.
                    let end = deadline.load(ordering: .acquiring)
                    return min(now + Self.answerPatience, end == 0 ? .max : end - exitPatience / 2)
                }
                isIdle = false
            }
            if isIdle { rest(until: min(now + Self.interval, queue.isEmpty ? .max : max(now, queue.nextAttempt))) }
            letFork()
        }
    }

    /// Reads and posts what there is, and tells of what lives as the process ends. Returns how many calls were not read.
    private func postRest(by end: UInt64) -> Int {
        let start = DispatchTime.now().uptimeNanoseconds
        // The last quarter is for what was read.
        let lastReading = end - exitPatience / 4
        var isRead = false
        // It may be there again.
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

    /// Whether the next request may be posted before `end`: a collector that does not answer is asked no more, and one
    /// that is busy is left a while.
    private func canDeliver(by end: UInt64) -> Bool {
        let now = DispatchTime.now().uptimeNanoseconds
        guard !queue.isGone, max(now, queue.nextAttempt) < end else { return false }
        if now < queue.nextAttempt { sleep(until: queue.nextAttempt) }
        return true
    }

    /// Reads calls that have come. Returns whether there may be more.
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
        // Their memory is the program's.
        queue.giveUp(reason)
        spans = nil
    }

    private func deliver(by end: () -> UInt64) {
        guard let body = queue.first else { return }
        let answer = post.post(body, by: end)
        queue.take(answer, at: DispatchTime.now().uptimeNanoseconds)
    }

    // A fork waits for work of the recorder's: its child is to find no lock held. It need not wait for these.

    /// Waits until something is asked for, or a moment has come.
    private func rest(until end: UInt64) {
        rxtrace_end_work()
        _ = change.wait(timeout: DispatchTime(uptimeNanoseconds: end))
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
