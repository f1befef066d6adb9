/// Writes findings as the workflow commands that GitHub shows at the lines of a pull request.
///
/// ```
/// ::error file=Search.swift,line=14,title=rxtrace reentrance::PublishSubject is handed …
/// ```
public struct FindingAnnotations: Sendable {
    public init() {}

    /// - Throws: only what `output` throws.
    public func render(_ findings: [Trace.Finding], to output: TextOutput) throws {
        for finding in findings {
            var properties: [String] = []
            if let site = finding.site { properties = ["file=\(property(site.file))", "line=\(site.line)"] }
            properties.append("title=\(property("rxtrace \(finding.rule)"))")
            let proof = finding.evidence.map { evidence in
                "\n\(evidence.call.map { "@\($0) " } ?? "")\(evidence.text)\(evidence.site.map { " (\($0))" } ?? "")"
            }
            let text = data(finding.message + proof.joined())
            try output.write("::\(finding.severity.name) \(properties.joined(separator: ","))::\(text)\n")
        }
    }

    // The escapes are those of the workflow command format (@actions/core, `escapeData` and `escapeProperty`).

    private func data(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": result += "%25"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private func property(_ text: String) -> String {
        var result = ""
        for character in data(text) {
            switch character {
            case ":": result += "%3A"
            case ",": result += "%2C"
            default: result.append(character)
            }
        }
        return result
    }
}
