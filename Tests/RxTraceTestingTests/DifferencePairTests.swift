import Foundation
import RxInstrumented
import RxTraceKit
import RxTraceTesting
import Testing

/// Somebody who reads one line of a failure learns the cause.
@Suite struct DifferencePairTests {
    private func difference(_ pair: DifferencePair) -> TraceDifference {
        let options = RecordingOptions(scope: .caused)
        let golden = Trace.record("before", options: options) { pair.before() }.canonical()
        return TraceDifference(golden, Trace.record("after", options: options) { pair.after() }, ignoring: [.sites])
    }

    @Test(arguments: DifferencePair.all.indices)
    func `the first line names the change`(index: Int) throws {
        let pair = DifferencePair.all[index]
        let first = try #require(difference(pair).summary.first, "\(pair.name): no difference")
        let said = first.replacing(#/ at \S+:\d+/#, with: "")
        #expect(said.hasPrefix(pair.headline), "\(pair.name): \(first)")
    }

    /// The lines that the program has and the text speaks of.
    @Test func `a changed predicate's line is named`() throws {
        let pair = try #require(DifferencePair.all.first { $0.name == "predicate" })
        let site = try #require(difference(pair).site)
        let lines = try String(contentsOfFile: site.file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[site.line - 1].contains("filter { $0 > 2 }"), "\(site)")
    }

    @Test func `in a test of one thread, no word is about others`() {
        for pair in DifferencePair.all where !pair.name.contains("queue") {
            let text = DifferenceRenderer(width: 80).string(from: difference(pair))
            #expect(!text.contains("thread"), "\(pair.name):\n\(text)")
        }
    }

    @Test func `an operator more or less is no more than its own calls`() throws {
        for name in ["delete distinct nothing dropped", "insert do"] {
            let pair = try #require(DifferencePair.all.first { $0.name == name })
            let difference = difference(pair)
            let rows = difference.rows.filter { $0.kind != .same }
            // Who is disposed by whom follows from the operators there are.
            let others = rows.filter { row in
                let call = row.newCall.map { difference.new.calls[$0] } ?? row.oldCall.map { difference.old.calls[$0] }
                return call?.operation != .dispose && !row.isPart
            }
            #expect(others.isEmpty, "\(name): \(others)")
        }
    }
}
