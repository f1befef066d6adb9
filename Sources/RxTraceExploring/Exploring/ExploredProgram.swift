import Foundation
import RxTraceKit
import Synchronization

/// A program of which many orders are run, each in a process of its own.
package struct ExploredProgram: Sendable {
    package let name: String
    package let executable: String
    package let arguments: [String]
    /// In seconds.
    package var timeLimit: Int
    /// The variables that it is given beside those of its recording and its order.
    package var environment: [String: String]
    /// Whether each run leaves a recording: without one, its output alone tells its outcome.
    package var isRecorded = true
    /// From where on its order varies.
    package var start = OrderStart.program
    /// Whether its clocks are the system's; otherwise its time is virtual.
    package var hasRealTime = false
    package var output = OrderOutput.all
    /// What two orders have to agree in to have one outcome.
    package var compared = OrderOutcome.Aspect.all

    package init(
        name: String, executable: String, arguments: [String] = [], timeLimit: Int, environment: [String: String] = [:]
    ) {
        self.name = name
        self.executable = executable
        self.arguments = arguments
        self.timeLimit = timeLimit
        self.environment = environment
    }

    /// Starting is done one at a time: a process that starts has all descriptors of this one.
    private static let starting = Mutex(())

    /// Runs one order, with its files in the folder.
    ///
    /// - Parameter slot: which of the runs at once it is: each has a processor of its own.
    package func run(_ order: ThreadOrder, in folder: String, slot: Int) throws -> OrderResult {
        let files = OrderFiles(folder: folder)
        try files.prepare()
        var environment = environment
        environment[RecordingFile.variable] = isRecorded ? files.recording : ""
        let variables = OrderVariables.environment(
            order, from: start, log: files.log, hasRealTime: hasRealTime, processor: slot)
        environment.merge(variables) { $1 }
        let (how, isStopped) = try runProcess(environment, files)
        guard let log = OrderLog(contentsOf: files.log, of: executable) else {
            let reason = files.firstError.isEmpty ? "It ended with \(how) before its first turn." : files.firstError
            throw ProcessFailure("\(TerminalText.escaped(name)) cannot be run in a given order. \(reason)")
        }
        let recording = try? TraceRecording(contentsOf: files.recording, named: name)
        return OrderResult(
            order: order, log: log, end: OrderEnd(how, log, isStopped: isStopped, fault: files.firstError),
            output: output.text(of: files.text(files.output)),
            issues: output.issues(in: files.text(files.output) + files.text(files.errors)), recording: recording)
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
