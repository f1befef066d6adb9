/// A word with `*` for any characters and `?` for one, as options that choose places or names take it.
///
/// ```swift
/// NamePattern("Views/*.swift").matches("Views/Cell.swift")  // true
/// ```
public struct NamePattern: Sendable, Hashable {
    public let text: String

    public init(_ text: String) {
        self.text = text
    }

    /// Whether the whole of `name` is what the pattern says. Capitals count.
    public func matches(_ name: String) -> Bool {
        let pattern = Array(text.unicodeScalars)
        let name = Array(name.unicodeScalars)
        var (at, position) = (0, 0)
        // Where to go on after the last `*`, should what follows it not match here.
        var retry: (pattern: Int, name: Int)?
        while position < name.count {
            if at < pattern.count, pattern[at] == "*" {
                retry = (at + 1, position)
                at += 1
            } else if at < pattern.count, pattern[at] == "?" || pattern[at] == name[position] {
                at += 1
                position += 1
            } else if let last = retry {
                retry = (last.pattern, last.name + 1)
                (at, position) = (last.pattern, last.name + 1)
            } else {
                return false
            }
        }
        return pattern[at...].allSatisfy { $0 == "*" }
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
}
