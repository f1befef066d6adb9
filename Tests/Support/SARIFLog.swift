import Foundation

/// A SARIF log, read as strictly as the standard's schema has it: an object has the members that the standard knows, each
/// of its kind, and those that must be there.
///
/// The table below is the part of the schema that a log of findings can touch; what is not in it counts as a fault.
public struct SARIFLog {
    public struct Place: Equatable {
        public var uri: String
        public var base: String?
        public var line: Int?

        public init(uri: String, base: String?, line: Int?) {
            (self.uri, self.base, self.line) = (uri, base, line)
        }
    }

    public struct Result {
        public var rule: String
        public var level: String
        public var text: String
        public var count: Int
        public var place: Place?
        /// The steps, each with its place.
        public var related: [(text: String, place: Place)]
    }

    /// The ways in which the log breaks the schema.
    public private(set) var faults: [String] = []
    public let rules: [String]
    public let results: [Result]

    /// - Throws: where the text is no JSON object.
    public init(_ text: String) throws {
        let whole = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
        let run = (whole["runs"] as? [[String: Any]])?.first ?? [:]
        let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
        rules = (driver?["rules"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
        results = (run["results"] as? [[String: Any]] ?? []).map(Self.result)
        check(whole, as: "sarifLog", at: "")
        if whole["version"] as? String != "2.1.0" { faults.append("version is not 2.1.0") }
        for (number, result) in results.enumerated() where rules.firstIndex(of: result.rule) == nil {
            faults.append("results[\(number)] is of a rule that is not described: \(result.rule)")
        }
        for (number, row) in (run["results"] as? [[String: Any]] ?? []).enumerated() {
            guard let index = row["ruleIndex"] as? Int, rules.indices.contains(index),
                rules[index] == row["ruleId"] as? String
            else {
                faults.append("results[\(number)].ruleIndex leads to another rule")
                continue
            }
        }
    }

    private static func result(_ row: [String: Any]) -> Result {
        Result(
            rule: row["ruleId"] as? String ?? "", level: row["level"] as? String ?? "", text: text(of: row),
            count: row["occurrenceCount"] as? Int ?? 1,
            place: (row["locations"] as? [[String: Any]])?.first.flatMap(place),
            related: (row["relatedLocations"] as? [[String: Any]] ?? []).compactMap { location in
                place(of: location).map { (text(of: location), $0) }
            })
    }

    private static func text(of row: [String: Any]) -> String {
        (row["message"] as? [String: Any])?["text"] as? String ?? ""
    }

    private static func place(of location: [String: Any]) -> Place? {
        guard let physical = location["physicalLocation"] as? [String: Any],
            let artifact = physical["artifactLocation"] as? [String: Any], let uri = artifact["uri"] as? String
        else { return nil }
        return Place(
            uri: uri, base: artifact["uriBaseId"] as? String,
            line: (physical["region"] as? [String: Any])?["startLine"] as? Int)
    }

    private indirect enum Kind: Sendable {
        case text, flag, uri
        case word([String])
        case number(ClosedRange<Int>)
        case object(String)
        case list(Kind, least: Int)
        case map(Kind)
    }

    private struct Member: Sendable {
        var kind: Kind
        var isNeeded = false
    }

    private static let levels = Kind.word(["none", "note", "warning", "error"])

    private static let objects: [String: [String: Member]] = [
        "sarifLog": [
            "$schema": Member(kind: .uri, isNeeded: true), "version": Member(kind: .text, isNeeded: true),
            "runs": Member(kind: .list(.object("run"), least: 1), isNeeded: true),
        ],
        "run": [
            "tool": Member(kind: .object("tool"), isNeeded: true),
            "invocations": Member(kind: .list(.object("invocation"), least: 0)),
            "originalUriBaseIds": Member(kind: .map(.object("artifactLocation"))),
            "columnKind": Member(kind: .word(["utf16CodeUnits", "unicodeCodePoints"])),
            // The standard lets it be absent; a run that looked for faults has it.
            "results": Member(kind: .list(.object("result"), least: 0), isNeeded: true),
        ],
        "tool": ["driver": Member(kind: .object("toolComponent"), isNeeded: true)],
        "toolComponent": [
            "name": Member(kind: .text, isNeeded: true), "version": Member(kind: .text),
            "semanticVersion": Member(kind: .text), "informationUri": Member(kind: .uri),
            "rules": Member(kind: .list(.object("reportingDescriptor"), least: 1), isNeeded: true),
        ],
        "reportingDescriptor": [
            "id": Member(kind: .text, isNeeded: true), "name": Member(kind: .text),
            "shortDescription": Member(kind: .object("multiformatMessageString"), isNeeded: true),
            "fullDescription": Member(kind: .object("multiformatMessageString")),
            "help": Member(kind: .object("multiformatMessageString")),
            "defaultConfiguration": Member(kind: .object("reportingConfiguration")),
        ],
        "multiformatMessageString": [
            "text": Member(kind: .text, isNeeded: true), "markdown": Member(kind: .text),
        ],
        "reportingConfiguration": ["level": Member(kind: levels)],
        "invocation": [
            "executionSuccessful": Member(kind: .flag, isNeeded: true),
            "toolExecutionNotifications": Member(kind: .list(.object("notification"), least: 0)),
        ],
        "notification": [
            "level": Member(kind: levels), "message": Member(kind: .object("message"), isNeeded: true),
        ],
        "message": ["text": Member(kind: .text, isNeeded: true)],
        "result": [
            "ruleId": Member(kind: .text, isNeeded: true), "ruleIndex": Member(kind: .number(0...Int.max)),
            "level": Member(kind: levels, isNeeded: true),
            "message": Member(kind: .object("message"), isNeeded: true),
            "occurrenceCount": Member(kind: .number(1...Int.max)),
            "locations": Member(kind: .list(.object("location"), least: 1)),
            "relatedLocations": Member(kind: .list(.object("location"), least: 1)),
        ],
        "location": [
            "id": Member(kind: .number(0...Int.max)),
            "physicalLocation": Member(kind: .object("physicalLocation"), isNeeded: true),
            "message": Member(kind: .object("message")),
        ],
        "physicalLocation": [
            "artifactLocation": Member(kind: .object("artifactLocation"), isNeeded: true),
            "region": Member(kind: .object("region"), isNeeded: true),
        ],
        "artifactLocation": [
            "uri": Member(kind: .uri), "uriBaseId": Member(kind: .text),
            "description": Member(kind: .object("message")),
        ],
        "region": ["startLine": Member(kind: .number(1...Int.max), isNeeded: true)],
    ]

    private mutating func check(_ value: Any, as name: String, at path: String) {
        guard let object = value as? [String: Any], let members = Self.objects[name] else {
            return faults.append("\(path) is no \(name)")
        }
        for (key, member) in members where member.isNeeded && object[key] == nil {
            faults.append("\(path) lacks \(key)")
        }
        for (key, value) in object {
            guard let member = members[key] else {
                faults.append("\(path) has \(key), which \(name) does not know")
                continue
            }
            check(value, as: member.kind, at: "\(path).\(key)")
        }
    }

    private mutating func check(_ value: Any, as kind: Kind, at path: String) {
        switch kind {
        case .object(let name): check(value, as: name, at: path)
        case .list(let kind, let least):
            guard let rows = value as? [Any], rows.count >= least else { return faults.append("\(path) is no list") }
            for (number, row) in rows.enumerated() { check(row, as: kind, at: "\(path)[\(number)]") }
        case .map(let kind):
            guard let rows = value as? [String: Any] else { return faults.append("\(path) is no object") }
            for (key, row) in rows { check(row, as: kind, at: "\(path).\(key)") }
        case .text:
            if (value as? String)?.isEmpty ?? true { faults.append("\(path) is no text") }
        case .uri:
            let known = (value as? String).map { text in
                URL(string: text) != nil && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
            }
            if known != true { faults.append("\(path) is no URI: \(value)") }
        case .word(let words):
            if (value as? String).map(words.contains) != true { faults.append("\(path) is none of \(words)") }
        case .number(let range):
            if (value as? Int).map(range.contains) != true { faults.append("\(path) is out of \(range)") }
        case .flag:
            if !(value is Bool) { faults.append("\(path) is neither true nor false") }
        }
    }
}
