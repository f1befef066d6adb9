/// Why a trace could not be read, with the way out.
public struct TraceReadError: Error, CustomStringConvertible, Sendable, Equatable {
    /// The kind of fault.
    public enum Kind: Sendable, Equatable {
        /// The input is something else.
        case notATrace
        /// The input is a trace of a version this module does not know.
        case unsupportedVersion(Int)
        /// The input ends before the trace does.
        case truncated
        /// The input is a trace, but one of its values cannot be right.
        case damaged
        /// The input could not be opened or read.
        case unreadable
    }

    /// The kind of fault.
    public var kind: Kind
    /// The name of the input, such as its path.
    public var input: String
    /// How many bytes were read when the error was found; nil where that says nothing.
    public var offset: Int?
    /// The line, from 1, where the error was found; nil where that says nothing.
    public var line: Int?
    /// One line that names the fault and the way out.
    public var description: String
    /// The sentence at the description's end that names the way out; empty where it is not known apart.
    private var wayOut = ""

    /// Makes an error about an input.
    public init(kind: Kind, input: String, offset: Int? = nil, line: Int? = nil, description: String) {
        self.kind = kind
        self.input = input
        self.offset = offset
        self.line = line
        self.description = description
    }
}

extension TraceReadError {
    /// How a golden trace that is damaged comes into order.
    private static let wayOutOfGolden =
        "Mend it, or write it anew by `rxtrace check --record failed`, in tests by RXTRACE_RECORD=failed."

    private init(kind: Kind, input: String, offset: Int? = nil, line: Int? = nil, fault: String, wayOut: String) {
        self.init(kind: kind, input: input, offset: offset, line: line, description: "\(fault). \(wayOut)")
        self.wayOut = wayOut
    }

    /// Whether the input was read, and is not what a recorder writes.
    var isDamage: Bool {
        switch kind {
        case .notATrace, .truncated, .damaged: true
        case .unsupportedVersion, .unreadable: false
        }
    }

    /// The same of a golden trace: what is damaged there is written anew in another way than a recording.
    var ofGolden: TraceReadError {
        guard isDamage else { return self }
        var error = self
        error.description = description.dropLast(wayOut.count) + Self.wayOutOfGolden
        error.wayOut = Self.wayOutOfGolden
        return error
    }

    static func notATrace(_ input: String) -> TraceReadError {
        TraceReadError(
            kind: .notATrace, input: input, fault: "\(input): not an rxtrace trace",
            wayOut: "`rxtrace record` and `rxtrace json` write one.")
    }

    static func empty(_ input: String) -> TraceReadError {
        TraceReadError(
            kind: .truncated, input: input, offset: 0, fault: "\(input) is empty: nothing was recorded into it",
            wayOut: "Record it again.")
    }

    static func unsupportedVersion(
        _ version: Int, _ input: String, reads: String = "version \(Trace.formatVersion)"
    ) -> TraceReadError {
        TraceReadError(
            kind: .unsupportedVersion(version), input: input,
            fault: "\(input): this trace is of version \(version); this rxtrace reads \(reads)",
            wayOut: "Record it again or use the rxtrace that wrote it.")
    }

    static func unreadable(_ input: String, _ reason: some Any) -> TraceReadError {
        let lines = "\(reason)".split(whereSeparator: \.isNewline)
        return TraceReadError(
            kind: .unreadable, input: input, fault: "\(input) cannot be read: \(lines.joined(separator: " "))",
            wayOut: "Name a recorded trace that can.")
    }

    /// - Parameter place: where the input ends, such as `in the middle of call 812`.
    static func truncated(_ input: String, _ place: String, _ failure: JSONScanner.Failure) -> TraceReadError {
        TraceReadError(
            kind: .truncated, input: input, offset: failure.offset, line: failure.line,
            fault: "\(input) ends \(place) (byte \(Count.grouped(failure.offset))): the recording was cut short",
            wayOut: "Record it again.")
    }

    /// - Parameter place: the item that was being read, such as `call 812`.
    static func damaged(
        _ input: String, _ place: String, _ message: String, _ failure: JSONScanner.Failure
    ) -> TraceReadError {
        TraceReadError(
            kind: .damaged, input: input, offset: failure.offset, line: failure.line,
            fault: "\(input): damaged \(place) (line \(Count.grouped(failure.line)), byte "
                + "\(Count.grouped(failure.offset))): \(message)",
            wayOut: "Record it again.")
    }

    static func damagedGolden(_ input: String, _ damage: GoldenText.Damage) -> TraceReadError {
        TraceReadError(
            kind: .damaged, input: input, line: damage.line,
            fault: "\(input): line \(Count.grouped(damage.line)): \(TerminalText.escaped(damage.message))",
            wayOut: wayOutOfGolden)
    }

    /// For faults of the trace as a whole, which stand at no one place.
    static func inconsistent(_ input: String, _ message: String) -> TraceReadError {
        TraceReadError(
            kind: .damaged, input: input, fault: "\(input): damaged: \(message)", wayOut: "Record it again.")
    }
}
