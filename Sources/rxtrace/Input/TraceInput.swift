import Foundation
import RxInstrumented
import Samples
import TraceKit

/// Where a trace comes from: a sample that is replayed, a file, or standard input.
enum TraceInput {
    case sample(Scenario)
    case file(String)
    case standardInput

    /// Finds what the user's word means; without a word, the first sample.
    ///
    /// A word with `/` or `.` in it, or that is the name of a file, is a path; any other names a sample.
    /// - Throws: ``CommandFailure`` where there is no such thing.
    init(_ word: String?, samples: [Scenario] = Samples.all) throws {
        guard let word else {
            guard let first = samples.first else { throw CommandFailure(.noInput, "there are no samples to replay.") }
            self = .sample(first)
            return
        }
        if word == "-" {
            self = .standardInput
        } else if word.contains("/") || word.contains(".") || Self.isFile(word) {
            guard FileManager.default.fileExists(atPath: word) else {
                throw CommandFailure(.noInput, "there is no file '\(TerminalText.escaped(word))'. Check its path.")
            }
            self = .file(word)
        } else if let sample = samples.first(where: { $0.name == word }) {
            self = .sample(sample)
        } else {
            let nearest = NearestWord.find(word, among: samples.map(\.name))
            let offer = nearest.map { "Did you mean '\($0)'?" } ?? "`rxtrace list` shows the samples."
            throw CommandFailure(.noInput, "there is no sample or file '\(TerminalText.escaped(word))'. \(offer)")
        }
    }

    private static func isFile(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && !isDirectory.boolValue
    }

    /// Reads the trace, or runs the sample and records it.
    ///
    /// - Parameter values: how much of each value to keep; nil for what is usual.
    /// - Throws: `TraceReadError`.
    func read(values: ValueDetail?) throws -> Trace {
        var trace: Trace
        switch self {
        case .sample(let sample):
            return Trace.record(sample.name, options: (values ?? .short).recordingOptions) { sample.run() }
        case .file(let path): trace = try TraceReader.read(contentsOf: path)
        case .standardInput: trace = try TraceReader.read(fileDescriptor: STDIN_FILENO, named: "standard input")
        }
        values?.apply(to: &trace)
        return trace
    }

    /// The same as a source of calls, which need not all be in memory.
    func source(values: ValueDetail?) throws -> any TraceSource {
        TraceInMemory(try read(values: values))
    }
}
