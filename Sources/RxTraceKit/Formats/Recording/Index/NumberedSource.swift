/// A source whose calls can be read by their numbers.
package protocol NumberedSource: TraceSource {
    /// Its calls by their numbers; nil where they can only be gone through.
    var numbered: NumberedRecording? { get }
}

extension TraceSource {
    /// The calls by their numbers; nil where they can only be gone through.
    package var numberedCalls: NumberedRecording? { (self as? any NumberedSource)?.numbered }
}
