import Foundation

/// The source files that a trace's places speak of, as far as they can be read here.
public final class SourceText {
    private let read: (String) -> String?
    private var files: [String: [String]] = [:]

    /// - Parameter read: gives the content of a file by its path in the trace; nil if there is none. Without it, files
    ///   are looked for from the current folder, and the folders above it: a path may start at the package's.
    public init(read: ((String) -> String?)? = nil) {
        self.read = read ?? Self.content
    }

    private static func content(of path: String) -> String? {
        var folder = ""
        for _ in 0..<(path.hasPrefix("/") ? 1 : 16) {
            if let data = FileManager.default.contents(atPath: folder + path) {
                return String(decoding: data, as: UTF8.self)
            }
            folder += "../"
        }
        return nil
    }

    /// The lines of a file; none where it cannot be read.
    func lines(of file: String) -> [String] {
        if let known = files[file] { return known }
        let lines = read(file)?.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) ?? []
        files[file] = lines
        return lines
    }

    /// The lines whose comments are about a site: the line itself, and the comments that stand on their own right above
    /// it or above the statement it is a part of.
    func notes(at site: Trace.Site) -> [String] {
        let lines = lines(of: site.file)
        let index = site.line - 1
        guard lines.indices.contains(index) else { return [] }
        return [lines[index]]
            + Set([index, SourceStatement.start(of: index, in: lines)]).flatMap { line in
                lines[..<line].reversed().prefix { $0.drop { $0.isWhitespace }.hasPrefix("//") }
            }
    }

    /// Some lines from a site on, as code without comments and without the content of its string literals.
    func code(from site: Trace.Site, lines count: Int = 60) -> String {
        let lines = lines(of: site.file)
        guard site.line > 0, site.line <= lines.count else { return "" }
        return SourceCode.plain(
            lines[(site.line - 1)..<min(lines.count, site.line - 1 + count)].joined(separator: "\n"))
    }
}
