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
        // A comment at the head is about the file.
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            .drop { $0.isEmpty || $0.hasPrefix("//") }
        for line in lines {
            if isDeclaring {
                declarations.append(line)
                isDeclaring = line != "}"
            } else if line.hasPrefix("import ") || line.hasPrefix("@preconcurrency import ") {
                // Types that are no Sendable go from thread to thread in a program: a package of the language mode 6 refuses it.
                imports.insert(line.hasPrefix("@") ? line : "@preconcurrency \(line)")
            } else if let first = Self.declaration(line) {
                declarations += ["", first.text]
                if let call = first.call { body.append(call) }
                isDeclaring = !line.hasSuffix("}")
            } else {
                body.append(Self.local(line))
            }
        }
        let isAsync = body.contains { $0.contains("await ") && !$0.hasPrefix(" ") }
        let kept = body.drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed()
        let closure = kept.map { $0.isEmpty ? "" : "        \($0)" }.joined(separator: "\n")
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

    /// A line of the program as it stands in the closure, where variables and functions are no longer global: work on another
    /// thread uses them all the same.
    private static func local(_ line: String) -> String {
        if line.hasPrefix("var ") { return "nonisolated(unsafe) \(line)" }
        return line.hasPrefix("func ") ? "@Sendable \(line)" : line
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
