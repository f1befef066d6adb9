/// A pattern for names, in which `*` stands for any text and `?` for any character; letters match in either case.
///
/// ```swift
/// TracePattern("Map*").matches("MapSink")  // true
/// ```
public struct TracePattern: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    private let wanted: [Character]

    /// Makes a pattern of its text.
    public init(_ text: String) {
        description = text
        wanted = Array(text.lowercased())
    }

    /// Whether the whole of `text` is as the pattern says.
    ///
    /// - Complexity: O(*n* · *m*) at worst, for a pattern with many `*`.
    public func matches(_ text: String) -> Bool {
        let letters = Array(text.lowercased())
        var (pattern, position) = (0, 0)
        /// Where to take up again when the text after the last `*` turns out not to match: one character further on.
        var retry: (pattern: Int, position: Int)?
        while position < letters.count {
            if pattern < wanted.count, wanted[pattern] == "*" {
                retry = (pattern, position)
                pattern += 1
            } else if pattern < wanted.count, wanted[pattern] == "?" || wanted[pattern] == letters[position] {
                pattern += 1
                position += 1
            } else if let last = retry {
                retry = (last.pattern, last.position + 1)
                pattern = last.pattern + 1
                position = last.position + 1
            } else {
                return false
            }
        }
        return wanted[pattern...].allSatisfy { $0 == "*" }
    }

    /// Whether the pattern names a place: its path, the end of its path, or either with `:line`.
    public func matches(_ site: Trace.Site) -> Bool {
        var path = site.file[...]
        while true {
            if matches(String(path)) || matches("\(path):\(site.line)") { return true }
            guard let slash = path.firstIndex(of: "/") else { return false }
            path = path[path.index(after: slash)...]
        }
    }

    /// Whether the pattern names a thread, by its id or its name.
    func matches(_ thread: Trace.Thread) -> Bool { matches("\(thread.id)") || matches(thread.name) }
}
