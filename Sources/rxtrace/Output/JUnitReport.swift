import RxTraceKit

/// The results of a check in the XML that build servers read test results from.
struct JUnitReport {
    private let results: [CheckResult]

    init(_ results: [CheckResult]) {
        self.results = results
    }

    func text() -> String {
        let errors = results.count { $0.word == .error }
        let failures = results.count(where: \.isFailure) - errors
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites tests="\(results.count)" failures="\(failures)">
            <testsuite name="rxtrace check" tests="\(results.count)" failures="\(failures)" errors="\(errors)" skipped="0">

            """
        for result in results { text += testCase(result) }
        return text + "</testsuite>\n</testsuites>\n"
    }

    private func testCase(_ result: CheckResult) -> String {
        let start = "<testcase classname=\"rxtrace.check\" name=\"\(Self.escaped(result.golden.name))\""
        guard result.isFailure else { return start + "/>\n" }
        var message = result.wayOut
        var body = result.wayOut
        if let difference = result.difference {
            message = difference.summary.first ?? message
            body = DifferenceRenderer(width: 120).string(from: difference) + result.wayOut
        }
        // A trace that was not compared tells nothing of the code.
        let element = result.word == .error ? "error" : "failure"
        return start
            + ">\n<\(element) message=\"\(Self.escaped(message))\" type=\"\(result.word.rawValue)\">"
            + Self.escaped(body) + "</\(element)>\n</testcase>\n"
    }

    /// Text for XML 1.0, which has no place at all for most control characters.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
