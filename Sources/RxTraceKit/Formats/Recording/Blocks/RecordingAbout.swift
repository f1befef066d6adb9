import Foundation

/// A recording's facts about itself, in its first block.
package struct RecordingAbout: Codable, Equatable {
    /// The name of the recorded scenario.
    package var scenario: String
    /// The number of the process.
    package var process: Int
    package var run: RecordedRun
    /// The clocks when the process began, and when the recording did, in ticks and nanoseconds.
    package var processTicks: UInt64
    package var processNanoseconds: UInt64
    package var startTicks: UInt64
    /// The words that calls, handlers and nodes are recorded by, by their numbers.
    package var operations: [String]
    package var labels: [String]
    package var roles: [String]
    package var behaviors: [String]
    /// The kinds of the closures, by the numbers of labels.
    package var closures: [[String]]
    /// The folders of the library's own source files.
    package var libraryFolders: [String]
    /// The folders that paths are shown from.
    package var sourceFolders: [String]
    /// Whether the events' values are kept.
    package var hasValues: Bool
    /// The order that the process ran its threads in, as `RXTRACE_ORDER` names it; nil where they were not under control.
    package var order: String?

    package init(
        scenario: String, process: Int, run: RecordedRun, processTicks: UInt64, processNanoseconds: UInt64,
        startTicks: UInt64,
        operations: [String], labels: [String], roles: [String], behaviors: [String],
        closures: [[String]], libraryFolders: [String], sourceFolders: [String], hasValues: Bool,
        order: String? = nil
    ) {
        self.scenario = scenario
        self.process = process
        self.run = run
        self.processTicks = processTicks
        self.processNanoseconds = processNanoseconds
        self.startTicks = startTicks
        self.operations = operations
        self.labels = labels
        self.roles = roles
        self.behaviors = behaviors
        self.closures = closures
        self.libraryFolders = libraryFolders
        self.sourceFolders = sourceFolders
        self.hasValues = hasValues
        self.order = order
    }
}

/// A recording's facts about the run of the program, besides the number of the process.
package struct RecordedRun: Codable, Equatable {
    /// Tells the recording from all others: 32 hexadecimal digits.
    package var identity: String
    /// The name of the machine.
    package var host: String
    /// When the clock was 0 that counts the nanoseconds of a recording, in nanoseconds since 1970.
    package var clockStart: UInt64

    package init(identity: String, host: String, clockStart: UInt64) {
        self.identity = identity
        self.host = host
        self.clockStart = clockStart
    }

    /// The name of this machine; empty where the system tells none.
    package static var thisHost: String {
        var name = [CChar](repeating: 0, count: 256)
        // A longer name is cut, and may then lack the terminating 0.
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
