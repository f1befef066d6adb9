/// The `traceparent` by which a program tells another one which trace it works for: W3C Trace Context.
///
/// ```swift
/// let caller = Traceparent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
/// print(caller?.spanID ?? "none")  // 00f067aa0ba902b7
/// ```
public struct Traceparent: Sendable, Equatable, CustomStringConvertible {
    /// The trace, in 32 hexadecimal digits.
    public let traceID: String
    /// The span of the program that hands it on, in 16 hexadecimal digits.
    public let spanID: String
    /// Whether that program says that it may have recorded its part of the trace.
    public let isSampled: Bool

    init(traceID: String, spanID: String, isSampled: Bool = true) {
        self.traceID = traceID
        self.spanID = spanID
        self.isSampled = isSampled
    }

    /// - Parameter text: the header's value; nil comes of one that is none, which a program is to ignore. Of a later
    ///   version than 00, the parts that are known count.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 4, let version = Self.number(parts[0], digits: 2), version < 0xFF,
            version > 0 || parts.count == 4, Self.number(parts[1], digits: 32) != nil,
            Self.number(parts[2], digits: 16) != nil, let flags = Self.number(parts[3], digits: 2),
            parts[1].contains(where: { $0 != "0" }), parts[2].contains(where: { $0 != "0" })
        else { return nil }
        self.init(traceID: String(parts[1]), spanID: String(parts[2]), isSampled: flags & 1 == 1)
    }

    /// The number that so many lower-case digits tell, of which the last ones count; nil for any other text.
    private static func number(_ text: some StringProtocol, digits: Int) -> UInt64? {
        let isDigits = text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
        return text.utf8.count == digits && isDigits ? UInt64(text.suffix(16), radix: 16) : nil
    }

    /// The header's value, such as `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`.
    public var description: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }
}
