/// A line that is printed for somebody who debugs the program, and is a mark in the trace.
enum PrintedLine {
    /// - Parameters:
    ///   - text: the line after `time`.
    ///   - short: the same without values, for recordings that keep none.
    static func write(_ text: String, short: @autoclosure () -> String, at time: String) {
        Trace.mark(RecordedValues.isNone ? short() : text)
        print("\(time): \(text)")
    }
}
