import Foundation
import RxInstrumented
import RxTraceExploring
import RxTraceKit

/// Makes a user's program runnable: takes it from the cache, or compiles it.
struct ProgramBuild {
    private let program: SwiftProgram
    private let compiler: SwiftCompiler
    private let modules: CoreModules

    private let tellsOfAtomics: Bool

    /// - Parameter tellsOfAtomics: whether the program tells what it does to atomic values, as it does where its threads take
    ///   turns.
    /// - Throws: ``CommandFailure`` where there is no compiler, or nothing to compile against.
    init(_ program: SwiftProgram, tellsOfAtomics: Bool = false) throws {
        self.program = program
        self.tellsOfAtomics = tellsOfAtomics
        compiler = try SwiftCompiler()
        modules = try CoreModules()
    }

    /// Gives `body` the path of the built program, and whether it stays there.
    ///
    /// - Throws: ``CommandFailure`` where it does not compile, and the errors of `body`.
    func withExecutable<Result>(_ body: (_ path: String, _ isKept: Bool) throws -> Result) throws -> Result {
        let key = key
        let cache = BuildCache()
        if let built = cache?.executable(key, named: program.name) {
            return try withExtendedLifetime(built) { try body(built.path, true) }
        }
        let (work, isKept) = try build(in: cache)
        if isKept { cache?.store(work, key, named: program.name) }
        let kept = isKept ? cache?.executable(key, named: program.name) : nil
        // Without a cache, the program goes when it has run.
        return try withExtendedLifetime((work, kept)) {
            try body(kept?.path ?? work.path(program.name), kept != nil)
        }
    }

    /// A folder with the built program. Where there is no room in the user's cache, it is none of the cache's.
    private func build(in cache: BuildCache?) throws -> (work: TemporaryDirectory, isKept: Bool) {
        if cache != nil || BuildCache.lack() == nil, let work = try? cache?.workFolder() ?? TemporaryDirectory() {
            // Another command that makes room must not take it for one that was left behind.
            let use = UsedFolder(work.path(""))
            let compilation = try withExtendedLifetime(use) {
                try compile(in: work, BuildCache.isPlaced() ? flags : flags + Self.modulesFlags(work))
            }
            // What fails for want of room need not be said.
            if compilation.failure == nil || BuildCache.lack() == nil {
                try tell(compilation)
                return (work, cache != nil)
            }
        }
        let work = try TemporaryDirectory()
        if let lack = BuildCache.lack() {
            StandardError.write(
                "rxtrace: the program is not kept for the next time: '\(TerminalText.escaped(lack.folder))': "
                    + "\(lack.failure). Make room there, or set XDG_CACHE_HOME to another folder.\n")
        }
        let compilation = try compile(in: work, flags + Self.modulesFlags(work))
        if compilation.failure != nil, let lack = BuildRoom(lackingIn: work.path("")) {
            throw CommandFailure(
                .unavailable,
                "there is no room to build the program in: '\(TerminalText.escaped(lack.folder))': \(lack.failure). Make "
                    + "room there, or set TMPDIR to another folder.")
        }
        try tell(compilation)
        return (work, false)
    }

    /// Where the compiler keeps the system's modules for want of a place of its own.
    private static func modulesFlags(_ work: TemporaryDirectory) -> [String] {
        ["-module-cache-path", work.path("modules")]
    }

    /// What the compiler said, and why it failed, if it did.
    private struct Compilation {
        var messages: String
        var failure: (failure: CommandFailure, isSaidByCompiler: Bool)?
    }

