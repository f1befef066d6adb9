/// A collector's answer to a request, by the rules of OTLP/HTTP.
package enum OTLPAnswer: Equatable, Sendable {
    /// It has taken the spans, but for `rejected` ones; the message says why, or is a warning.
    case taken(rejected: Int, message: String?)
    /// It may take them later, after so many seconds where it says so.
    case busy(after: Double?)
    /// It will not take them.
    case refused(String)

    /// No answer of use has more bytes; what follows need not be read.
    package static let mostBytes = 1 << 16
    /// Nobody waits for longer, in seconds: thirty years.
    private static let longestWait = 1e9
    /// So much of what a collector says is told.
    private static let mostCharacters = 200

    /// Nothing in it is trusted: numbers are what they can be, and texts may be printed.
    ///
    /// - Parameters:
    ///   - status: of the response.
    ///   - retryAfter: the value of its `Retry-After`.
    ///   - body: as it was received.
    ///   - seconds: tells a date of HTTP in seconds from now.
    package init(
        status: Int, retryAfter: String?, body: some Collection<UInt8>, seconds: (String) -> Double? = { _ in nil }
    ) {
        switch status {
        case 200..<300:
            let partial = OTLPAnswer.members(body, of: "partialSuccess")
            self = .taken(
                rejected: max(0, partial["rejectedSpans"].flatMap { Int($0) } ?? 0),
                message: partial["errorMessage"].flatMap { $0.isEmpty ? nil : Self.told($0) })
        case 429, 502, 503, 504:
            let after = retryAfter.flatMap { Double($0) ?? seconds($0) }
            self = .busy(after: after.flatMap { $0.isFinite ? min(max(0, $0), Self.longestWait) : nil })
        default:
            let message = OTLPAnswer.members(body, of: nil)["message"]
            let text = message ?? String(decoding: body.prefix(Self.mostCharacters), as: UTF8.self)
            self = .refused("status \(status)" + (text.isEmpty ? "" : ": \(Self.told(text))"))
        }
    }

    private static func told(_ text: String) -> String {
        TerminalText.escaped(text.count > mostCharacters ? text.prefix(mostCharacters - 1) + "…" : text)
    }

    /// The texts and numbers of an answer's object, or of the object in it under a key; none where it is no such object.
    private static func members(_ body: some Collection<UInt8>, of key: String?) -> [String: String] {
        guard let first = body.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") else { return [:] }
        var found: [String: String] = [:]
        var rest: [UInt8]? = Array(body)
        var scanner = JSONScanner {
            defer { rest = nil }
            return rest
        }
        func read() throws {
            try scanner.beginObject()
            while let name = try scanner.nextKey() {
                switch try scanner.requireToken() {
                case UInt8(ascii: "\""): found[name] = try scanner.readString()
                case UInt8(ascii: "{") where name == key: try read()
                case UInt8(ascii: "0")...UInt8(ascii: "9"): found[name] = String(try scanner.readInteger(Int.self))
                default: try scanner.skipValue()
                }
            }
        }
        // What could be read of a damaged answer counts.
        try? read()
        return found
    }
}
