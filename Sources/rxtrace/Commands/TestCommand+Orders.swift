import Foundation
import RxTraceExploring
import RxTraceKit

extension TestCommand {
    /// Runs each test in orders of its threads; tells the outcomes of those that have more than one, or a fault.
    func explore(
        _ tests: [PackageTests.Test], of package: PackageTests, orders: Int, in folder: String,
        _ output: DescriptorWriter
    ) throws {
        var limits = OrderSearch.Limits()
        limits.orders = orders
        limits.jobs = ProcessInfo.processInfo.activeProcessorCount
        let executable = try package.executable()
        let request = try RecordingRequest(arguments)
        let signals = try SignalPipe(SignalPipe.ending)
        var hasFault = false
        for (test, file) in zip(tests, Self.fileNames(tests.map(\.name))) {
            var program = ExploredProgram(
                name: test.name, executable: executable, arguments: test.arguments,
                timeLimit: arguments.number(of: Self.timeout) ?? 60, environment: request.environment)
            program.hasRealTime = request.hasRealTime
            program.start = .call
            program.output = .test
            program.stop = StopRequest(descriptor: signals.descriptor)
            Progress.shared.begin("exploring", test.name)
            let exploration = try Exploration(program, limits)
            Progress.shared.end()
            guard exploration.isFault || exploration.isStopped else {
                let count = Count.of(exploration.orders, "order")
                try output.write("one outcome  \(TerminalText.escaped(test.name))  \(count)\n")
                continue
            }
            hasFault = hasFault || exploration.isFault
            let recordings = try keep(exploration, in: folder, named: file)
            let style = OutputStyle(arguments, terminalDescriptor: output.descriptor)
            let report = ExplorationReport(exploration, recordings: recordings, width: style.width) { token in
                let place = arguments.operand.map { " \(ShellText.words([$0]))" } ?? ""
                let clock = ExploreCommand.clock(arguments)
                let name = TerminalText.escaped(ShellText.quoted(test.name))
                return "rxtrace test\(place) --only \(name) --order \(token)\(clock)"
            }
            try output.write(report.text)
            if exploration.isStopped {
                ExploreCommand.tellStop(signals)
                break
            }
        }
        if hasFault { throw CommandFinding() }
    }

    private func keep(_ exploration: Exploration, in folder: String, named name: String) throws -> [String] {
        guard !exploration.isStopped else { return [] }
        return try exploration.outcomes.enumerated().compactMap { index, outcome in
            guard let bytes = try exploration.recording(of: outcome) else { return nil }
            let path = "\(folder)/\(name).\(index + 1).\(RecordingFile.fileExtension)"
            try ReplacedFile(path: path).replace { file in try bytes.withUnsafeBytes { try file.write($0) } }
            return path
        }
    }
}
