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

    // MARK: Programs as people write them

    /// A row without what is text alone: where it stands, which of several objects it means, who calls it and where.
    private func behavior(_ line: String) -> String {
        line.replacing(#/^ *(=> )?/#, with: "").replacing(#/ < .*$/#, with: "")
            .replacing(#/; (new|at|begins at)\b[^;]*/#, with: "").replacing(#/[#~][0-9]+/#, with: "")
    }

    /// The rows that are removed and added count, as `git diff --numstat` counts them. Those that differ in what the program
    /// does are the change that is reviewed; all others are noise.
    @Test(arguments: GoldenOperatorPair.all.indices)
    func `thirty rows at most change that are no change of behavior`(index: Int) throws {
        let pair = GoldenOperatorPair.all[index]
        let (old, new) = (try lines(pair.before), try lines(pair.after))
        let changes = new.difference(from: old).count
        let own = new.map(behavior).difference(from: old.map(behavior)).count
        #expect(old.count > 80)
        #expect(own > 0)
        #expect(changes - own <= Self.noise[pair.name] ?? 6, "\(pair.name): \(changes)")
        #expect(own > 30 || changes <= 30, "\(pair.name): \(own) of \(changes)")
    }

    private static let noise = ["observe(on:) of each request": 20]

    @Test func `operators are removed, added and replaced`() {
        let changes = Dictionary(grouping: GoldenOperatorPair.all, by: \.change).mapValues(\.count)
        #expect(changes[.removed, default: 0] > 6 && changes[.added, default: 0] > 4)
        #expect(changes[.replaced, default: 0] > 1)
    }

    // MARK: Small programs

    /// Pairs in which an operator is removed, added, or replaced by another.
    private static let pairs = DifferencePair.all.filter { pair in
        pair.headline.hasSuffix(" removed") || pair.headline.hasSuffix(" added") || pair.headline.contains(" → ")
    }.filter { !$0.headline.hasPrefix("first ") && !$0.name.contains("Subject") && $0.name != "publish behavior" }

    /// How many lines change at most, where the operator's own rows are more than thirty lines: it is subscribed to for each
    /// element or again, hops, or changes the values that come behind it.
    private static let more = [
        "delete distinct": 32, "delete distinct flatMap": 46, "insert map first": 42,
        "delete observe(on:), a queue": 63, "insert share": 46, "insert catch": 36, "insert retry": 41,
        "delete takeUntil": 40, "filter in flatMap": 47, "insert delay": 61, "delete two": 37,
        // Of each row of the operator's, the old and the new.
        "flatMap flatMapLatest": 87, "debounce throttle": 73, "inner source": 91, "concatMap flatMap": 80,
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
