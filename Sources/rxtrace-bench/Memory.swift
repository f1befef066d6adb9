import Foundation
import RxInstrumented

/// The sizes of objects and records.
enum Memory {
    private static let count = 400_000

    static func report() {
        let source = PublishSubject<Int>()
        line("an observable made by map", resident { (0..<count).map { _ in source.map { $0 } } } / count)
        line(
            "a subscription through map, with its observable",
            resident { (0..<count).map { _ in source.map { $0 }.subscribe(onNext: { _ in }) } } / count)

        // A call of a recording takes as much as in a recording of events alone; the rest of a run that makes nodes is
        // the nodes'.
        let quiet = PublishSubject<Int>()
        let events = recorded { for number in 0..<count { quiet.onNext(number) } }
        let perCall = Double(events.bytes) / Double(max(1, events.calls))
        let nodes = recorded { for _ in 0..<count / 100 { _ = quiet.map { $0 }.subscribe(onNext: { _ in }) } }
        let left = Double(nodes.bytes) - perCall * Double(nodes.calls)
        line("a recorded call with a number as its value", Int(perCall.rounded()))
        line("a recorded node, with its places in the source", Int((left / Double(max(1, nodes.nodes))).rounded()))
    }

    private static func line(_ what: String, _ bytes: Int) {
        print("memory: \(what): \(bytes) bytes")
    }

    private static func recorded(_ body: () -> Void) -> (bytes: Int, calls: Int, nodes: Int) {
        let recording = Recording.begin(RecordingOptions())
        body()
        let bytes = recording.recordedBytes
        let trace = recording.end(scenario: "memory")
        return (bytes, trace.calls.count, trace.nodes.count)
    }

    /// How much the process's resident memory grows while what `make` gives is alive.
    private static func resident<Kept>(_ make: () -> Kept) -> Int {
        let before = residentNow()
        let kept = make()
        let after = residentNow()
        return withExtendedLifetime(kept) { max(0, after - before) }
    }

    private static func residentNow() -> Int {
        guard let statistics = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
        let pages = statistics.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
