/// When a golden trace is written rather than compared with.
public enum GoldenRecordMode: String, Sendable, CaseIterable {
    /// Every time.
    case all
    /// Where it differs, is missing or damaged, or has the form of an earlier version.
    case failed
    /// Where it is missing.
    case missing
    /// Not at all: a missing one is a failure.
    case never

    /// The environment variable that says which.
    public static let variable = "RXTRACE_RECORD"

    /// The mode where nobody chose: the word of `RXTRACE_RECORD`; otherwise ``never`` where `CI` is set, for nobody
    /// keeps the files that a build server records, and ``missing`` elsewhere.
    ///
    /// - Parameter environment: the process's variables; one that is set to nothing counts as not set.
    /// - Throws: ``UnknownWord`` for a word of `RXTRACE_RECORD` that is none.
    public static func usual(in environment: [String: String]) throws(UnknownWord) -> GoldenRecordMode {
        if let word = environment[variable], !word.isEmpty {
            guard let mode = GoldenRecordMode(rawValue: word) else { throw UnknownWord(word: word) }
            return mode
        }
        let isBuildServer = environment["CI"].map { !$0.isEmpty && $0 != "false" } ?? false
        return isBuildServer ? .never : .missing
    }

    /// `RXTRACE_RECORD` is set to a word that is no mode.
    public struct UnknownWord: Error, CustomStringConvertible {
        /// The word that is no mode.
        public let word: String

        public var description: String {
            let words = GoldenRecordMode.allCases.map(\.rawValue).joined(separator: ", ")
            return "\(variable) is '\(TerminalText.escaped(word))', which is none of \(words). "
                + "Set it to one of them, or unset it."
        }
    }
}
