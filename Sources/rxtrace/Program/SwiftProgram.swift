import Foundation
import RxTraceExploring
import RxTraceKit

/// A program the user wrote: Swift files that are compiled together and run with the recorder on.
///
/// As with `swiftc`, one file alone may hold top-level code whatever its name; of several, the one called `main.swift`.
/// A type marked `@main` will do in either case.
struct SwiftProgram {
    struct File {
        /// As the user named it: the compiler's messages and places in the source use it too.
        var name: String
        var content: Data
    }

    let files: [File]
    /// The trace's name: that of the file, or of the folder that holds the program.
    let name: String
    /// Whether the program starts at a type marked `@main`, and no file holds top-level code.
    let startsAtType: Bool

    /// Whether a word of the command line means (a part of) a program: a Swift file, or a folder.
    static func isNamed(by word: String) -> Bool { word.hasSuffix(".swift") || isFolder(word) }

    /// Reads the files that `words` name; of a folder, all that are in it and in the folders below.
    ///
    /// - Throws: ``CommandFailure`` where there are none, one cannot be read, or none starts the program.
    init(_ words: [String]) throws {
        files = try words.flatMap(Self.paths).map(Self.read)
        name = Self.name(of: words)
        let hasMainFile = files.contains { ($0.name as NSString).lastPathComponent == "main.swift" }
        startsAtType = !hasMainFile && files.contains { ProgramStart.isMarked(in: $0.content) }
        guard files.count == 1 || hasMainFile || startsAtType else {
            throw CommandFailure(
                .wrongData,
                "none of these \(files.count) Swift files starts the program. Name the one with top-level code "
                    + "main.swift, or mark a type with @main.")
        }
    }

    /// Whether a word stands in one of the files, be it in a comment.
    func mentions(_ word: String) -> Bool { files.contains { $0.content.range(of: Data(word.utf8)) != nil } }

    private static func paths(_ word: String) throws -> [String] {
        guard isFolder(word) else { return [word.hasPrefix("./") ? String(word.dropFirst(2)) : word] }
        if FileManager.default.fileExists(atPath: word + "/Package.swift") {
            throw CommandFailure(
                .wrongData,
                "\(quoted(word)) is a package, not a folder of Swift files. Name the folder of its program's files, "
                    + "or let the package depend on rxtrace and run it with RXTRACE=\(RecordingFile.name).")
        }
        let prefix = word == "." ? "" : word.hasSuffix("/") ? word : word + "/"
        let names = FileManager.default.enumerator(atPath: word)?.compactMap { $0 as? String } ?? []
        let sources = names.filter { name in
            name.hasSuffix(".swift") && !name.split(separator: "/").contains { $0.hasPrefix(".") }
                && !isFolder(prefix + name)
        }
        guard !sources.isEmpty else {
            throw CommandFailure(.noInput, "there are no Swift files in the folder \(quoted(word)). Check its path.")
        }
        // In every run the same order: it is part of the key of a built program.
        return sources.sorted().map { prefix + $0 }
    }

    private static func read(_ path: String) throws -> File {
        // The compiler hands lists of files on by the line.
        if path.contains(where: \.isNewline) {
            throw CommandFailure(
                .wrongData,
                "the compiler takes no file with a line break in its name, as \(quoted(path)) has. Rename it.")
        }
        do {
            return File(name: path, content: try Data(contentsOf: URL(filePath: path)))
        } catch {
            let isThere = FileManager.default.fileExists(atPath: path)
            let problem = isThere ? "cannot read the file \(quoted(path))" : "there is no file \(quoted(path))"
            throw CommandFailure(.noInput, "\(problem). Check its path\(isThere ? " and permissions" : "").")
        }
    }

    private static func name(of words: [String]) -> String {
        let url = URL(filePath: words.first ?? "").standardizedFileURL
        let isFile = url.pathExtension == "swift"
        let named = isFile && url.lastPathComponent == "main.swift" ? url.deletingLastPathComponent() : url
        let name = isFile ? named.deletingPathExtension().lastPathComponent : named.lastPathComponent
        return name.isEmpty || name == "/" ? "program" : name
    }

    private static func isFolder(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
    }

    private static func quoted(_ path: String) -> String { "'\(TerminalText.escaped(path))'" }
}
