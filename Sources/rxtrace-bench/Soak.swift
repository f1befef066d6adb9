import Foundation
import RxInstrumented
import RxTraceKit
import RxTraceStress
import RxTraceTestSupport
import Synchronization

/// Eight threads use random graphs, one after the other, while recordings start and stop: in memory and in files, with
/// limits, samples and filters.
///
/// Prints a line a minute. It fails where the end of a subscription is lost or comes twice, where a trace cannot be read
/// or has calls without an end, and where memory goes on growing.
struct Soak {
    private static let threads = 8
    /// By so much, memory may differ between the second half's beginning and the end.
    private static let growth = 1.1
    private static let slack = 16 << 20

    private var seed: UInt64
    private let end: Date
    private var graphs = 0
    private var events = 0
    private var recordings = 0
    private var calls = 0

    static func run(_ words: [String]) throws {
        var seconds = 60.0
        var seed = UInt64.random(in: 0...(.max))
        var rest = words[...]
        while let word = rest.popFirst() {
            let text = rest.popFirst() ?? ""
            switch word {
            case "--minutes": seconds = try number(text, word) * 60
            case "--seconds": seconds = try number(text, word)
            case "--seed":
                guard let given = UInt64(text) else { throw BenchFailure("--seed wants a number") }
                seed = given
            default: throw BenchFailure("soak takes no '\(word)'")
            }
        }
        var soak = Soak(seed: seed, end: Date(timeIntervalSinceNow: seconds))
        try soak.run(for: seconds)
    }

    private static func number(_ text: String, _ word: String) throws -> Double {
        guard let number = Double(text), number > 0 else { throw BenchFailure("\(word) wants a number above 0") }
        return number
    }

    private init(seed: UInt64, end: Date) {
        self.seed = seed
        self.end = end
    }

    private mutating func run(for seconds: Double) throws {
        // Each line when it is printed, in a file as well.
        setlinebuf(stdout)
        print("random graphs from seed \(seed), \(Self.threads) threads")
        let start = Date()
        let interval = max(1, min(60, seconds / 8))
        var next = start + interval
        var memory: [Int] = []
        while Date() < end {
            try round()
            guard Date() >= next else { continue }
            next += interval
            memory.append(Self.residentBytes())
            print(
                "\(Int(Date().timeIntervalSince(start))) s: \(graphs) graphs, \(events) events, \(recordings) recordings, "
                    + "\(calls) recorded calls, \(memory.last.map { $0 >> 20 } ?? 0) MB")
        }
        // The first half is for caches and the allocator's pools to fill.
        let later = memory.dropFirst(memory.count / 2)
        guard let first = later.first, let last = later.last, later.count > 1 else { return }
        if Double(last) > Double(first) * Self.growth + Double(Self.slack) {
            throw BenchFailure("memory grew from \(first >> 20) MB to \(last >> 20) MB", status: 1)
        }
    }

    /// Uses some graphs while a recording runs, each time another kind of one.
    private mutating func round() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "rxtrace-soak-\(getpid()).rxtrace")
            .path(percentEncoded: false)
        defer { unlink(path) }
        var options = RecordingOptions(values: [.none, .short, .full][recordings % 3], memoryLimit: 4 << 20)
        let isInFile = recordings % 2 == 1
        switch recordings % 7 {
        case 1: options.last = .calls(10_000)
        case 2: options.fileLimit = 200_000
        case 3: options.sample = 3
        case 4: options.recordExcept = ["Map", "*Subject"]
        case 5: options.hasSites = false
        default: break
        }
        // Every eighth time without one.
        let isRecorded = recordings % 8 != 7
        if isRecorded { try Trace.start("soak", to: isInFile ? path : nil, options: options) }
        for _ in 0..<4 { try useGraph() }
        recordings += 1
        guard isRecorded else { return }
        let trace = try Trace.stop() ?? TraceRecording(contentsOf: path).trace()
        calls += trace.calls.count
        let isWhole = trace.drops == Trace.Drops()
        // The threads' own work may be about to end.
        if isWhole, let open = trace.calls.first(where: { $0.duration == nil && $0.operation != .invoke }) {
            throw BenchFailure("seed \(seed): call \(open.id) of \(trace.calls.count) has no end", status: 1)
        }
    }

    private mutating func useGraph() throws {
        let run = RandomGraphRun(seed: seed, threads: Self.threads, onThreads: Self.onThreads)
        guard run.faults.isEmpty else {
            throw BenchFailure("seed \(seed): \(run.faults.count) faults, such as \(run.faults[0])", status: 1)
        }
        seed &+= 1
        graphs += 1
        events += run.events
    }

    private static func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let start = DispatchSemaphore(value: 0)
        let isOver = DispatchSemaphore(value: 0)
        for number in 0..<count {
            Thread {
                start.wait()
                body(number)
                isOver.signal()
            }.start()
        }
        for _ in 0..<count { start.signal() }
        for _ in 0..<count { isOver.wait() }
    }

    /// The memory this process has, as Linux tells it; 0 elsewhere.
    private static func residentBytes() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return (status.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0)
            * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
