import CRxTraceBuffer
import RxTraceKit

extension Trace {
    /// Adds a note to the trace, at this point of the calling thread.
    ///
    /// ```swift
    /// Trace.mark("checkout opened")
    /// cart.onNext(.checkout)
    /// // rxtrace tree:
    /// // ├─ mark "checkout opened"
    /// // ├─ on PublishSubject next(checkout)
    /// ```
    ///
    /// The first 80 characters of the text are kept, 4,096 with `--values full`. `text` is evaluated only while a
    /// recording runs, and reactive calls that it makes are not recorded. Without a recording, a mark costs a load and
    /// a comparison.
    @inlinable @inline(__always)
    public static func mark(_ text: @autoclosure () -> String) {
        if rxtrace_is_on() { recordMark(text) }
    }

    /// Adds a note to the trace that lasts as long as `body` runs. The calls that `body` makes hang below it.
    ///
    /// ```swift
    /// let rows = Trace.mark("load") { store.load() }
    /// // rxtrace tree:
    /// // └─ mark "load"
    /// //   ↳ subscribe Map · subscription 1, completed
    /// ```
    ///
    /// The mark changes nothing else about subscriptions that are made, or events that are sent, in it. The text is
    /// kept as by ``mark(_:)``.
    ///
    /// - Returns: the result of `body`.
    /// - Throws: the errors of `body`.
    @inlinable @inline(__always)
    public static func mark<Result>(_ text: @autoclosure () -> String, _ body: () throws -> Result) rethrows -> Result {
        let call = rxtrace_is_on() ? openMark(text) : 0
        defer { if call != 0 { rxtrace_close(call) } }
        return try body()
    }
}

@usableFromInline @inline(never)
func recordMark(_ text: () -> String) {
    let call = openMark(text)
    // Closed at the time it was opened: a mark without a body takes no time.
    if call != 0 { rxtrace_close_next(call) }
}

@usableFromInline @inline(never)
func openMark(_ text: () -> String) -> UInt64 {
    var text = RecordedText.keptOut { RecordedText.capped(text(), to: RecordedValues.textLimit) }
    return text.withUTF8 { bytes in
        var details = rxtrace_details()
        details.text = bytes.baseAddress
        details.text_count = bytes.count
        return rxtrace_open_with(Trace.Operation.mark.rawValue, 0, 0, 0, details)
    }
}

extension RecordedValues {
    static var isNone: Bool { ofRunning == .none }

    /// How many characters are kept of a text that is not a value.
    static var textLimit: Int { max(ofRunning.characterLimit, RecordedValues.short.characterLimit) }
}

/// Prints a line for debugging, and adds it to the trace as a mark.
enum PrintedLine {
    /// - Parameters:
    ///   - text: the line after `time`.
    ///   - short: the same without values, for recordings that keep none.
    static func write(_ text: String, short: @autoclosure () -> String, at time: String) {
        Trace.mark(RecordedValues.isNone ? short() : text)
        print("\(time): \(text)")
    }
}
