/// A workflow command of GitHub Actions, which shows a message at a line of a pull request.
///
/// Source: docs.github.com, "Workflow commands for GitHub Actions"; the escapes are those of @actions/core, `escapeData`
/// and `escapeProperty`.
package struct WorkflowCommand {
    private let level: String
    private let site: (file: String, line: Int?)?
    private let title: String
    private let message: String

    /// - Parameters:
    ///   - level: `error`, `warning` or `notice`.
    ///   - site: the file and the line it is about; nil for none.
    package init(level: String, site: (file: String, line: Int?)?, title: String, message: String) {
        self.level = level
        self.site = site
        self.title = title
        self.message = message
    }

    /// The command with the line break that ends it.
    package var text: String {
        var properties: [String] = []
        if let site {
            properties.append("file=\(Self.property(site.file))")
            if let line = site.line { properties.append("line=\(line)") }
        }
        properties.append("title=\(Self.property(title))")
        return "::\(level) \(properties.joined(separator: ","))::\(Self.data(message))\n"
    }

    private static func data(_ text: String) -> String {
        escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A"])
    }

    private static func property(_ text: String) -> String {
        escaped(data(text), [":": "%3A", ",": "%2C"])
    }

    private static func escaped(_ text: String, _ escapes: [Unicode.Scalar: String]) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            // The log of a build is read at terminals too.
            result += escapes[scalar] ?? TerminalText.escaped(String(scalar))
        }
        return result
    }
}
