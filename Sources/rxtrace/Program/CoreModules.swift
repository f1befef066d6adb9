import Foundation
import RxInstrumented
import RxTraceKit

/// The built modules that a user's program is compiled against, and the libraries it is linked with.
///
/// They are found from where this command lies: in a build folder of the package, or in the prefix it was installed
/// into, where `lib/rxtrace` holds them.
struct CoreModules {
    private static let names = LibraryModules.importable

    /// The folder of the `.swiftmodule` files.
    let folder: String
    private let moduleMaps: [String]
    /// Object files, or the library that holds them.
    private let linked: [String]
    /// Those of the module that is linked to programs that import it.
    private let linkedOnDemand: [String]
    /// The linker's arguments for the toolchain's libraries that the linked ones use: a program that imports none of our
    /// modules does not ask for them by itself, and a library does not, unlike object files.
    private let libraryFlags: [String]
    /// The version text of the compiler that built them; nil where nobody kept it.
    let compilerVersion: String?

    /// - Parameter executable: the path of this command.
    /// - Throws: ``CommandFailure`` where the modules are in neither place.
    init(beside executable: String = Self.ownPath) throws {
        let folder = URL(filePath: executable).resolvingSymlinksInPath().deletingLastPathComponent()
        let built = Self(buildFolder: folder)
        let places = [built, Self(prefix: folder.deletingLastPathComponent())].compactMap(\.self)
        guard let found = places.first(where: { $0.missingFile == nil }) else {
            if let file = built?.missingFile {
                throw CommandFailure(
                    .unavailable,
                    "the build of rxtrace is not whole: there is no '\(TerminalText.escaped(file))'. Build it to its end by "
                        + "`swift build`.")
            }
            throw CommandFailure(
                .unavailable,
                "the modules to compile Swift files against are not beside '\(executable)'. Run rxtrace from the "
                    + "folder it was built in (`swift run rxtrace …`), or install it with `make install PREFIX=…`.")
        }
        self = found
    }

    /// The path of the running command, whatever name it was called by.
    static var ownPath: String { Bundle.main.executablePath ?? CommandLine.arguments.first ?? "" }

    private init?(buildFolder: URL) {
        // The list that SwiftPM links the command itself from: it has no object of a source that is gone. Each path is
        // taken from its module's folder on, as the build folder may have been moved.
        let list = buildFolder.appending(path: "rxtrace.product/Objects.LinkFileList")
        guard let objects = try? String(contentsOf: list, encoding: .utf8) else { return nil }
        let folders = Set(Self.names.map { "\($0).build" })
        let onDemand = "\(LibraryModules.linkedOnDemand).build/"
        let names = objects.split(separator: "\n").compactMap { line -> String? in
            let parts = line.trimmingCharacters(in: ["'", "\""]).split(separator: "/").map(String.init)
            return parts.lastIndex(where: folders.contains).map { parts[$0...].joined(separator: "/") }
        }
        linked = names.filter { !$0.hasPrefix(onDemand) }.map { Self.path(buildFolder, $0) }
        linkedOnDemand = names.filter { $0.hasPrefix(onDemand) }.map { Self.path(buildFolder, $0) }
        folder = Self.path(buildFolder, "Modules")
        moduleMaps = LibraryModules.headers.map { Self.path(buildFolder, "\($0).build/module.modulemap") }
        libraryFlags = []
        compilerVersion = Self.version(in: buildFolder)
        guard !linked.isEmpty else { return nil }
    }

    private init(prefix: URL) {
        let library = prefix.appending(path: "lib/rxtrace")
        folder = Self.path(library, "modules")
        moduleMaps = [Self.path(library, "include/module.modulemap")]
        linked = [Self.path(library, "libRxTrace.a")]
        linkedOnDemand = [Self.path(library, "lib\(LibraryModules.linkedOnDemand).a")]
        let libraries = try? String(contentsOfFile: Self.path(library, "libRxTrace.libraries"), encoding: .utf8)
        libraryFlags = libraries?.split(separator: "\n").map(String.init) ?? []
        compilerVersion = Self.version(in: library)
    }

    /// The first of the files that is not there; nil where all are.
    private var missingFile: String? {
        let needed = linked + linkedOnDemand + moduleMaps + [folder + "/RxSwift.swiftmodule"]
        return needed.first { !FileManager.default.fileExists(atPath: $0) }
    }

    /// The compiler's arguments for importing them.
    var importFlags: [String] { ["-I", folder] + moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] } }

    /// The linker's arguments for a program. All of a library is taken: nothing in the program names the part that
    /// writes the recording.
    func linkFlags(for program: SwiftProgram) -> [String] {
        let isDemanded = program.mentions(LibraryModules.linkedOnDemand)
        return (isDemanded ? linked + linkedOnDemand : linked).flatMap { file in
            guard file.hasSuffix(".a") else { return [file] }
            // All by -Xlinker: the compiler keeps no order between these and other words.
            #if canImport(Darwin)
                let words = ["-force_load", file]
            #else
                let words = ["--whole-archive", file, "--no-whole-archive"]
            #endif
            return words.flatMap { ["-Xlinker", $0] }
        } + libraryFlags
    }

    /// All files a program built against them depends on.
    var files: [String] { linked + linkedOnDemand + moduleMaps + Self.names.map { "\(folder)/\($0).swiftmodule" } }

    /// SwiftPM keeps the version of each compiler it was run with; the last one made the modules that lie there now.
    private static func version(in folder: URL) -> String? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path(folder, ""))) ?? []
        let files = names.filter { $0.hasPrefix("swift-version") }.map { path(folder, $0) }
        func time(_ file: String) -> Date {
            (try? FileManager.default.attributesOfItem(atPath: file))?[.modificationDate] as? Date ?? .distantPast
        }
        return files.max { time($0) < time($1) }.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) }
    }

    private static func path(_ folder: URL, _ name: String) -> String {
        (name.isEmpty ? folder : folder.appending(path: name)).path(percentEncoded: false)
    }
}
