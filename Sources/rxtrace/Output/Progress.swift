import Foundation
import RxTraceKit

/// One line on standard error about work that takes more than a second, where that is a terminal.
///
/// It is erased when the work is done and before anything else is written to a terminal. A thread of its own writes it, so
/// that the work need not look at the time.
final class Progress: @unchecked Sendable {
    static let shared = Progress(descriptor: STDERR_FILENO, environment: ProcessInfo.processInfo.environment)

    /// How long work has to take before it is worth a line, and how often that is written anew, in seconds.
    private static let delay: TimeInterval = 1
    private static let interval: TimeInterval = 0.2

    private struct Work {
        var verb: String
        var subject: String
        var meter: ReadingMeter?
        var start = Date()
        /// When the pass through the input began that the line is about, and which it is.
        var passStart = Date()
        var pass = 0
    }

    private let descriptor: Int32
    private let isEnabled: Bool
    private let condition = NSCondition()
    // All below is guarded by `condition`.
    private var work: Work?
    private var isShown = false
    private var hasThread = false

    init(descriptor: Int32, environment: [String: String]) {
        self.descriptor = descriptor
        isEnabled =
            isatty(descriptor) == 1 && !["", "dumb"].contains(environment["TERM"] ?? "")
            && (environment["NO_PROGRESS"] ?? "").isEmpty
    }

    /// A meter for reading an input that is shown until ``end()``; nil where nobody would see it.
    func reading(_ name: String) -> ReadingMeter? {
        guard isEnabled else { return nil }
        let meter = ReadingMeter()
        begin("reading", name, meter)
        return meter
    }

    /// Shows from now on, once it has taken long enough, that work goes on, such as `compiling` of `Search`.
    func begin(_ verb: String, _ subject: String, _ meter: ReadingMeter? = nil) {
        guard isEnabled else { return }
        condition.withLock {
            work = Work(verb: verb, subject: TerminalText.escaped(subject), meter: meter)
            if !hasThread { Thread.detachNewThread { [self] in show() } }
            hasThread = true
            condition.signal()
        }
    }

    /// Erases the line; nothing is shown until other work begins.
    func end() {
        guard isEnabled else { return }
        condition.withLock {
            work = nil
            erase()
        }
    }

    private func show() {
        // They are for the threads that wait for them, with a program that runs.
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        condition.lock()
        while true {
            guard let start = work?.start else {
                condition.wait()
                continue
            }
            let first = start.addingTimeInterval(Self.delay)
            if first.timeIntervalSinceNow > 0 {
                _ = condition.wait(until: first)
            } else {
                draw()
                _ = condition.wait(until: Date().addingTimeInterval(Self.interval))
            }
        }
    }

    private func draw() {
        guard var current = work else { return }
        let now = Date()
        if let meter = current.meter, meter.pass != current.pass {
            (current.pass, current.passStart) = (meter.pass, now)
            // The first pass has gone on since the work began.
            if current.pass <= 1 { current.passStart = current.start }
            work = current
        }
        let text = ProgressText(
            verb: current.verb, subject: current.subject, elapsed: now.timeIntervalSince(current.start),
            bytes: current.meter?.done, total: current.meter?.total ?? 0, pass: current.pass,
            passElapsed: now.timeIntervalSince(current.passStart))
        // The last column is left free: a terminal may go to the next line behind it.
        let width = (Terminal(descriptor: descriptor).width ?? 80) - 1
        write("\r\(text.line(width: width))\u{1B}[K")
        isShown = true
    }

    private func erase() {
        if isShown { write("\r\u{1B}[K") }
        isShown = false
    }

    private func write(_ text: String) {
        try? DescriptorWriter(descriptor: descriptor, place: "standard error").write(text)
    }
}

/// The words of a line of progress.
struct ProgressText {
    var verb: String
    var subject: String
    /// In seconds.
    var elapsed: TimeInterval
    /// How many bytes were read in this pass; nil for work that reads nothing.
    var bytes: Int?
    /// How many there are; 0 where that is not known.
    var total = 0
    var pass = 0
    var passElapsed: TimeInterval = 0

    /// In at most `width` columns: the subject's middle goes first.
    func line(width: Int) -> String {
        let (start, end) = ("rxtrace: \(verb) ", ": \(figures)")
        let room = max(8, width - TerminalText.columns(of: start + end))
        return TerminalText.fitted(start + TerminalText.fitted(subject, to: room) + end, to: width)
    }

    private var figures: String {
        guard let bytes else { return "\(Int(elapsed)) s" }
        let rate = passElapsed > 0 ? Double(bytes) / passElapsed : 0
        guard total > 0 else { return "\(Self.size(bytes)), \(Self.size(Int(rate)))/s" }
        var parts = ["\(min(100, bytes * 100 / total)) %" + (pass > 1 ? " (pass \(pass))" : "")]
        if rate > 0, passElapsed >= 0.5 {
            parts.append("\(Self.size(Int(rate)))/s")
            parts.append("\(Int((Double(max(0, total - bytes)) / rate).rounded(.up))) s left")
        }
        return parts.joined(separator: ", ")
    }

    /// `512 bytes`, `83 kB`, `1.2 GB`.
    static func size(_ bytes: Int) -> String {
        for (unit, name) in [(1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "kB")] where bytes >= unit {
            let tenths = bytes / (unit / 10)
            return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(name)" : "\(tenths / 10) \(name)"
        }
        return "\(bytes) bytes"
    }
}
