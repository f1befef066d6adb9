import Foundation
import Testing

@testable import rxtrace

/// Packages whose tests use atomic values, and do not tell what they do to them.
struct UntoldAtomicsTests {
    private static let manifest = "// swift-tools-version: 6.1\nlet package = Package(name: \"Search\")\n"
    private static let told =
        manifest + "let tells = Context.environment[\"RXTRACE_ATOMICS\"] == nil ? [] : [.unsafeFlags([])]\n"
    private static let atomic = "import Foundation\ninternal import Synchronization\nlet count = Atomic(0)\n"

    private func untold(_ manifest: String, _ files: [String: String]) throws -> UntoldAtomics? {
        let folder = try TemporaryFolder()
        for (name, text) in files.merging(["Package.swift": manifest], uniquingKeysWith: { $1 }) {
            let file = URL(filePath: folder.path(name))
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return UntoldAtomics(package: folder.path(""))
    }

    @Test func aPackageWithoutTheSettingIsTold() throws {
        let files = ["Sources/Search/Count.swift": Self.atomic, "Tests/SearchTests/Tests.swift": "import Testing\n"]
        let untold = try #require(try untold(Self.manifest, files))
        #expect(untold.file == "Sources/Search/Count.swift")
        #expect(untold.message.hasPrefix("rxtrace: 'Sources/Search/Count.swift' imports Synchronization, and "))
        #expect(untold.message.contains("[.unsafeFlags([\"-Xfrontend\", \"-sanitize=thread\"])]\n"))
    }

    @Test func whatHasTheSettingOrUsesNoneIsSilent() throws {
        #expect(try untold(Self.told, ["Tests/SearchTests/Tests.swift": Self.atomic]) == nil)
        let names = "// import Synchronization\nimport SynchronizationOfMine\n"
        #expect(try untold(Self.manifest, ["Tests/SearchTests/Tests.swift": names]) == nil)
        #expect(try untold(Self.manifest, ["Tests/Adoption/.build/checkouts/Other.swift": Self.atomic]) == nil)
        #expect(UntoldAtomics(package: "/nowhere") == nil)
    }
}
