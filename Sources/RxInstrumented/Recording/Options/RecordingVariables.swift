import Foundation
import RxTraceKit

/// The environment variables that set the options of a process's recording.
///
/// `rxtrace` sets the same variables for the programs that it runs.
package struct RecordingVariables: Sendable {
    package enum Name: String, CaseIterable, Sendable {
        case values = "RXTRACE_VALUES"
        case last = "RXTRACE_LAST"
        case limit = "RXTRACE_LIMIT"
        case sample = "RXTRACE_SAMPLE"
        case only = "RXTRACE_ONLY"
        case except = "RXTRACE_EXCEPT"
        case sites = "RXTRACE_SITES"
        case hops = "RXTRACE_HOPS"

        /// The variable's purpose, in a few words.
        package var purpose: String {
            switch self {
            case .values: "how much of each value is recorded"
            case .last: "how much of the recording's end is kept"
            case .limit: "how long the recording's file may become"
            case .sample: "of how many subscriptions one is recorded"
            case .only: "which subscriptions are recorded, by what they subscribe to"
            case .except: "which subscriptions are not recorded, by what they subscribe to"
            case .sites: "whether places in the source are recorded"
            case .hops: "whether to follow work that the program itself hands to queues, tasks and threads"
            }
        }

        /// The values that the variable may have.
        package var meaning: String {
            switch self {
            case .values: "none, short or full"
            case .last: "a number of calls, such as 100000, or of bytes from 1MB on, such as 64MB"
            case .limit: "a number of bytes, such as 500MB"
            case .sample: "a number, such as 100: one subscription in so many is recorded"
            case .only, .except:
                "patterns of types or names, with commas between them, such as 'search*,PublishSubject'"
            case .sites, .hops: "all or none"
            }
        }
    }

    /// The variable with the URL of the collector to which a process posts its spans. No recording option sets it.
    package static let collector = "RXTRACE_OTLP"
    /// The variable with the seconds for which an ending process waits for the collector.
    package static let collectorWait = "RXTRACE_OTLP_WAIT"

    /// The value of ``collectorWait`` in nanoseconds: two seconds by default, an hour at most.
    static var collectorPatience: UInt64 {
        let text = getenv(collectorWait).map { String(cString: $0) } ?? ""
        guard let seconds = Double(text), seconds >= 0 else { return 2_000_000_000 }
        return UInt64(min(seconds, 3_600) * 1e9)
    }

    /// A variable whose value cannot be read.
    package struct Failure: Error, CustomStringConvertible {
        package let name: Name
        package let text: String
        package var description: String { "'\(text)' is not \(name.meaning)." }
    }

    private var texts: [Name: String] = [:]

    package init() {}

    /// The variables of this process.
    package static var ofProcess: RecordingVariables {
        var variables = RecordingVariables()
        for name in Name.allCases {
            if let text = getenv(name.rawValue) { variables[name] = String(cString: text) }
        }
        return variables
    }

    /// The value of a variable. nil if the variable is unset or empty.
    package subscript(name: Name) -> String? {
        get { texts[name] }
        set { texts[name] = newValue == "" ? nil : newValue }
    }

    /// The environment for a process that is to be recorded with these options.
    package var environment: [String: String] {
        Dictionary(uniqueKeysWithValues: texts.map { ($0.key.rawValue, $0.value) })
    }

    /// The options that the variables set.
    package func options() throws(Failure) -> RecordingOptions {
        var options = RecordingOptions()
        options.values = try value(of: .values, Self.values) ?? options.values
        options.last = try value(of: .last, Self.length)
        options.fileLimit = try value(of: .limit, Self.bytes)
        options.sample = try value(of: .sample) { Int($0).flatMap { $0 > 0 ? $0 : nil } } ?? options.sample
        options.recordOnly = try value(of: .only, Self.patterns) ?? []
        options.recordExcept = try value(of: .except, Self.patterns) ?? []
        options.hasSites = try value(of: .sites, Self.isAll) ?? true
        options.hasHops = try value(of: .hops, Self.isAll) ?? true
        return options
    }

    private func value<Value>(of name: Name, _ read: (String) -> Value?) throws(Failure) -> Value? {
        guard let text = self[name] else { return nil }
        guard let value = read(text) else { throw Failure(name: name, text: text) }
        return value
    }

    private static func isAll(_ text: String) -> Bool? {
        text == "all" ? true : text == "none" ? false : nil
    }

    private static func values(_ text: String) -> RecordedValues? {
        RecordedValues.allCases.first { "\($0)" == text }
    }

    private static func patterns(_ text: String) -> [String]? {
        let patterns = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        return patterns.isEmpty ? nil : patterns
    }

    private static func length(_ text: String) -> RecordingOptions.Length? {
        if let count = Int(text) { return count > 0 ? .calls(count) : nil }
        return bytes(text).flatMap { $0 >= RecordingOptions.leastBytes ? .bytes($0) : nil }
    }

    /// Reads a number of bytes with a unit: `500kB`, `64MB`, `1.5GB`, or `64MiB` in powers of two.
    private static func bytes(_ text: String) -> Int? {
        let units: [(String, Double)] = [
            ("kib", 1_024), ("mib", 1_048_576), ("gib", 1_073_741_824), ("kb", 1e3), ("mb", 1e6), ("gb", 1e9),
            ("k", 1e3), ("m", 1e6), ("g", 1e9), ("b", 1),
        ]
        let letters = text.lowercased()
        let unit = units.first { letters.hasSuffix($0.0) } ?? ("", 1)
        let number = letters.dropLast(unit.0.count).trimmingCharacters(in: .whitespaces)
        guard let count = Double(number), count * unit.1 >= 1, count * unit.1 < 1e18 else { return nil }
        return Int(count * unit.1)
    }
}
