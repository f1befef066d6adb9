import Foundation
import RxTraceTestSupport
import Testing

@testable import rxtrace

/// `make install`, here of the build that the tests use.
@Suite(
    .enabled(
        if: ["make", "ar", "swiftc"].allSatisfy { SearchPath.find($0) != nil }, "make, ar or swiftc is not installed"),
    .timeLimit(.generous))
struct InstallTests {
    private func make(_ arguments: String...) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: try #require(SearchPath.find("make")))
        process.currentDirectoryURL = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        process.arguments = ["-s"] + arguments
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    @Test(.builds)
    func theInstalledCommandCompilesAndTraces() throws {
        let source = "import RxSwift\n_ = Observable.just(1).map { $0 + 1 }.subscribe(onNext: { print($0) })\n"
        let program = try ProgramFolder(["One.swift": source])
        let prefix = program.folder.path("a prefix")
        let built = URL(filePath: try #require(BuiltCommand.path)).deletingLastPathComponent()
        let settings = "BUILD=\(built.path(percentEncoded: false))"
        // It is built already: `true build …` does no more.
        #expect(try make("install", "SWIFT=true", settings, "PREFIX=\(prefix)") == 0)

        let result = try BuiltCommand.run(
            ["tree", "--zoom", "user", "One.swift"], command: "\(prefix)/bin/rxtrace",
            environment: ["XDG_CACHE_HOME": program.folder.path("cache")], currentFolder: program.folder.path(""))
        #expect(result.status == 0)
        #expect(result.errors == "2\n")
        #expect(result.output.hasPrefix("One\n├─ create Just  One.swift:2\n"))
        let cocoa = "import RxCocoa\n_ = Driver.just(1).drive(onNext: { print($0) })\n"
        try Data(cocoa.utf8).write(to: URL(filePath: program.folder.path("Driven.swift")))
        let driven = try BuiltCommand.run(
            ["tree", "--zoom", "user", "Driven.swift"], command: "\(prefix)/bin/rxtrace",
            environment: ["XDG_CACHE_HOME": program.folder.path("cache")], currentFolder: program.folder.path(""))
        #expect(driven.errors == "1\n")
        // The library's own definitions of the system's functions come with the archive.
        let hopping = """
            import RxSwift
            import Dispatch
            let (sent, done) = (PublishSubject<Int>(), DispatchSemaphore(value: 0))
            DispatchQueue.global().async {
                sent.onNext(1)
                done.signal()
            }
            done.wait()
            """
        try Data(hopping.utf8).write(to: URL(filePath: program.folder.path("Hopping.swift")))
        let hopped = try BuiltCommand.run(
            ["tree", "Hopping.swift"], command: "\(prefix)/bin/rxtrace",
            environment: ["XDG_CACHE_HOME": program.folder.path("cache")], currentFolder: program.folder.path(""))
        #expect(hopped.output.contains("hop DispatchQueue.async @2 → invoke @3"), "\(hopped.output)")
        try Data("print(3)\n".utf8).write(to: URL(filePath: program.folder.path("Plain.swift")))
        let plain = try BuiltCommand.run(
            ["tree", "Plain.swift"], command: "\(prefix)/bin/rxtrace",
            environment: ["XDG_CACHE_HOME": program.folder.path("cache")], currentFolder: program.folder.path(""))
        #expect(plain.status == 0)
        #expect(plain.errors.hasPrefix("3\n"))
        for file in [
            "share/man/man1/rxtrace.1", "share/bash-completion/completions/rxtrace",
            "share/zsh/site-functions/_rxtrace", "share/fish/vendor_completions.d/rxtrace.fish",
        ] {
            let content = try String(contentsOfFile: "\(prefix)/\(file)", encoding: .utf8)
            #expect(content.contains("rxtrace"))
        }

        #expect(try make("uninstall", "PREFIX=\(prefix)") == 0)
        let rest = FileManager.default.enumerator(atPath: prefix)?.compactMap { $0 as? String } ?? []
        let files = rest.filter { path in
            var isDirectory: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(prefix)/\(path)", isDirectory: &isDirectory)
                && !isDirectory.boolValue
        }
        #expect(files.isEmpty)
    }
}
