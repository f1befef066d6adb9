import Foundation
import RxTraceKit

/// Standard output, which belongs to the rendering alone.
enum StandardOutput {
    private static let name = "standard output"

    /// Writes a text that is no rendering, such as help.
    static func write(_ text: String) throws {
        Progress.shared.end()
        try DescriptorWriter(descriptor: STDOUT_FILENO, place: name).write(text)
    }

    /// Leads everything that is written to standard output to standard error from now on, and answers the real one.
    ///
    /// There is no way back: a scenario may leave work behind that prints while the rendering is written.
    ///
    /// - Parameter judges: whether the exit status tells the answer: a reader that goes away, such as `head`, does not
    ///   change it then.
    static func divert(judges: Bool = false) throws -> DescriptorWriter {
        // The text in stdio's buffers was meant for the real one.
        fflush(nil)
        let real = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        guard real >= 0 else { throw OutputError(name, wayOut: "Open it, or write to a file with --output.") }
        if dup2(STDERR_FILENO, STDOUT_FILENO) < 0 {
            // Without a standard error, the scenario's own output is lost rather than mixed into the rendering.
            let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
            guard nowhere >= 0, dup2(nowhere, STDOUT_FILENO) >= 0 else { throw OutputError(name) }
            close(nowhere)
        }
        return DescriptorWriter(descriptor: real, place: name, needsReader: !judges)
    }
}
