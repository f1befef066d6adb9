import RxTraceKit
import Synchronization

/// The patterns of the command line that match no call: each is told once, however often the input is read.
enum UnmatchedPatterns {
    private static let told = Mutex<Set<TracePattern>>([])

    static func tell(_ patterns: [TracePattern]) {
        for pattern in patterns where told.withLock({ $0.insert(pattern).inserted }) {
            StandardError.write("rxtrace: no call matches '\(TerminalText.escaped(pattern.description))'.\n")
        }
    }
}
