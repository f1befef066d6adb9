import Dispatch
import Foundation
import TraceKit

/// Prints what answers about a long trace take: seconds, and the most memory the process ever had.
///
/// Memory only grows: name one answer to see what that one needs. `rxtrace-bench answers stats`
enum AnswersBench {
    private static let events = 1_000_000

    static func run(_ wanted: [String]) throws {
        let source = SyntheticSource(events: events)
        for (name, answer) in answers where wanted.isEmpty || wanted.contains(name) {
            let start = DispatchTime.now().uptimeNanoseconds
            let bytes = try answer(source)
            let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
            print(name, String(format: "%.1f s, %d MB at most, %d bytes written", seconds, peakMegabytes(), bytes))
        }
    }

    private static let answers: [(String, (SyntheticSource) throws -> Int)] = [
        (
            "read",
            { source in
                var count = 0
                try source.forEachCall { count += $0.thread }
                return count
            }
        ),
        ("json", { source in try written { try JSONRenderer().render(source, to: $0) } }),
        ("tree", { source in try written { try TreeRenderer().render(source, to: $0) } }),
        ("tree-depth", { source in try tree(source) { $0.depth = 2 } }),
        ("tree-only", { source in try tree(source) { $0.only = [TracePattern("MapSink")] } }),
        ("tree-user", { source in try written { try TreeRenderer(zoom: .user).render(source, to: $0) } }),
        (
            "why",
            { source in
                guard let match = try EventQuery("last")?.find(in: source) else { return 0 }
                guard let chain = try CausalChain(of: match.call, in: source) else { return 0 }
                return try written { try CausalChainRenderer().render(chain, match: match, of: source, to: $0) }
            }
        ),
        (
            "stats",
            { source in
                let statistics = try TraceStatistics(source, by: .operator)
                return try written { try StatisticsTable(sortedBy: .own).render(statistics, to: $0) }
            }
        ),
        ("jsonl", { source in try written { try JSONLinesRenderer().render(source, to: $0) } }),
    ]

    private static func tree(_ source: SyntheticSource, _ set: (inout TraceFilter) -> Void) throws -> Int {
        var filter = TraceFilter()
        set(&filter)
        let filtered = try filter.apply(to: source)
        return try written { try TreeRenderer().render(filtered, to: $0) }
    }

    /// The most memory the process ever had, as Linux tells it; 0 elsewhere.
    private static func peakMegabytes() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) / 1024
    }

    private static func written(_ render: (TextOutput) throws -> Void) throws -> Int {
        var count = 0
        let output = TextOutput { count += $0.count }
        try render(output)
        try output.flush()
        return count
    }
}
