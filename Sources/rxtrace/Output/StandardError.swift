import Foundation
import RxTraceKit
import Synchronization

/// Standard error, whose own failure leaves nobody to be told.
enum StandardError {
    /// Whether a program has written to the terminal, and may have left its last line open.
    private static let followsProgram = Atomic(false)

    /// Tells that a program writes to the same terminal from now on.
    static func isShared() { followsProgram.store(true, ordering: .relaxed) }

    /// On a terminal, the text begins a line.
    static func write(_ text: String) {
        Progress.shared.end()
        if followsProgram.exchange(false, ordering: .relaxed),
            let width = Terminal(descriptor: STDERR_FILENO).width
        {
            // Blanks up to the last column go on to the next line where something stands on this one.
            let blanks = String(repeating: " ", count: width - 1)
            try? DescriptorWriter(descriptor: STDERR_FILENO, place: "standard error").write(blanks + "\r")
        }
        try? DescriptorWriter(descriptor: STDERR_FILENO, place: "standard error").write(text)
    }
}
