import Foundation
import RxInstrumented
import Testing

/// What stands in front of the system's functions is one target, which may be left out.
@Suite(.timeLimit(.generous)) struct InterposedSymbolTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")

    /// The names that a target's objects define for all of a program.
    private static func symbols(of module: String) throws -> Set<String> {
        let folder = URL(filePath: try #require(BuiltCommand.path)).deletingLastPathComponent()
            .appending(path: "\(module).build")
        // Not those of sources that are there no more, which a build leaves.
        let sources = try FileManager.default.contentsOfDirectory(
            atPath: package.appending(path: "Sources/\(module)").path(percentEncoded: false))
        let objects = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
            .filter { $0.hasSuffix(".o") && sources.contains(String($0.dropLast(2))) }.map {
                folder.appending(path: $0).path(percentEncoded: false)
            }
        try #require(!objects.isEmpty)
        let nm = try #require(SearchPath.find("nm") ?? SearchPath.find("llvm-nm"))
        let output = try BuiltCommand.run(["-g", "--defined-only"] + objects, command: nm).output
        return Set(
            output.split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ")
                return words.count == 3 ? String(words[2]) : nil
            })
    }

    private static let hasTool = SearchPath.find("nm") != nil || SearchPath.find("llvm-nm") != nil

    #if os(Linux)
        @Test(.enabled(if: hasTool, "there is no nm in PATH"), arguments: LibraryModules.headers)
        func oneTargetAloneDefinesFunctionsOfTheSystems(module: String) throws {
            let others = try Self.symbols(of: module).filter { !$0.hasPrefix("rxtrace_") && !$0.contains("san") }
            guard module == "CRxTraceInterposing" else {
                #expect(others.isEmpty, "\(module) defines \(others.sorted())")
                return
            }
            let page = try String(contentsOf: Self.package.appending(path: "docs/hops.md"), encoding: .utf8)
            for name in others { #expect(page.contains("`\(name)`"), "docs/hops.md does not name \(name)") }
            let some: Set = ["_exit", "execve", "pthread_create", "dispatch_async", "swift_task_create"]
            #expect(others.isSuperset(of: some))
        }
    #endif

    /// Built without the trait, nothing leads to the target.
    @Test func whatNamesTheTargetIsLeftOutWithTheTrait() throws {
        let sources = Self.package.appending(path: "Sources")
        let names =
            FileManager.default.enumerator(atPath: sources.path(percentEncoded: false))?
            .compactMap { $0 as? String } ?? []
        var count = 0
        for name in names where name.hasSuffix(".swift") && !name.hasSuffix("LibraryModules.swift") {
            var isInside = false
            for line in try String(contentsOf: sources.appending(path: name), encoding: .utf8).split(separator: "\n") {
                let text = line.trimmingCharacters(in: .whitespaces)
                if text == "#if Interposing" { isInside = true }
                if text == "#endif" { isInside = false }
                guard text.contains("CRxTraceInterposing") || text.contains("rxtrace_interpose") else { continue }
                count += 1
                #expect(isInside, "\(name): \(text)")
            }
        }
        #expect(count == 2)
        // The buffer knows nothing of what uses it.
        let buffer = sources.appending(path: "CRxTraceBuffer").path(percentEncoded: false)
        for name in FileManager.default.enumerator(atPath: buffer)?.compactMap({ $0 as? String }) ?? [] {
            guard let text = try? String(contentsOfFile: "\(buffer)/\(name)", encoding: .utf8) else { continue }
            #expect(!text.contains("Interposing") && !text.contains("REPLACE("), "\(name)")
        }
    }
}
