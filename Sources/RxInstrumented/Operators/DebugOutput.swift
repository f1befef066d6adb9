import Foundation

/// Prints the lines of one subscription to a `debug` sequence.
@usableFromInline
final class DebugOutput {
    private static let longestEvent = 40

    private let identifier: String
    private let trimOutput: Bool
    private let timestamps = DateFormatter()

    @usableFromInline init(identifier: String, trimOutput: Bool) {
        self.identifier = identifier
        self.trimOutput = trimOutput
        timestamps.dateFormat = "yyyy-MM-dd HH:mm:ss.SSS"
    }

    /// The name of a sequence whose caller gave it none.
    @usableFromInline static func identifier(file: String, line: UInt, function: String) -> String {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        return "\(name):\(line) (\(function))"
    }

    @usableFromInline func writeEvent(_ event: String) {
        write("Event \(trimOutput ? Self.trimmed(event) : event)", short: "Event \(event.prefix { $0 != "(" })")
    }

    @usableFromInline func write(_ text: String) {
        write(text, short: text)
    }

    /// - Parameter short: the same without a value.
    private func write(_ text: String, short: @autoclosure () -> String) {
        PrintedLine.write(
            "\(identifier) -> \(text)", short: "\(identifier) -> \(short())", at: timestamps.string(from: Date()))
    }

    private static func trimmed(_ text: String) -> String {
        guard text.count > longestEvent else { return text }
        return "\(text.prefix(longestEvent / 2))...\(text.suffix(longestEvent / 2))"
    }
}
