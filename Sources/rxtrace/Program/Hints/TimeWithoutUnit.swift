import Foundation

/// A time as a number of seconds, as RxSwift took it before version 5.
enum TimeWithoutUnit {
    static func hint(for error: CompilerError, in source: String) -> String? {
        guard
            error.text.contains(
                /cannot convert value of type '\w+' to expected argument type '(?:RxTimeInterval|DispatchTimeInterval)/)
        else { return nil }
        let example = literal(at: error, in: source).map(interval) ?? ".seconds(2)` or `.milliseconds(300)"
        return "a time has its unit since RxSwift 5: `\(example)`"
    }

    /// The number that is written there; nil where it is no number.
    private static func literal(at error: CompilerError, in source: String) -> Double? {
        let lines = source.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.indices.contains(error.line - 1) else { return nil }
        let rest = String(decoding: lines[error.line - 1].dropFirst(error.column - 1), as: UTF8.self)
        return rest.prefixMatch(of: /[0-9][0-9_]*(?:\.[0-9]+)?/).flatMap { Double($0.output.replacing("_", with: "")) }
    }

    private static func interval(_ seconds: Double) -> String {
        if let whole = Int(exactly: seconds) { return ".seconds(\(whole))" }
        if let whole = Int(exactly: (seconds * 1000).rounded()), whole > 0 { return ".milliseconds(\(whole))" }
        return ".nanoseconds(\(Int(seconds * 1e9)))"
    }
}
