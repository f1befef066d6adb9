import Foundation
import RxTraceTestSupport
import Testing

/// `swift package edit RxSwift --path …`, as README has it: a package and one that it depends on, both written for
/// RxSwift, resolve against this package without a change to a manifest.
@Suite(
    .enabled(if: TestLength.isLong && SearchPath.find("git") != nil, "it takes long, and wants git"),
    .timeLimit(.generous))
struct EditedPackageTests {
    private static let own = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL.path(percentEncoded: false)

    /// Makes a package with one library of its own name, as a repository with a version.
    private func make(_ name: String, in folder: TemporaryFolder, dependencies: [String], _ source: String) throws {
        let packages = dependencies.map { ".package(url: \"\(folder.path($0))\", from: \"6.0.0\")" }
        let products = dependencies.map { ".product(name: \"\($0)\", package: \"\($0)\")" }
        let manifest = """
            // swift-tools-version: 5.9
            import PackageDescription
            let package = Package(
                name: "\(name)", products: [.library(name: "\(name)", targets: ["\(name)"])],
                dependencies: [\(packages.joined(separator: ", "))],
                targets: [.target(name: "\(name)", dependencies: [\(products.joined(separator: ", "))])])
            """
        let sources = folder.path("\(name)/Sources/\(name)")
        try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
        try Data(manifest.utf8).write(to: URL(filePath: folder.path("\(name)/Package.swift")))
        try Data(source.utf8).write(to: URL(filePath: "\(sources)/\(name).swift"))
        let identity = ["-c", "user.name=x", "-c", "user.email=x"]
        for arguments in [["init", "-q"], ["add", "-A"], identity + ["commit", "-qm", "x"], ["tag", "6.9.0"]] {
            try run("git", ["-C", folder.path(name)] + arguments)
        }
    }

    @discardableResult
    private func run(_ tool: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: try #require(SearchPath.find(tool)))
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(tool) \(arguments.joined(separator: " ")): \(text)")
        return text
    }

    @Test func aWholeGraphIsTurnedToThisPackageAndBack() throws {
        let folder = try TemporaryFolder()
        try make("RxSwift", in: folder, dependencies: [], "public class OnlyInTheOriginal {}")
        try make("Library", in: folder, dependencies: ["RxSwift"], "import RxSwift")
        try make("App", in: folder, dependencies: ["RxSwift", "Library"], "import Library\nimport RxSwift")
        func package(_ arguments: String...) throws -> String {
            try run("swift", ["package", "--package-path", folder.path("App")] + arguments)
        }
        _ = try package("edit", "RxSwift", "--path", Self.own)
        let link = folder.path("App/Packages/RxSwift")
        #expect(FileManager.default.contentsEqual(atPath: "\(link)/Package.swift", andPath: "\(Self.own)Package.swift"))
        // Both find their product there: resolving fails where one is missing.
        #expect(try package("show-dependencies").contains("rxswift"))
        _ = try package("unedit", "RxSwift")
        #expect(!FileManager.default.fileExists(atPath: link))
    }
}
