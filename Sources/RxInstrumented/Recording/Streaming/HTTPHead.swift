import Foundation

/// The lines before an answer's body. Nothing in them is trusted: what is no number says nothing.
struct HTTPHead {
    private static let separator = Array("\r\n\r\n".utf8)

    private let lines: [String]
    /// Where the body begins.
    let end: Int

    /// nil where the head is not all there.
    ///
    /// - Parameter known: how many bytes were looked through before.
    init?(of bytes: [UInt8], from known: Int = 0) {
        let start = max(0, known - Self.separator.count)
        guard let end = (start..<bytes.count).first(where: { bytes[$0...].starts(with: Self.separator) }) else {
            return nil
        }
        lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
        self.end = end + Self.separator.count
    }

    /// nil where it is no answer of HTTP's.
    var status: Int? {
        guard let first = lines.first, first.hasPrefix("HTTP/") else { return nil }
        return first.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }

    /// - Parameter name: in small letters.
    func value(of name: String) -> String? {
        let line = lines.first { $0.lowercased().hasPrefix("\(name):") }
        return line.map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }

    /// Whether an answer of so many bytes has all that it says it has.
    func isWhole(_ count: Int) -> Bool {
        guard let length = value(of: "content-length").flatMap({ Int($0) }), length >= 0 else { return false }
        return count - end >= length
    }
}
