import Foundation

/// Where the command starts.
@main
struct RxTraceProgram {
    static func main() {
        // A reader that goes away, such as `head`, shows as an error of the write, which ends the command quietly.
        signal(SIGPIPE, SIG_IGN)
        exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

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
            guard let failure = CommandFailure(error) else { return .done }
            return tell(failure)
        }
    }

    private static func tell(_ failure: CommandFailure) -> ExitStatus {
        StandardError.write("rxtrace: \(failure.message)\n")
        return failure.status
    }
}
