/// Why a recording was not started or ended, and the way out.
///
/// ```swift
/// do {
///     try Trace.start("search", to: "/no such folder/search.rxtrace")
/// } catch {
///     print(error)
/// }
/// // cannot record into /no such folder/search.rxtrace: No such file or directory. Give another path.
/// ```
public struct RecordingError: Error, CustomStringConvertible, Sendable {
    public let description: String

    private init(_ description: String) {
        self.description = description
    }

    init(_ failure: RecordedFile.Failure, _ path: String) {
        self.init("cannot record into \(path): \(failure). Give another path.")
    }

    /// A file of its own was asked for a part of another recording.
    static func inside(_ path: String) -> RecordingError {
        RecordingError(
            "cannot record into \(path): another recording runs around this one. End that first, or record without a "
                + "file.")
    }

    static func busy(_ scenario: String) -> RecordingError {
        RecordingError("cannot start '\(scenario)': another recording runs. End that first.")
    }

    static let notStarted = RecordingError("there is no recording to stop. Call Trace.start first.")
}
