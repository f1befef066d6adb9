/// A program as a test that explores it, to paste into a package.
///
/// ```swift
/// let text = ExplorationTest(name: "Counter", source: "print(1)\n", orders: 500).text
/// ```
package struct ExplorationTest {
    private let name: String
    private let source: String
    private let orders: Int

    /// - Parameters:
    ///   - name: the program's name.
    ///   - source: its only file.
    ///   - orders: how many orders the test runs at most.
    package init(name: String, source: String, orders: Int) {
        self.name = name
        self.source = source
        self.orders = orders
    }

    package var text: String {
        var imports: Set = ["import RxTraceTesting", "import Testing"]
        // What cannot be declared within a closure stands beside the test.
        var declarations: [String] = []
        var body: [String] = []
        var isDeclaring = false
        for line in source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if isDeclaring {
                declarations.append(line)
                isDeclaring = line != "}"
            } else if line.hasPrefix("import ") || line.hasPrefix("@preconcurrency import ") {
                imports.insert(line)
            } else if let first = Self.declaration(line) {
                declarations += ["", first.text]
                if let call = first.call { body.append(call) }
                isDeclaring = !line.hasSuffix("}")
            } else {
                body.append(line)
            }
        }
        let isAsync = body.contains { $0.contains("await ") && !$0.hasPrefix(" ") }
        let lines = body.drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed()
        let closure = lines.map { $0.isEmpty ? "" : "        \($0)" }.joined(separator: "\n")
        return """
            \(imports.sorted { Self.module($0) < Self.module($1) }.joined(separator: "\n"))
            \(declarations.isEmpty ? "" : declarations.joined(separator: "\n") + "\n")
            @Test func \(function)()\(isAsync ? " async" : "") {
                \(isAsync ? "await " : "")expectOneOutcome(orders: \(orders)) {
            \(closure)
                }
            }

            """
    }

    /// The line where a declaration begins that stands beside the test, and the line of the test that runs it instead.
    private static func declaration(_ line: String) -> (text: String, call: String?)? {
        if line.hasPrefix("extension ") || line.hasPrefix("protocol ") { return (line, nil) }
        guard let main = line.firstMatch(of: #/^@main (?:final )?(?:struct|enum|class|actor) (\w+)/#) else {
            return nil
        }
        return (String(line.dropFirst("@main ".count)), "await \(main.output.1).main()")
    }

    private static func module(_ line: String) -> Substring { line.split(separator: " ").last ?? "" }

    /// `countsTwice` of `CountsTwice`.
    private var function: String {
        let kept = String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
        let word = String(kept.prefix(1)).lowercased() + String(kept.dropFirst())
        if word.first?.isNumber == true { return "_\(word)" }
        return Self.reserved.contains(word) ? "`\(word)`" : word
    }

    /// Words that are a name in back quotes only (The Swift Programming Language, Lexical Structure).
    private static let reserved = Set(
        """
        as associatedtype await break case catch class continue default defer deinit do else enum extension fallthrough false
        fileprivate for func guard if import in init inout internal is let nil operator precedencegroup private protocol public
        repeat rethrows return self static struct subscript super switch throw throws true try typealias var where while
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
