import RxTraceKit
import RxTraceSamples

/// A sample as a program of its own: a file that `rxtrace run` takes, to be changed and run again.
///
/// The closure of the sample becomes a function, so that its objects are released at its end as they are in the sample:
/// those at the top of a file live for as long as the program. Where the sample has a file to itself, each of its lines has the
/// same number in the program.
struct SampleProgram {
    /// A file of the samples.
    struct File {
        /// Such as `CreateSubscribe.swift`.
        var name: String
        var text: String

        /// The lines of a scenario in it: from its declaration to the bracket that closes it.
        fileprivate struct Part {
            var lines: Range<Int>
            /// The lines of its closure.
            var body: Range<Int>
            var name: String?
        }

        fileprivate var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

        fileprivate var imports: [Substring] { lines.filter { $0.hasPrefix("import ") } }

        fileprivate var parts: [Part] {
            let lines = lines
            let starts = lines.indices.filter { lines[$0].hasPrefix("let ") && lines[$0].hasSuffix(" = Scenario(") }
            return starts.compactMap { start in
                guard let end = lines[start...].firstIndex(of: "}"),
                    let head = lines[start..<end].firstIndex(of: ") {")
                else { return nil }
                let name = lines[start..<head].compactMap { $0.firstMatch(of: #/^ +name: "([^"]*)"/#)?.1 }.first
                return Part(lines: start..<end + 1, body: head + 1..<end, name: name.map(String.init))
            }
        }

        /// The types it declares for others.
        fileprivate var types: [Substring] {
            lines.compactMap { $0.firstMatch(of: #/^(?:final )?(?:class|struct|enum|protocol) (\w+)/#)?.1 }
        }

        /// Its lines without imports.
        fileprivate var declarations: [Substring] { lines.filter { !$0.hasPrefix("import ") } }
    }

    /// The name of a file for it, such as `CreateSubscribe.swift`.
    let fileName: String
    /// The file's content.
    let text: String

    /// - Parameters:
    ///   - sample: the sample.
    ///   - files: the files of all samples.
    /// - Returns: nil where none of the files has the sample.
    init?(_ sample: Scenario, files: [File] = SampleFiles.all) {
        let found = files.lazy.compactMap { file in
            file.parts.first { $0.name == sample.name }.map { (file: file, part: $0) }
        }.first
        guard let (file, part) = found else { return nil }
        fileName = file.name
        // What it uses of files that are no samples by themselves.
        let helpers = files.filter { other in
            other.parts.isEmpty && other.types.contains { file.text.contains($0) }
        }
        let block = Self.head(sample, part, of: file) + file.lines[part.body].map(String.init) + ["}"]
        if helpers.isEmpty, file.parts.count == 1 {
            text = Self.joined(
                [file.lines[..<part.lines.lowerBound].map(String.init) + block]
                    + [file.lines[part.lines.upperBound...].map(String.init), ["program()"]])
            return
        }
        let imports = Set(([file] + helpers).flatMap(\.imports)).sorted()
        var own: [String] = []
        for (number, line) in file.lines.enumerated() {
            if number == part.lines.lowerBound { own += block }
            let isLeftOut = line.hasPrefix("import ") || file.parts.contains { $0.lines.contains(number) }
            if !isLeftOut { own.append(String(line)) }
        }
        let declarations = helpers.map { $0.declarations.map(String.init) }
        text = Self.joined([imports.map(String.init)] + declarations + [own, ["program()"]])
    }

    /// What stands in place of the lines that declare the sample, and as many: the lines of a program's trace are those of the
    /// sample's.
    private static func head(_ sample: Scenario, _ part: File.Part, of file: File) -> [String] {
        let about = TerminalText.wrapped("The sample \(sample.name): \(sample.summary).", to: 114).map { "// \($0)" }
        let end = ["// Change it, and see what that does: rxtrace run \(file.name)", "func program() {"]
        let missing = part.body.lowerBound - part.lines.lowerBound - about.count - end.count
        return about + Array(repeating: "//", count: max(0, missing)) + end
    }

    /// The blocks with a blank line between, and none doubled.
    private static func joined(_ blocks: [[String]]) -> String {
        var lines: [String] = []
        for line in blocks.joined(separator: [""]) where !line.isEmpty || lines.last?.isEmpty == false {
            lines.append(line)
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { $0 + "\n" }.joined()
    }
}
