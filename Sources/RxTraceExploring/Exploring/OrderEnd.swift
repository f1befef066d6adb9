import Foundation
import RxTraceKit

/// How a program ended in one order.
package enum OrderEnd: Hashable {
    private static let longestMessage = 400

    case finished
    case failed(status: Int32)
    /// The place is that of the program's code: its address or, in an outcome, its line; empty if it is not known.
    case trapped(signal: Int32, message: String, place: String)
    case deadlock(Deadlock)
    /// It ran for longer than it was given, or waits for what can only come from outside.
    case timeout(isIdle: Bool)

    /// Who waits for what, a line for each thread, with the numbers of places in it.
    ///
    /// Which number the thread has that stands somewhere depends on which of them was made first: that makes no other outcome.
    package struct Deadlock: Hashable {
        package var text: String

        package init(_ text: String) { self.text = text }

        private var compared: [String] {
            text.split(separator: "\n").map { String($0).replacing(#/\bthread \d+/#, with: "thread") }.sorted()
        }

        package static func == (left: Self, right: Self) -> Bool { left.compared == right.compared }

        package func hash(into hasher: inout Hasher) { hasher.combine(compared) }
    }

    package init(_ how: ChildProcess.End, _ log: OrderLog, isStopped: Bool, fault: String) {
        switch (log.ending, how) {
        case (.deadlock, _): self = .deadlock(Deadlock(log.text))
        case (.idle, _): self = .timeout(isIdle: true)
        case _ where isStopped: self = .timeout(isIdle: false)
        case (_, .exit(0)): self = .finished
        case (_, .exit(let status)): self = .failed(status: status)
        case (_, .signal(let number)): self = .trapped(signal: number, message: fault, place: log.crashAddress)
        }
    }

    /// The word of the JSON document.
    package var word: String {
        switch self {
        case .finished: "finished"
        case .failed: "failed"
        case .trapped: "trapped"
        case .deadlock: "deadlock"
        case .timeout: "timeout"
        }
    }

    /// Whether it is a fault of the program, however often it comes.
    package var isFault: Bool {
        switch self {
        // A program that serves others, as by dispatchMain, waits at its end.
        case .finished, .timeout(isIdle: true): false
        case .failed, .timeout(isIdle: false), .trapped, .deadlock: true
        }
    }

    /// What the runtime says of a trap begins with a line: the standard library's, or the one that is told already.
    private static func withoutLine(_ message: String) -> Substring {
        message.prefixMatch(of: #/\w+/[^/:\n]+\.swift:\d+: /#).map { message[$0.range.upperBound...] } ?? message[...]
    }

    private static func shortened(_ message: String) -> String {
        message.count > longestMessage ? message.prefix(longestMessage) + "…" : message
    }

    /// The end in words.
    package var text: String {
        switch self {
        case .finished: "finished"
        case .failed(status: 0): "failed: it ended before its test did"
        case .failed(let status): "failed: ended with status \(status)"
        case .trapped(let number, let message, let place):
            "trapped\(place.isEmpty ? "" : " at \(place)"): "
                + (message.isEmpty
                    ? String(cString: strsignal(number))
                    : Self.shortened(
                        TerminalText.escaped(place.isEmpty ? message : String(Self.withoutLine(message)))))
        case .deadlock(let who): "deadlock: \(who.text.split(separator: "\n").joined(separator: "; "))"
        case .timeout(isIdle: true): "timeout: it waits for what nobody in it brings about"
        case .timeout(isIdle: false): "timeout: it ran for longer than its time limit"
        }
    }
}
