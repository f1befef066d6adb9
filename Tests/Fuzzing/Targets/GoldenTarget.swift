@testable import RxTraceKit

/// Two golden traces, with a byte 0 between them, and their difference.
enum GoldenTarget: FuzzTarget {
    static func read(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let traces = parts.compactMap { try? TraceReader.read(String(decoding: $0, as: UTF8.self), named: "golden") }
        guard traces.count == 2 else { return }
        for (old, new) in [(traces[0], traces[1]), (traces[1], traces[0])] {
            let difference = TraceDifference(old, new)
            _ = DifferenceRenderer().string(from: difference)
            require(difference.isEmpty == TraceDifference(new, old).isEmpty, "a difference that is one-sided")
        }
        _ = TraceDifference(traces[0], traces[1], ignoring: Set(TraceDifference.Aspect.allCases))
    }
}
