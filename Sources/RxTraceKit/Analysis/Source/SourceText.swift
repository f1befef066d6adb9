import Foundation
import Synchronization

/// The source files that a trace's places speak of, as far as they can be read here.
public final class SourceText {
    private let reader: Reader
    private var files: [String: [String]] = [:]
    private var names: [String: DeclaredName] = [:]
    private var codes: [CodePlace: String] = [:]
    private var codeLines: [String: [String]] = [:]
    private var answers: [Question: Any] = [:]
    /// What goes before the files.
    private let packed: Trace.PackedSource

    /// - Parameter read: gives the content of a file by its path in the trace; nil if there is none. Without it, files
    ///   are looked for from the current folder, and the folders above it: a path may start at the package's.
    public convenience init(read: ((String) -> String?)? = nil) {
        self.init(Reader(read ?? { Self.content(of: $0, unchangedSince: nil) }), packed: Trace.PackedSource())
    }

    private init(_ reader: Reader, packed: Trace.PackedSource) {
        self.reader = reader
        self.packed = packed
    }

    /// Reads files for one thread at a time: sendable, for what it calls is called under the lock alone.
    fileprivate final class Reader: @unchecked Sendable {
        private let read: (String) -> String?
        private let lock = Mutex(())

        init(_ read: @escaping (String) -> String?) { self.read = read }

        func content(of file: String) -> String? { lock.withLock { _ in read(file) } }
    }

    /// Where a source text comes from, for another thread to make one of its own meanwhile.
    struct Origin: Sendable {
        fileprivate let reader: Reader
        fileprivate let packed: Trace.PackedSource
    }

    var origin: Origin { Origin(reader: reader, packed: packed) }

    convenience init(_ origin: Origin) { self.init(origin.reader, packed: origin.packed) }

    /// The same source, where what a trace carries along goes first.
    package func preferring(_ packed: Trace.PackedSource) -> SourceText {
        packed.isEmpty
            ? self : SourceText(Reader { [reader] in packed.files[$0] ?? reader.content(of: $0) }, packed: packed)
    }

    /// The content of a file, by its path in a trace; nil where there is none, or it was changed after a moment.
    static func content(of path: String, unchangedSince moment: Date?) -> String? {
        var folder = ""
        for _ in 0..<(path.hasPrefix("/") ? 1 : 16) {
            if let text = text(ofFile: folder + path, unchangedSince: moment) { return text }
            folder += "../"
        }
        return builtIn.withLock { $0 }?(path)
    }

    private static let builtIn = Mutex<(@Sendable (String) -> String?)?>(nil)

    /// Says which files the program has within itself, wherever it lies: they are read where there is none by their path.
    ///
    /// - Parameter read: gives the content of one by its path in a trace; nil if it has none.
    package static func setBuiltIn(_ read: @escaping @Sendable (String) -> String?) { builtIn.withLock { $0 = read } }

    /// No source is longer.
    private static let sizeLimit = 32 << 20

    /// A trace may name anything: a pipe that nobody writes, a device without an end.
    private static func text(ofFile path: String, unchangedSince moment: Date?) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= sizeLimit else {
            return nil
        }
        if let moment, moment < modification(status) { return nil }
        return FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func modification(_ status: stat) -> Date {
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }

    /// The lines of a file; none where it cannot be read.
    func lines(of file: String) -> [String] {
        if let known = files[file] { return known }
        let text = reader.content(of: file)
        let lines = text?.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) ?? []
        files[file] = lines
        return lines
    }

    /// The lines of a file, each as code without comments and without the content of its string literals.
    func codeLines(of file: String) -> [String] {
        if let known = codeLines[file] { return known }
        let lines = lines(of: file).map(SourceCode.plain)
        codeLines[file] = lines
        return lines
    }

    /// What the source says at a site, which is looked for once: a program runs a line as often as it likes.
    ///
    /// - Parameters:
    ///   - site: where `find` looks.
    ///   - word: what else the answer depends on.
    ///   - asker: the file of the function that asks; with its name, it tells its question from others.
    ///   - question: the name of the function that asks.
    ///   - find: looks for the answer.
    func answer<Answer>(
        at site: Trace.Site, _ word: String = "", asker: String = #fileID, question: String = #function,
        _ find: () -> Answer
    ) -> Answer {
        let place = Question(asker: asker, name: question, site: site, word: word)
        if let known = answers[place], let known = known as? Answer { return known }
        let answer = find()
        answers[place] = answer
        return answer
    }

    private struct Question: Hashable {
        var asker: String
        var name: String
        var site: Trace.Site
        var word: String
    }

    /// What the source calls the objects that a function, or an initialiser, made at a site, in their order; none where that
    /// is not sure.
    func declaredNames(at site: Trace.Site, maker: String?, type: String) -> [String] {
        if let known = packed.names[.init(site: site, maker: maker, type: type)] { return known }
        let found = names[site.file] ?? DeclaredName(SourceTokens(lines(of: site.file)))
        names[site.file] = found
        return found.names(at: site.line, maker: maker, type: type)
    }

    /// What a line hands to a function; nil where it calls it more than once, or hands it nothing or a closure.
    func arguments(of function: String, at site: Trace.Site) -> String? {
        let lines = lines(of: site.file)
        guard site.line > 0, site.line <= lines.count else { return nil }
        return HandedArguments.text(of: function, in: lines[site.line - 1])
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
        let place = CodePlace(site: site, count: count)
        if let known = codes[place] { return known }
        let lines = lines(of: site.file)
        guard site.line > 0, site.line <= lines.count else { return "" }
        let code = SourceCode.plain(
            lines[(site.line - 1)..<min(lines.count, site.line - 1 + count)].joined(separator: "\n"))
        codes[place] = code
        return code
    }

    private struct CodePlace: Hashable {
        var site: Trace.Site
        var count: Int
    }
}
