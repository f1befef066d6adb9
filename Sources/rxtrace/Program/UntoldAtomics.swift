import Foundation
import RxTraceKit

/// What a package's tests do to an `Atomic` value or a `Mutex` stays untold where its manifest lacks a setting: no switching points
/// are there (docs/orders.md, "In tests").
struct UntoldAtomics {
    /// The variable by which a manifest can have its targets tell.
    static let variable = "RXTRACE_ATOMICS"

    /// The first file, by its path in the package, that imports `Synchronization`.
    let file: String

    /// Nil where nothing is left out: no file imports `Synchronization`, or the manifest asks for the variable.
    init?(package: String) {
        let folder = URL(filePath: package, directoryHint: .isDirectory)
        func text(_ file: String) -> String? { try? String(contentsOf: folder.appending(path: file), encoding: .utf8) }
        guard text("Package.swift")?.contains(Self.variable) == false,
            let file = Self.sources(in: folder).first(where: { text($0).map(Self.importsAtomics) ?? false })
        else { return nil }
        self.file = file
    }

    /// The package's own files, of which those of dependencies and of builds are none.
    private static func sources(in folder: URL) -> [String] {
        ["Sources", "Tests"].flatMap { part in
            let files = FileManager.default.enumerator(atPath: folder.appending(path: part).path(percentEncoded: false))
            let names = files?.compactMap { $0 as? String } ?? []
            let isHidden = { (name: String) in name.split(separator: "/").contains { $0.hasPrefix(".") } }
            return names.filter { $0.hasSuffix(".swift") && !isHidden($0) }.sorted().map { "\(part)/\($0)" }
        }
    }

    private static func importsAtomics(_ text: String) -> Bool {
        text.split(separator: "\n").contains { line in
            let words = line.split(separator: " ")
            return words.suffix(2) == ["import", "Synchronization"] && words.first?.hasPrefix("//") == false
        }
    }

    /// What is left out, and the lines that change it.
    var message: String {
        """
        rxtrace: '\(TerminalText.escaped(file))' imports Synchronization, and Package.swift has no \(Self.variable): what its code does \
        to an Atomic value, or to a Mutex that nobody else holds, is no switching point. Add these lines to Package.swift, and \
        the name to the targets of your code and tests:
            let tellsOfAtomics: [SwiftSetting] =
                Context.environment["\(Self.variable)"] == nil ? [] : [.unsafeFlags(["-Xfrontend", "-sanitize=thread"])]
            .testTarget(name: …, swiftSettings: tellsOfAtomics)

        """
    }
}
