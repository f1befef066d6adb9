import Foundation
import Testing

@testable import rxtrace

/// The compiler of the user's `PATH`, asked about files that import the built modules.
struct CompilerOfTests {
    /// What the compiler says of a file; nothing where all is well.
    func check(_ source: String, _ flags: [String] = [], in folder: TemporaryFolder) throws -> String {
        try run(["-typecheck"] + flags, source, in: folder)
    }

    /// Makes a module, for files that are checked in the same folder.
    func module(_ name: String, _ source: String, _ flags: [String] = [], in folder: TemporaryFolder) throws {
        let path = folder.path("\(name).swiftmodule")
        let messages = try run(
            ["-emit-module", "-parse-as-library", "-module-name", name, "-o", path] + flags, source, in: folder)
        try #require(messages == "")
    }

    /// The kind, as an import spells it, and the name of each top-level declaration of a module.
    func publicNames(of module: String, in folder: TemporaryFolder) throws -> [(kind: String, name: String)] {
        let tool = try #require(SearchPath.find("swift-symbolgraph-extract"))
        let target = try run(["-print-target-info"])
        let triple = try #require(target.firstMatch(of: #/"triple": "([^"]+)"/#)?.1)
        let result = try BuiltCommand.run(
            ["-module-name", module, "-target", String(triple), "-minimum-access-level", "public"]
                + ["-skip-synthesized-members", "-output-dir", folder.path("")] + importFlags(), command: tool)
        try #require(result.status == 0, "\(result.errors)")
        let graph = try JSONDecoder().decode(
            Graph.self, from: Data(contentsOf: URL(filePath: folder.path("\(module).symbols.json"))))
        return graph.symbols.filter { $0.pathComponents.count == 1 }.map { symbol in
            let kind = symbol.kind.identifier.split(separator: ".").last.map(String.init) ?? ""
            return (kind, String(symbol.pathComponents[0].prefix { $0 != "(" }))
        }
    }

    private struct Graph: Decodable {
        struct Symbol: Decodable {
            struct Kind: Decodable { var identifier: String }
            var kind: Kind
            var pathComponents: [String]
        }
        var symbols: [Symbol]
    }

    private func importFlags() throws -> [String] {
        try CoreModules(beside: #require(BuiltCommand.path)).importFlags
    }

    private func run(_ flags: [String], _ source: String, in folder: TemporaryFolder) throws -> String {
        let file = folder.path("Source.swift")
        try Data(source.utf8).write(to: URL(filePath: file))
        return try run(flags + ["-I", folder.path("")] + importFlags() + [file])
    }

    private func run(_ arguments: [String]) throws -> String {
        let result = try BuiltCommand.run(arguments, command: SwiftCompiler().path)
        return result.output + result.errors
    }
}
