/// What the command tells its caller, in the numbers of `sysexits.h`.
enum ExitStatus: Int32 {
    case done = 0
    /// The command worked and found a difference or a fault.
    case finding = 1
    case wrongUsage = 64
    /// The input is damaged, or no trace at all.
    case wrongData = 65
    case noInput = 66
    /// A fault of this program.
    case internalError = 70
    case outputFailed = 74
}
