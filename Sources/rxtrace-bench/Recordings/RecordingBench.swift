import Foundation

/// Prints what recording to disk costs, and what answers about such a recording do, each in a process of its own.
///
///     rxtrace-bench recording
///     rxtrace-bench recording --calls 100000000
///     rxtrace-bench recording stats why
///
/// The recording is in the folder for temporary files (`TMPDIR`) and goes at the end. uftrace's figures were measured on
/// another machine: they are scaled by how fast this one does the same yardstick.
enum RecordingBench {
    private static let defaultCalls = 10_000_000
    static let answers = ["stats", "tree-depth", "tree", "why", "jsonl", "json"]
    /// uftrace 0.13: recording, and for `replay` and `dump --chrome`, which print every call too, nanoseconds a call.
    private static let uftraceRecording = (nanoseconds: 103.0, bytes: 32.0)
    private static let uftracePrinting = ["tree": 460.0, "json": 730.0, "jsonl": 730.0]

    static func run(_ words: [String]) throws {
        let (calls, wanted) = try parse(words)
        let folder = FileManager.default.temporaryDirectory.appending(path: "rxtrace-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "bench.rxtrace").path(percentEncoded: false)
        let scale = Measure.yardstick() / Measure.referenceYardstick
        // The answers are about what is recorded last.
        for workload in [RecordedWorkload.subscriptions, .events] {
            report(workload, try BenchChild.run(["record", workload.rawValue, String(calls), file]), scale)
        }
        print("reading them")
        for name in answers where wanted.isEmpty || wanted.contains(name) {
            report(name, try BenchChild.run(["answer", name, file]), scale)
        }
    }

    private static func parse(_ words: [String]) throws -> (calls: Int, wanted: [String]) {
        var calls = defaultCalls
        var wanted: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--calls" {
                guard let number = rest.popFirst().flatMap({ Int($0) }), number > 0 else {
                    throw BenchFailure("--calls wants a number above 0, such as --calls 1000000")
                }
                calls = number
            } else {
                guard answers.contains(word) else {
                    throw BenchFailure("there is no row \(word): there are \(answers.joined(separator: ", "))")
                }
                wanted.append(word)
            }
        }
        return (calls, wanted)
    }

    private static func report(_ workload: RecordedWorkload, _ run: RecordingRun, _ scale: Double) {
        let calls = Double(run.calls)
        let wall = (run.on.wallSeconds - run.off.wallSeconds) * 1e9 / calls
        let cpu = (run.on.cpuSeconds - run.off.cpuSeconds) * 1e9 / calls
        let bytes = Double(run.fileBytes) / calls
        let thread = (run.on.threadSeconds - run.off.threadSeconds) * 1e9 / calls
        let theirs = uftraceRecording.nanoseconds * scale
        print("recording \(run.calls) calls of \(workload) to disk; ×: ratio to uftrace, scaled by the yardstick")
        line("wall", "%.1f ns a call, × %.2f", wall, wall / theirs)
        line("CPU, all threads", "%.1f ns a call, × %.2f", cpu, cpu / theirs)
        line("CPU, the recorded one", "%.1f ns a call", thread)
        line("file", "%.2f bytes a call, × %.2f", bytes, bytes / uftraceRecording.bytes)
        line("memory at most", "%.0f MB", Double(run.peakBytes) / 1e6)
        line("off", "%.1f ns a call", run.off.wallSeconds * 1e9 / calls)
    }

    private static func report(_ name: String, _ run: AnswerRun, _ scale: Double) {
        let seconds = run.figures.wallSeconds
        let perCall = seconds * 1e9 / Double(max(1, run.calls))
        let ratio = uftracePrinting[name].map { String(format: ", × %.2f", perCall / ($0 * scale)) } ?? ""
        line(
            name, "%.2f s, %.2f million calls a second, %.0f MB at most, %.1f MB written" + ratio, seconds,
            Double(run.calls) / seconds / 1e6, Double(run.peakBytes) / 1e6, Double(run.writtenBytes) / 1e6)
    }

    private static func line(_ name: String, _ format: String, _ values: Double...) {
        let padded = name.padding(toLength: 24, withPad: " ", startingAt: 0)
        print("  " + padded + String(format: format, arguments: values))
    }
}

/// Why there are no figures.
struct BenchFailure: Error, CustomStringConvertible {
    let description: String
    let status: Int32

    /// - Parameter status: the exit status of the process; 64, wrong usage, unless the words were right.
    init(_ description: String, status: Int32 = 64) {
        self.description = description
        self.status = status
    }
}
