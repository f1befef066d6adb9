/// The command's answer to its caller, in the numbers of `sysexits.h`, and of shells where a program was stopped.
enum ExitStatus: Int32, CaseIterable {
    case done = 0
    /// The command worked and found a difference or a fault, or the program it ran failed.
    case finding = 1
    case wrongUsage = 64
    /// The input is damaged, or no trace at all.
    case wrongData = 65
    case noInput = 66
    /// Something this needs is not there, such as a compiler.
    case unavailable = 69
    /// A fault of this program.
    case internalError = 70
    case outputFailed = 74
    /// The program took longer than it was given: `timeout` answers the same.
    case timedOut = 124
    /// The terminal was closed: 128 and the number of SIGHUP.
    case hungUp = 129
    /// The program was ended by Ctrl-C: 128 and the number of SIGINT.
    case interrupted = 130
    /// The program was ended by SIGTERM: 128 and its number.
    case terminated = 143

    /// The text of help about it.
    var meaning: String {
        switch self {
        case .done: "done"
        case .finding: "a finding, or the program that was run failed"
        case .wrongUsage: "wrong usage"
        case .wrongData: "a damaged trace, or a program that does not compile"
        case .noInput: "no such input"
        case .unavailable: "no compiler or nothing to compile against"
        case .internalError: "a fault of rxtrace"
        case .outputFailed: "the output failed"
        case .timedOut: "the program took longer than --timeout"
        case .hungUp: "the terminal was closed while the program ran"
        case .interrupted: "the program was interrupted"
        case .terminated: "rxtrace was asked to end while the program ran"
        }
    }
}
