/// When a golden trace is written rather than compared with.
public enum GoldenRecordMode: String, Sendable, CaseIterable {
    /// Every time.
    case all
    /// Where it differs, or is missing.
    case failed
    /// Where it is missing.
    case missing
    /// Not at all: what is missing is a failure.
    case never

    /// The environment variable that says which.
    public static let variable = "RXTRACE_RECORD"

    /// What holds where nobody chose: the word of `RXTRACE_RECORD`; otherwise ``never`` where `CI` is set, for what a
    /// build server records nobody keeps, and ``missing`` elsewhere.
    ///
    /// - Parameter environment: the process's variables.
    public static func usual(in environment: [String: String]) -> GoldenRecordMode {
        if let mode = environment[variable].flatMap(GoldenRecordMode.init(rawValue:)) { return mode }
        let isBuildServer = environment["CI"].map { !$0.isEmpty && $0 != "false" } ?? false
        return isBuildServer ? .never : .missing
    }
}
