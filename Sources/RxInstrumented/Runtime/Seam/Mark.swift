import CRxTraceBuffer
import RxTraceKit

extension Trace {
    /// Notes something in the trace, at this point of the calling thread.
    ///
    /// ```swift
    /// Trace.mark("checkout opened")
    /// cart.onNext(.checkout)
    /// // rxtrace tree:
    /// // ├─ mark "checkout opened"
    /// // ├─ on PublishSubject next(checkout)
    /// ```
    ///
    /// The text is kept as an event's value is: its first 80 characters, 4,096 with `--values full`; and 80 with
    /// `--values none` too, for it is no value. It is made up only while a recording runs, and reactive calls made by
    /// that are no part of the recording. Without one, a mark costs a load and a comparison.
    @inlinable @inline(__always)
    public static func mark(_ text: @autoclosure () -> String) {
        if rxtrace_is_on() { recordMark(text) }
    }

    /// Notes the time that `body` runs in the trace: the calls it makes hang below the mark, which takes as long as it
    /// does.
    ///
    /// ```swift
    /// let rows = Trace.mark("load") { store.load() }
    /// // rxtrace tree:
    /// // └─ mark "load"
    /// //   ↳ subscribe Map · subscription 1, completed
    /// ```
    ///
    /// Otherwise it changes nothing: a subscription that is made in a mark, or an event that is sent in one, is the same
    /// as without it. The text is kept as that of ``mark(_:)`` is.
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
    // At the time it was opened: a mark that takes no time is a point in time.
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
    /// Whether the running recording keeps no values.
    static var isNone: Bool { ofRunning == .none }

    /// How many characters of a text that is no value are kept.
    static var textLimit: Int { max(ofRunning.characterLimit, RecordedValues.short.characterLimit) }
}

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
