import CRxTraceCommand
import Foundation
import RxTraceKit

/// A process that this one started and waits for.
///
/// It is in this command's process group, so that it may read from the terminal and Ctrl-C reaches it, and has none of
/// the signals blocked or ignored that this command blocks or ignores. It does not outlive this command.
package struct ChildProcess {
    package enum End: Equatable, CustomStringConvertible {
        case exit(Int32)
        case signal(Int32)

        /// - Parameter status: that of wait(2).
        init(status: Int32) {
            // The low seven bits hold the signal, the next byte the status: the macros of wait(2) are not to be had here.
            let signal = status & 0x7f
            self = signal == 0 ? .exit(status >> 8 & 0xff) : .signal(signal)
        }

        package var description: String {
            switch self {
            case .exit(let status): "status \(status)"
            case .signal(let number): "signal \(number) (\(String(cString: strsignal(number))))"
            }
        }
    }

    package let identifier: pid_t

    /// Starts the program at `path`.
    ///
    /// - Parameters:
    ///   - environment: the variables that differ from this command's own.
    ///   - input: its standard input; without it, this command's own.
    ///   - output: takes its standard output; without it, this command's own does.
    ///   - hasFixedAddresses: whether its files lie at the same addresses each time.
    ///   - errors: a file, opened for writing, that takes its standard error; without it, this command's own does.
    /// - Throws: ``ProcessFailure`` where the system does not start it.
    package init(
        _ path: String, _ arguments: [String], environment: [String: String] = [:], input: FileHandle? = nil,
        output: FileHandle? = nil, errors: FileHandle? = nil, hasFixedAddresses: Bool = false
    ) throws {
        let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        var settings = all.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + settings { free(text) } }

        // Whoever started this command may have ignored it; then nothing would be told of the child's end.
        signal(SIGCHLD, SIG_DFL)
        var identifier: pid_t = 0
        let code = rxtrace_command_start(
            &identifier, path, &words, &settings, input?.fileDescriptor ?? -1, output?.fileDescriptor ?? -1,
            errors?.fileDescriptor ?? -1, hasFixedAddresses)
        guard code == 0 else {
            let failure = SystemFailure(code: code)
            let wayOut =
                switch code {
                case ENOENT: "It was removed meanwhile; run this again."
                case E2BIG: "Name fewer files, or give fewer arguments."
                default: "Check its permissions."
                }
            throw ProcessFailure("cannot start '\(path)': \(failure). \(failure.wayOut(else: wayOut))")
        }
        self.identifier = identifier
    }

    /// Waits for its end.
    package func wait() -> End {
        while true {
            if let end = ended(options: 0) { return end }
            precondition(errno == EINTR, "a child that was started cannot be waited for")
        }
    }

    /// How it ended; nil while it runs.
    package func endedSoFar() -> End? { ended(options: WNOHANG) }

    private func ended(options: Int32) -> End? {
        var status: Int32 = 0
        guard waitpid(identifier, &status, options) == identifier else { return nil }
        return End(status: status)
    }

    package func send(_ signal: Int32) { kill(identifier, signal) }
}
