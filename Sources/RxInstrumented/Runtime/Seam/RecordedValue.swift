import CRxTraceBuffer
import Foundation
import RxTraceKit
import Synchronization

/// How much of an event's value a recording keeps.
public enum RecordedValues: UInt8, Sendable, CaseIterable {
    /// Nothing. No value is described, so that the recording runs none of the user's code.
    case none
    /// The first 80 characters of the description, of at most 48,000 bytes.
    case short
    /// The first 4,096 characters of the description, of at most 48,000 bytes.
    case full

    var characterLimit: Int {
        switch self {
        case .none: 0
        case .short: 80
        case .full: 4096
        }
    }

    /// How much of each value the running recording keeps. Set before it starts.
    static let current = Atomic<UInt8>(RecordedValues.short.rawValue)

    static var ofRunning: RecordedValues { RecordedValues(rawValue: current.load(ordering: .relaxed)) ?? .short }
}

/// A number or a Boolean as one word, which needs no description. nil for other types.
@inlinable @inline(__always)
func smallValue<Value>(_ value: Value) -> (form: RecordedEventForm, bits: UInt64)? {
    if Value.self == Int.self {
        return (.signed, UInt64(bitPattern: Int64(unsafeBitCast(value, to: Int.self))))
    }
    if Value.self == Bool.self { return (.boolean, unsafeBitCast(value, to: Bool.self) ? 1 : 0) }
    if Value.self == Double.self { return (.double, unsafeBitCast(value, to: Double.self).bitPattern) }
    if Value.self == UInt.self { return (.unsigned, UInt64(unsafeBitCast(value, to: UInt.self))) }
    if Value.self == Int64.self { return (.signed, UInt64(bitPattern: unsafeBitCast(value, to: Int64.self))) }
    if Value.self == Int32.self {
        return (.signed, UInt64(bitPattern: Int64(unsafeBitCast(value, to: Int32.self))))
    }
    return nil
}

enum RecordedText {
    /// A value's description within the recording's limit. nil if values are not kept.
    ///
    /// Reactive calls that the description makes are not recorded. The time that it takes, and whether it was cut, are
    /// counted.
    static func of<Value>(_ value: Value) -> (text: String, isCut: Bool)? {
        let limit = RecordedValues.ofRunning.characterLimit
        guard limit > 0 else { return nil }
        if Value.self == String.self { return counted(unsafeBitCast(value, to: String.self), limit, since: nil) }
        let start = rxtrace_ticks()
        if let text = TupleText.of(value) { return counted(text, limit, since: start) }
        return keptOut {
            var text = BoundedText(characters: limit)
            StandardDescription.describe(value, to: &text)
            return counted(withoutContexts(text.start), limit, isCut: text.isFull, since: start)
        }
    }

    private static func counted(
        _ text: String, _ limit: Int, isCut: Bool = false, since start: UInt64?
    ) -> (text: String, isCut: Bool) {
        let kept = Self.start(of: text, limit, isCut: isCut)
        let time = start.map { rxtrace_ticks() &- $0 } ?? 0
        if time > 0 || kept != nil { rxtrace_note_description(time, kept != nil) }
        return (kept ?? text, kept != nil)
    }

    /// The text without the contexts of private and local types, which contain addresses that differ from run to run.
    ///
    /// Not with a regular expression, which needs more stack than a thread may have.
    private static func withoutContexts(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
        var bytes = text.utf8[...]
        var kept: [UInt8] = []
        while let next = bytes.first {
            if next == UInt8(ascii: "("), let rest = behindContext(bytes) {
                bytes = rest
            } else {
                kept.append(next)
                bytes = bytes.dropFirst()
            }
        }
        return String(decoding: kept, as: UTF8.self)
    }

    private static let context = Array("(unknown context at $".utf8)

    /// What follows the context at the text's start. nil if the text does not start with one.
    private static func behindContext(_ text: Substring.UTF8View) -> Substring.UTF8View? {
        guard text.starts(with: context) else { return nil }
        let digits = text.dropFirst(context.count)
        let end = digits.drop { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        guard end.startIndex > digits.startIndex, end.starts(with: ").".utf8) else { return nil }
        return end.dropFirst(2)
    }

    /// The text, or, if it is longer than `limit` characters or than a record may be, its start and an ellipsis.
    static func capped(_ text: String, to limit: Int) -> String {
        start(of: text, limit) ?? text
    }

    /// The most bytes of a text that a recording takes.
    private static var byteLimit: Int { Int(TRACE_LONGEST_TEXT) }

    /// The start of a text and an ellipsis, if the text is cut or too long. nil otherwise.
    ///
    /// - Parameter isCut: whether the text is already the start of a longer one.
    private static func start(of text: String, _ limit: Int, isCut: Bool = false) -> String? {
        let byteCount = text.utf8.count
        // A text has at least as many bytes as characters, so that short texts need no count of characters.
        let isLonger =
            byteCount > limit
            && text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex).map { $0 < text.endIndex } == true
        guard isLonger || isCut || byteCount > byteLimit else { return nil }
        var room = byteLimit - "…".utf8.count
        let start = text.prefix(limit - 1).prefix { character in
            room -= character.utf8.count
            return room >= 0
        }
        return start + "…"
    }

    /// Runs the user's code for the recording. Reactive calls that it makes are not recorded.
    static func keptOut<Result>(_ body: () -> Result) -> Result {
        rxtrace_suppress()
        defer { rxtrace_resume() }
        return body()
    }
}
