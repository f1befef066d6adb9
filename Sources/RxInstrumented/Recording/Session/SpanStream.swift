import CRxTraceBuffer
import Foundation
import RxTraceKit

/// Posts the spans of a process's recording to a collector while it is written, for `RXTRACE_OTLP`.
///
/// A thread of its own, of the lowest priority, reads the recording's file a while behind the program. It never makes
/// the program wait but for three seconds as it exits; a collector that is slow, hangs or is gone costs spans, which are
/// counted. Places in the source are not looked up, for that may start a tool.
final class SpanStream: @unchecked Sendable {
    static let variable = "RXTRACE_OTLP"
    private static let path = "/v1/traces"
    /// How often the recording is looked at.
    private static let interval = DispatchTimeInterval.milliseconds(250)
    /// How many bytes a request has, and how many requests wait.
    private static let requestSize = 1 << 18
    private static let requestLimit = 32
    /// How many bytes are read at once.
    private static let readLimit = 1 << 20
    /// In nanoseconds: how long an answer may take, how long the program waits as it exits, and the longest pause.
    private static let patience: UInt64 = 5_000_000_000
    private static let exitPatience: UInt64 = 3_000_000_000
    private static let longestPause: UInt64 = 30_000_000_000

    private let url: String
    private let post: HTTPPost
    private let recording: GrowingRecording
    private let change = DispatchSemaphore(value: 0)
    private let isDone = DispatchSemaphore(value: 0)
    /// The moment by which the program exits; 0 while it runs.
    private let deadline = Lock<UInt64>(0)
    private let hasBegun = Lock(false)
    /// How many spans will not be posted, and why.
    private let losses = Lock<(spans: Int, reason: String?)>((0, nil))

    // Used by the thread alone.
    private var stream: OTLPStream?
    private var waiting: [(body: [UInt8], spans: Int)] = []
    private var pause: UInt64 = 0
    private var nextAttempt: UInt64 = 0
    /// Whether the collector gave the last answer that was asked for.
    private var isThere = false

    /// - Parameter file: the recording's, which is there.
    /// - Returns: nil, and a line that says so, where spans cannot be posted.
    init?(_ url: String, file: String) {
        let headers = OTLPHeaders.read(
            getenv("OTEL_EXPORTER_OTLP_HEADERS").map { String(cString: $0) } ?? "")
        guard let post = HTTPPost(url, path: Self.path, headers: headers) else {
            ErrorLine.write(
                "no spans are posted: \(Self.variable): '\(url)' is no URL of http. Give that of a collector on this machine, "
                    + "such as http://localhost:4318.")
            return nil
        }
        do {
            recording = try GrowingRecording(path: file, named: file, findsSites: false)
        } catch {
            ErrorLine.write("no spans are posted: \(error)")
            return nil
        }
        self.url = url
        self.post = post
    }

    /// Starts the thread, once.
    func begin() {
        let isFirst = hasBegun.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
        guard isFirst else { return }
        let thread = Thread { [self] in
            // On Linux this is the thread's own priority.
            #if os(Linux)
                setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
            #endif
            while !step() {}
            isDone.signal()
        }
        thread.name = "rxtrace spans"
        SignalMask.blockingAll { handingOnOwnWork { thread.start() } }
    }

    /// Posts the rest, as the process exits and the recording is written; for three seconds at most.
    func finish() {
        guard hasBegun.withLock({ $0 }) else { return }
        deadline.withLock { $0 = DispatchTime.now().uptimeNanoseconds + Self.exitPatience }
        change.signal()
        let isInTime = isDone.wait(timeout: .now() + .nanoseconds(Int(Self.exitPatience))) == .success
        let (spans, reason) = losses.withLock { $0 }
        guard spans > 0 || !isInTime else { return }
        let count = spans > 0 ? "\(spans) spans" : "the last spans"
        ErrorLine.write(
            "\(count) could not be posted to \(url)\(Self.path): \(reason ?? "there was no time for them").")
    }

    /// Reads what has come, and posts what is to be; whether it was the last time.
    private func step() -> Bool {
        _ = change.wait(timeout: .now() + Self.interval)
        let end = deadline.withLock { $0 }
        rxtrace_begin_work()
        read(isLast: end > 0)
        rxtrace_end_work()
        while let next = waiting.first {
            let now = DispatchTime.now().uptimeNanoseconds
            if end == 0 {
                guard now >= nextAttempt else { break }
                deliver(next, by: now + Self.patience)
            } else {
                // One that is there, though busy, is asked again as long as there is time; one that is gone is not.
                guard now < end, isThere || pause == 0 else { break }
                if now < nextAttempt { usleep(UInt32((min(nextAttempt, end) - now) / 1_000)) }
                deliver(next, by: end)
            }
        }
        guard end > 0 else { return false }
        let rest = waiting.reduce(0) { $0 + $1.spans }
        lose(rest, "the collector is not there, or busy")
        return true
    }

    private func read(isLast: Bool) {
        do {
            var isQuiet = true
            while let part = try recording.readOn(limit: Self.readLimit) {
                isQuiet = false
                if stream == nil { stream = OTLPStream(recording, size: Self.requestSize) { [unowned self] in take($0, $1) } }
                try stream?.add(part)
                // So that spans are posted also where they come as fast as they are read.
                if !isLast, waiting.count >= Self.requestLimit / 2 { break }
            }
            if isQuiet { try stream?.rest() }
            if isLast { try stream?.finish(lost: losses.withLock { $0.spans }) }
        } catch {
            lose(0, "\(error)")
        }
    }

    private func take(_ body: [UInt8], _ spans: Int) {
        guard waiting.count < Self.requestLimit else { return lose(spans, "the collector is not there, or too slow") }
        waiting.append((body, spans))
    }

    private func lose(_ spans: Int, _ reason: String) {
        guard spans > 0 else { return }
        losses.withLock { $0 = ($0.spans + spans, $0.reason ?? reason) }
    }

    private func deliver(_ request: (body: [UInt8], spans: Int), by end: UInt64) {
        let answer = post.post(request.body, by: end)
        isThere = answer != nil
        switch answer {
        case .taken(let rejected, let message):
            waiting.removeFirst()
            lose(rejected, message ?? "the collector rejected them")
            pause = 0
        case .refused(let reason):
            waiting.removeFirst()
            lose(request.spans, reason)
        case .busy(let after): wait(after.map { UInt64(min($0, 30) * 1e9) })
        case nil: wait(nil)
        }
    }

    /// Posts no more for a while, which gets longer.
    private func wait(_ named: UInt64?) {
        pause = min(max(pause * 2, 250_000_000), Self.longestPause)
        nextAttempt = DispatchTime.now().uptimeNanoseconds + (named ?? pause)
    }
}