    private func compile(in work: TemporaryDirectory, _ flags: [String]) throws -> Compilation {
        let path = work.path("messages")
        try Data().write(to: URL(filePath: path))
        let file = try FileHandle(forUpdating: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        Progress.shared.begin("compiling", program.name)
        let isBuilt = try compiler.run(flags + ["-o", work.path(program.name)], messages: file)
        Progress.shared.end()
        try file.seek(toOffset: 0)
        let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        let failure = isBuilt ? nil : failure(TerminalText.withoutColors(text))
        return Compilation(messages: text, failure: failure)
    }

    /// The compiler's messages go to standard error, unless one of ours says it better.
    private func tell(_ compilation: Compilation) throws {
        if compilation.failure?.isSaidByCompiler != false { StandardError.write(Self.shown(compilation.messages)) }
        if let failure = compilation.failure { throw failure.failure }
    }

    /// The compiler's messages with its colours, and nothing else that a terminal obeys: they quote the source.
    private static func shown(_ text: String) -> String {
        var shown = ""
        var rest = text[...]
        while let kept = rest.firstMatch(of: /\u{1B}\[[0-9;]*m|[\n\t]/.matchingSemantics(.unicodeScalar)) {
            shown += TerminalText.escaped(String(rest[..<kept.range.lowerBound])) + kept.output
            rest = rest[kept.range.upperBound...]
        }
        return shown + TerminalText.escaped(String(rest))
    }

    private var flags: [String] {
        // A name that begins with a dash would be an option, for a part of the compiler also behind "./".
        let folder = FileManager.default.currentDirectoryPath
        let sources = program.files.map { $0.name.hasPrefix("-") ? "\(folder)/\($0.name)" : $0.name }
        // All files at once: the compiler is started once, which is most of its time.
        // The module is made with them, or else the compiler would give each warning twice.
        var flags = ["-g", "-whole-module-optimization", "-no-emit-module-separately-wmo", "-module-name", moduleName]
        if program.startsAtType { flags.append("-parse-as-library") }
        // The frontend's option alone: nothing of the sanitizer's is linked.
        if tellsOfAtomics { flags += ["-Xfrontend", "-sanitize=thread"] }
        return flags + sources + modules.importFlags + modules.linkFlags(for: program) + compiler.linkerFlags
    }

    /// All files and arguments that have a part in the build.
    private var key: String {
        var key = ContentKey()
        for flag in flags { key.add(flag) }
        // Where the compiler runs is written into the debug information.
        key.add(FileManager.default.currentDirectoryPath)
        for file in program.files { key.add(file.content) }
        for file in [compiler.file.path(percentEncoded: false)] + modules.files { key.add(fileAt: file) }
        return key.text
    }

    /// A name the compiler takes, and that no module has which the program may import.
    private var moduleName: String {
        let letters = program.name.unicodeScalars.map { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)) ? String(scalar) : "_"
        }
        var name = letters.joined()
        if name.first?.isNumber != false { name = "_" + name }
        return Self.takenNames.contains(name) ? name + "Program" : name
    }

    private static let takenNames = Set(
        LibraryModules.importable + ["Swift", "Foundation", "Dispatch", "Glibc", "Darwin"])

    /// Why it did not compile, and whether the compiler's messages are to be read first.
    private func failure(_ messages: String) -> (failure: CommandFailure, isSaidByCompiler: Bool) {
        let name = program.files.count == 1 ? "'\(TerminalText.escaped(program.files[0].name))'" : "the program"
        if let built = modules.compilerVersion.flatMap(SwiftCompiler.versionLine),
            let present = compiler.version().flatMap({ text in SwiftCompiler.versionLine(text).map(String.init) }),
            built != present
        {
            return (
                CommandFailure(
                    .unavailable,
                    "rxtrace was built with \(built), and '\(compiler.path)' is \(present): \(name) compiles with "
                        + "the first only. Put that one first in PATH, or build rxtrace again."), true
            )
        }
        if let changed = messages.firstMatch(of: /input file '([^']+)' was modified during the build/)?.1 {
            let isProgram = program.files.contains { changed.hasSuffix($0.name) }
            let what =
                isProgram ? "'\(TerminalText.escaped(String(changed)))' was changed" : "rxtrace itself was being built"
            return (CommandFailure(.unavailable, "\(what) while \(name) was compiled. Run it again."), false)
        }
        if let absent = AbsentModule(in: messages) {
            return (CommandFailure(.wrongData, absent.message(for: name)), false)
        }
        let hints = CompilerHint.all(in: messages) { name in
            program.files.first { $0.name == name }.map { String(decoding: $0.content, as: UTF8.self) } ?? ""
        }.map { "\n\($0)" }.joined()
        return (CommandFailure(.wrongData, "\(name) does not compile; the compiler says why above.\(hints)"), true)
    }
}
