import Foundation
import RxInstrumented
import RxTraceKit
import RxTraceSamples
import Synchronization

/// A program, or a sample, of which many orders are run, each in a process of its own.
struct ExploredProgram {
    let name: String
    let executable: String
    let arguments: [String]
    /// In seconds.
    var timeLimit: Int
    var request: RecordingRequest

    /// Replays a sample in this process, which is recorded as any program is.
    static func replay(_ name: String) -> ExitStatus {
        guard let sample = Samples.all.first(where: { $0.name == name }) else { return .noInput }
        sample.run()
        return .done
    }

    /// Starting is done one at a time: a process that starts has all descriptors of this one.
    private static let starting = Mutex(())

    /// Runs one order, with its files in the folder.
    ///
    /// - Parameter slot: which of the runs at once it is: each has a processor of its own.
    func run(_ order: ThreadOrder, in folder: String, slot: Int) throws -> OrderResult {
        let files = OrderFiles(folder: folder)
        try files.prepare()
        var environment = request.environment(file: files.recording)
        environment.merge(OrderVariables.environment(order, log: files.log, processor: slot)) { $1 }
        let (how, isStopped) = try runProcess(environment, files)
        guard let log = OrderLog(contentsOf: files.log, of: executable) else {
            throw CommandFailure(
                .unavailable, "\(TerminalText.escaped(name)) cannot be run in a given order. \(files.firstError)")
        }
        let recording = try? TraceRecording(contentsOf: files.recording, named: name)
        return OrderResult(
            order: order, log: log, end: OrderEnd(how, log, isStopped: isStopped, fault: files.firstError),
            output: files.text(files.output), recording: recording)
    }

    private func runProcess(
        _ environment: [String: String], _ files: OrderFiles
    ) throws -> (how: ChildProcess.End, isStopped: Bool) {
        let output = try FileHandle(forWritingTo: URL(filePath: files.output))
        let errors = try FileHandle(forWritingTo: URL(filePath: files.errors))
        defer {
            try? output.close()
            try? errors.close()
        }
        let nothing = FileHandle(forReadingAtPath: "/dev/null")
        let process = try Self.starting.withLock { _ in
            try ChildProcess(
                executable, arguments, environment: environment, input: nothing, output: output, errors: errors,
                hasFixedAddresses: true)
        }
        let isStopped = Mutex(false)
        let timer = DispatchSource.makeTimerSource()
        timer.schedule(deadline: .now() + .seconds(timeLimit))
        timer.setEventHandler {
            isStopped.withLock { $0 = true }
            process.send(SIGKILL)
        }
        timer.resume()
        defer { timer.cancel() }
        return (process.wait(), isStopped.withLock { $0 })
    }
}

/// The files of one run.
struct OrderFiles {
    let log: String
    let output: String
    let errors: String
    let recording: String

    init(folder: String) {
        log = "\(folder)/log"
        output = "\(folder)/output"
        errors = "\(folder)/errors"
        recording = "\(folder)/\(RecordingFile.name)"
    }

    func prepare() throws {
        for file in [log, output, errors] { try Data().write(to: URL(filePath: file)) }
        unlink(recording)
    }

    func text(_ path: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }

    /// The first line that the program wrote to standard error, without the prefix of our messages; empty for none.
    var firstError: String {
        let line = text(errors).split(separator: "\n").first.map(String.init) ?? ""
        return line.hasPrefix("rxtrace: ") ? String(line.dropFirst(9)) : line
    }
}
