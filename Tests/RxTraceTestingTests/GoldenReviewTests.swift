import Foundation
import RxInstrumented
import RxTraceKit
import RxTraceTestSupport
import Testing

/// A golden trace is reviewed as text: a change of the program changes its own rows.
@Suite struct GoldenReviewTests {
    /// The lines of a golden trace of what `body` does.
    private func lines(_ body: () -> Void) throws -> [String] {
        let folder = try GoldenFolder()
        let golden = GoldenTrace(folder: folder.path, name: "program")
        _ = try golden.check(Trace.record("program", options: RecordingOptions(scope: .caused), body), record: .all)
        return try String(contentsOfFile: golden.path, encoding: .utf8).components(separatedBy: "\n")
    }

    /// Pairs in which an operator is removed, added, or replaced by another.
    private static let pairs = DifferencePair.all.filter { pair in
        pair.headline.hasSuffix(" removed") || pair.headline.hasSuffix(" added") || pair.headline.contains(" → ")
    }.filter { !$0.headline.hasPrefix("first ") && !$0.name.contains("Subject") && $0.name != "publish behavior" }

    /// How many lines change at most, where the operator's own rows are more than thirty lines: it is subscribed to for each
    /// element or again, hops, or changes the values that come behind it.
    private static let more = [
        "delete distinct": 31, "delete distinct flatMap": 71, "insert map first": 43, "delete map of two": 31,
        "delete observe(on:), a queue": 67, "insert share": 39, "insert catch": 34, "insert retry": 39,
        "delete takeUntil": 44, "filter in flatMap": 46, "insert delay": 56, "delete two": 39,
        // Of each row of the operator's, the old and the new.
        "flatMap flatMapLatest": 91, "debounce throttle": 74, "inner source": 101, "concatMap flatMap": 84,
    ]

    @Test(arguments: pairs.indices)
    func `an operator more or less changes thirty lines at most, and another one its rows`(index: Int) throws {
        let pair = Self.pairs[index]
        let (old, new) = (try lines(pair.before), try lines(pair.after))
        let changes = new.difference(from: old)
        let limit = Self.more[pair.name] ?? (pair.headline.contains(" → ") ? 60 : 30)
        #expect(changes.count <= limit, "\(pair.name)")
        #expect(!changes.isEmpty)
    }

    @Test func thereAreTenPairsOfEachKind() {
        #expect(Self.pairs.count { $0.headline.hasSuffix(" removed") } >= 8)
        #expect(Self.pairs.count { $0.headline.hasSuffix(" added") } >= 8)
        #expect(Self.pairs.count { $0.headline.contains(" → ") } >= 10)
    }
}
