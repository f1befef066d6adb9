import Foundation
import Testing

/// Analyses and renderings go by what nodes say of themselves: no type of the library is named there.
@Suite struct TypeNameTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources").standardizedFileURL

    private static func files(in folder: String) -> [URL] {
        let all = FileManager.default.enumerator(at: sources.appending(path: folder), includingPropertiesForKeys: nil)
        return (all?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    }

    private static func classNames() throws -> Set<String> {
        var names: Set<String> = []
        for file in files(in: "RxInstrumented") {
            let text = try String(contentsOf: file, encoding: .utf8)
            for line in text.split(separator: "\n") where line.contains("class ") {
                for match in line.matches(of: #/\bclass ([A-Z]\w+)/#) { names.insert(String(match.1)) }
            }
        }
        return names
    }

    @Test(arguments: ["RxTraceKit/Analysis", "RxTraceKit/Rendering"])
    func noTypeNameIsAString(folder: String) throws {
        let names = try Self.classNames()
        #expect(names.count > 200)
        var found: [String] = []
        for file in Self.files(in: folder) {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                let code = line.drop { $0 == " " }
                guard !code.hasPrefix("//"), code.utf8.contains(UInt8(ascii: "\"")) else { continue }
                for match in code.matches(of: #/"([^"\\]+)"/#) where names.contains(String(match.1)) {
                    found.append("\(file.lastPathComponent): \(code)")
                }
                // The beginning or the end of one.
                if code.contains(#/\.type\??\.(hasPrefix|hasSuffix|contains)\("|\.type\)? == "/#) {
                    found.append("\(file.lastPathComponent): \(code)")
                }
            }
        }
        #expect(found == [])
    }

    private static func labels() throws -> Set<String> {
        let file = sources.appending(path: "RxInstrumented/Runtime/Seam/HandlerLabel.swift")
        var labels: Set<String> = []
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            // A case that is declared, not one of a switch.
            guard let list = line.firstMatch(of: #/^    case ([\w, ]+)$/#) else { continue }
            labels.formUnion(list.1.split(separator: ", ").map(String.init))
        }
        return labels
    }

    /// Closures are told apart by their kinds.
    @Test(arguments: ["RxTraceKit/Analysis", "RxTraceKit/Rendering"])
    func noLabelIsAString(folder: String) throws {
        let labels = try Self.labels()
        #expect(labels.count > 50)
        var found: [String] = []
        for file in Self.files(in: folder) {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                let code = line.drop { $0 == " " }
                guard !code.hasPrefix("//"), code.utf8.contains(UInt8(ascii: "\"")) else { continue }
                for match in code.matches(of: #/"([^"\\]+)"/#) where labels.contains(String(match.1)) {
                    found.append("\(file.lastPathComponent): \(code)")
                }
            }
        }
        #expect(found == [])
    }
}
