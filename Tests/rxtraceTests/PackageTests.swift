import Foundation
import Testing

@testable import RxInstrumented

/// Package.swift, the makefile and the list of modules that the library and the command read agree.
@Suite(.timeLimit(.generous)) struct PackageTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")

    private struct Target {
        var kind: String
        var name: String
        var dependencies: [String]
    }

    /// The targets as Package.swift tells them. To have SwiftPM read it would take longer than all else here.
    private static func targets() throws -> [Target] {
        let text = try String(contentsOf: folder.appending(path: "Package.swift"), encoding: .utf8)
        let part = try #require(text.components(separatedBy: "targets: [\n").last)
        let code = part.components(separatedBy: "\n").filter { !$0.contains("//") }.joined(separator: "\n")
        return try "\n\(code)".components(separatedBy: "\n        .").dropFirst().map { target in
            let words = target.components(separatedBy: "\"")
            try #require(words.count > 1, "a target without a name: \(target)")
            let dependencies = target.components(separatedBy: "dependencies: [").dropFirst().first ?? "]"
            return Target(
                kind: target.trimmingCharacters(in: [" ", "."]).components(separatedBy: "(")[0], name: words[1],
                dependencies: dependencies.prefix { $0 != "]" }.components(separatedBy: "\"").enumerated()
                    .filter { $0.offset % 2 == 1 }.map(\.element))
        }
    }

    /// Targets of the command or its tests alone, or that run beside tests: nothing that a recording has calls of.
    private static let others: Set<String> = [
        "CRxTraceCommand", "RxTraceExploring", "RxTraceSamples", "RxTraceYardstick", "RxTraceTestSupport",
        "CRxTraceTestProcess", "RxTraceStress",
    ]

    @Test func everyLibraryTargetIsInTheList() throws {
        let libraries = try Self.targets().filter { $0.kind == "target" }.map(\.name)
        #expect(Set(libraries).subtracting(Self.others) == Set(LibraryModules.all))
        #expect(libraries.count == LibraryModules.all.count + Self.others.count)
    }

    @Test func buildingTheCommandBuildsWhatAProgramMayImport() throws {
        let targets = try Dictionary(uniqueKeysWithValues: Self.targets().map { ($0.name, $0.dependencies) })
        var reached: Set<String> = []
        var next = ["rxtrace"]
        while let name = next.popLast() {
            if reached.insert(name).inserted { next += targets[name] ?? [] }
        }
        #expect(reached.isSuperset(of: LibraryModules.importable))
    }

    @Test func headersAreThoseOfTheTargetsInC() {
        for module in LibraryModules.importable {
            let header = Self.folder.appending(path: "Sources/\(module)/include/\(module).h").path(
                percentEncoded: false)
            #expect(FileManager.default.fileExists(atPath: header) == LibraryModules.headers.contains(module))
        }
    }

    @Test(.enabled(if: SearchPath.find("make") != nil, "make is not installed"))
    func theMakefileInstallsThem() throws {
        let process = Process()
        process.executableURL = URL(filePath: try #require(SearchPath.find("make")))
        process.currentDirectoryURL = Self.folder
        process.arguments = ["-s", "modules"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(
            String(decoding: data, as: UTF8.self) == LibraryModules.importable.joined(separator: " ") + "\n")
    }

    /// A target's name has to be unique in the whole graph of a user's package.
    @Test func everyTargetCarriesTheProjectsName() throws {
        let names = try Self.targets().map(\.name)
        let theirs = ["RxSwift", "RxRelay", "RxBlocking", "RxTest", "RxCocoa", "ReactiveObjC"]
        let ours = ["RxTrace", "CRxTrace", "rxtrace", "RxInstrumented", "FaultCatalogueTests"]
        #expect(names.allSatisfy { name in theirs.contains(name) || ours.contains { name.hasPrefix($0) } }, "\(names)")
    }
}
