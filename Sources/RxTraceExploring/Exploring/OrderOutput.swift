/// What belongs to an outcome of what a program prints.
package enum OrderOutput: Sendable {
    /// All of its standard output.
    case all
    /// What is printed between the marks around a test's body; and the issues that the test's library tells.
    case test

    /// The lines that stand around what a test's body prints.
    package static let marks = (begin: "\u{1}rxtrace: here begins a test", end: "\u{1}rxtrace: here ends a test")
    /// What stands before the error that a test's body throws, in one line.
    package static let thrown = "\u{1}rxtrace: the test threw "

    /// Whether a test's body began and did not come to its end.
    func isCutOff(_ output: String) -> Bool {
        output.contains(Self.marks.begin) && !output.contains(Self.marks.end)
    }

    /// What the program itself printed.
    func text(of output: String) -> String {
        guard case .test = self else { return output }
        guard let begin = output.firstRange(of: Self.marks.begin + "\n") else { return "" }
        let rest = output[begin.upperBound...]
        let body = rest.firstRange(of: Self.marks.end).map { rest[..<$0.lowerBound] } ?? rest
        return body.split(separator: "\n").filter { Self.issue($0) == nil && !Self.isOfLibrary($0) }
            .map { "\($0)\n" }.joined()
    }

    /// What the test's library says of expectations that did not hold.
    func issues(in text: String) -> [String] {
        guard case .test = self else { return [] }
        return text.split(separator: "\n").compactMap(Self.issue)
    }

    /// Swift Testing prints `✘ Test searches() recorded an issue at File.swift:3:4: …`, XCTest `/folder/File.swift:3: error:
    /// SearchTests.testSearches : …`.
    private static func issue(_ line: Substring) -> String? {
        if line.hasPrefix(thrown) { return "threw \(line.dropFirst(thrown.count))" }
        if let found = line.firstRange(of: " recorded an issue") {
            return String(line[found.upperBound...].drop { $0 == " " })
        }
        guard let found = line.firstRange(of: ": error: ") else { return nil }
        let place = line[..<found.lowerBound].split(separator: "/").last ?? ""
        let text = line[found.upperBound...]
        return "at \(place): \(text.firstRange(of: " : ").map { text[$0.upperBound...] } ?? text)"
    }

    /// What the runtime says of a trap in a test, whose library has told of the test before; nil for a program, which says it first.
    func fault(in errors: String) -> String? {
        guard case .test = self else { return nil }
        let own = errors.split(separator: "\n").filter { !Self.isOfLibrary($0) && Self.issue($0) == nil }
        return String(own.first { $0.contains("Fatal error") } ?? "")
    }

    private static func isOfLibrary(_ line: Substring) -> Bool { line.first.map { "◇✔✘↳􀟈".contains($0) } ?? false }
}
