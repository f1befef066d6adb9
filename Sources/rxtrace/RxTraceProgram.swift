import Foundation
import RxTraceKit

/// Where the command starts.
@main
struct RxTraceProgram {
    static func main() {
        // A reader that goes away, such as `head`, shows as an error of the write, which ends the command quietly.
        signal(SIGPIPE, SIG_IGN)
        guard let arguments = arguments() else {
            exit(tell(.usage("an argument is no UTF-8 text. Rename the file, or name it by a link.")).rawValue)
        }
        #if os(Linux)
            if let failure = lackOfDescriptors { exit(tell(failure).rawValue) }
        #endif
        if arguments == [TLSPost.argument] { exit(TLSPost.serve().rawValue) }
        if arguments.count == 2, arguments[0] == RecordedProgram.replayArgument {
            exit(RecordedProgram.replay(arguments[1]).rawValue)
        }
        SourceText.setBuiltIn(SampleFiles.text)
        exit(run(arguments).rawValue)
    }

    /// The words behind the command's name; nil where one is no text: another one in its place would name another file.
    private static func arguments() -> [String]? {
        let words = (1..<max(1, Int(CommandLine.argc))).compactMap { CommandLine.unsafeArgv[$0] }
        let texts = words.compactMap { String(validatingCString: $0) }
        return texts.count == words.count ? texts : nil
    }

    #if os(Linux)
        /// So many files may be open at once, at least: with fewer, Dispatch ends the process by a trap.
        private static let fewestDescriptors: rlim_t = 32

        private static var lackOfDescriptors: CommandFailure? {
            var limit = rlimit()
            let code = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            guard code == 0, limit.rlim_cur < fewestDescriptors else { return nil }
            return CommandFailure(
                .unavailable,
                "\(limit.rlim_cur) files may be open at once, and rxtrace needs \(fewestDescriptors). Raise `ulimit -n`."
            )
        }
    #endif

    /// Runs the command that `arguments` ask for; its failure is told on standard error.
    static func run(_ arguments: [String]) -> ExitStatus {
        defer { Progress.shared.end() }
        do {
            try CommandTable.run(arguments)
            guard let failure = PendingFailure.current else { return .done }
            return tell(failure)
        } catch is CommandFinding {
            return PendingFailure.current.map(tell) ?? .finding
        } catch {
            // Who reads no further, as `head`, has not seen how the program ended.
            guard let failure = CommandFailure(error) ?? PendingFailure.current else { return .done }
            let status = tell(failure)
            // What the input lacks may be why something was not found.
            guard status == .finding, let cause = PendingFailure.current else { return status }
            return tell(cause)
        }
    }

    private static func tell(_ failure: CommandFailure) -> ExitStatus {
        StandardError.write("rxtrace: \(failure.message)\n")
        return failure.status
    }
}
