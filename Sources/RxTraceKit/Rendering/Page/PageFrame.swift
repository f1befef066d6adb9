import Foundation

/// The page around its data: the files of the folder `Source`, put together.
///
/// The modules of JavaScript become one: their imports, a line each, are left out, and so is `export`, for all they
/// name is in the same script. ``modules`` is their order, in which each comes after those it imports.
struct PageFrame {
    enum Part { case policy, style, script, data }

    /// The modules in the order of the script.
    static let modules = BuiltInFile.ofPage.filter { $0.name.hasSuffix(".mjs") }

    static let style = Array(text(of: "page.css").utf8)

    static let script: [UInt8] = {
        var script: [UInt8] = []
        for module in modules {
            for line in module.text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
                if line.starts(with: "import ".utf8) { continue }
                script += line.starts(with: "export ".utf8) ? line.dropFirst("export ".utf8.count) : line
                script.append(UInt8(ascii: "\n"))
            }
        }
        return script
    }()

    /// The page's rights: to run and show its own content, and nothing else.
    static let policy = [
        "default-src 'none'", "script-src '\(hash(of: script))'", "style-src '\(hash(of: style))'",
        "base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")

    private static func text(of name: String) -> String { BuiltInFile.ofPage.first { $0.name == name }!.text }

    private static func hash(of bytes: [UInt8]) -> String {
        "sha256-" + Data(SHA256.digest(of: bytes)).base64EncodedString()
    }

    private static let slots: [(word: String, part: Part)] = [
        ("@policy@", .policy), ("@style@", .style), ("@data@", .data), ("@script@", .script),
    ]

    /// The template's text and the parts that stand in it, in order.
    static let pieces: [(before: String, part: Part?)] = {
        var rest = text(of: "page.html")[...]
        var pieces: [(before: String, part: Part?)] = []
        for (word, part) in slots {
            guard let range = rest.firstRange(of: word) else { continue }
            pieces.append((String(rest[..<range.lowerBound]), part))
            rest = rest[range.upperBound...]
        }
        pieces.append((String(rest), nil))
        return pieces
    }()

    /// Writes the page.
    ///
    /// - Parameter data: writes the trace, where it stands.
    func write(to output: TextOutput, data: (TextOutput) throws -> Void) throws {
        for (before, part) in Self.pieces {
            try output.write(before)
            switch part {
            case .policy: try output.write(Self.policy)
            case .style: try Self.style.withUnsafeBufferPointer { try output.write($0) }
            case .script: try Self.script.withUnsafeBufferPointer { try output.write($0) }
            case .data: try data(output)
            case nil: break
            }
        }
    }
}
