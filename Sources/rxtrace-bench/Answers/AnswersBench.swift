import Dispatch
import Foundation
import RxTraceKit

/// Prints the cost of answers about a long trace: seconds, and the most memory the process ever had.
///
/// Memory only grows: name one answer to see what that one needs. `rxtrace-bench answers stats`
enum AnswersBench {
    private static let events = 1_000_000

    static func run(_ wanted: [String]) throws {
        let names = Answer.all.map(\.name)
        if let word = wanted.first(where: { !names.contains($0) }) {
            throw BenchFailure("there is no answer '\(word)': there are \(names.joined(separator: ", "))")
        }
        let source = SyntheticSource(events: events)
        for answer in Answer.all where wanted.isEmpty || wanted.contains(answer.name) {
            let start = DispatchTime.now().uptimeNanoseconds
            let bytes = try answer.give(source)
            let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
            let peak = ProcessFigures.peakBytes() >> 20
            print(answer.name, String(format: "%.1f s, %d MB at most, %d bytes written", seconds, peak, bytes))
        }
    }
}
