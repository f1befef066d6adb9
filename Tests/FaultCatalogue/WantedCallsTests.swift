import RxInstrumented
import RxTraceSamples
import RxTraceTestSupport
import Testing

@testable import RxTraceKit

/// A rule that is given only the calls of the sorts it wants finds what it does when it is given all calls of its
/// operations.
@Suite(.serialized) struct WantedCallsTests {
    @Test(arguments: TestLength.some(Samples.all.filter { !$0.needsMainThread }.map(\.name), 8))
    func aRuleMissesNothingInASample(_ name: String) throws {
        let sample = try #require(Samples.all.first { $0.name == name })
        let trace = Trace.record(sample.name, options: RecordingOptions(scope: .caused), sample.run)
        let text = SourceText()
        try Self.expectTheSame(TraceInMemory(trace), mainThread: ["*"], text: text)
        try Self.expectTheSame(TraceInMemory(trace.canonical()), mainThread: ["*"], text: text)
    }

    /// Most calls are nothing to most rules; a rule that wants all would be as good as one that says nothing.
    @Test func mostCallsAreWantedByFewRules() throws {
        let types = Lint.ruleTypes
        for operation in [Trace.Operation.on, .forwardOn, .handler] {
            let kinds: ClosureKinds = operation == .handler ? [.computes] : []
            let sort = CallSort(operation: operation, event: .next, role: .sink, behaviors: [], kinds: kinds)
            let rules = types.filter { $0.opening.contains(operation) }
            let takers = rules.count { $0.wants(sort) }
            #expect(takers * 3 <= rules.count, "\(operation): \(takers) of \(rules.count) rules")
        }
    }

    /// The catalogue's programs are looked at so too, in their own test: to record one takes longer than to look at it.
    static func expectTheSame(_ source: TraceInMemory, mainThread: [String], text: SourceText) throws {
        let options = LintOptions(mainThread: mainThread.map { TracePattern($0) }, text: text)
        let types = Lint.ruleTypes
        var rulesOfAll = types.map { $0.init(options) }
        var rulesOfWanted = rulesOfAll
        let walk = TraceWalk(source)
        var sorts: [Int: CallSort] = [:]
        func ended(_ call: Trace.Call, _ sort: Int) {
            for (number, type) in types.enumerated() {
                let isUnreturned = call.duration == nil && type.unreturned.contains(call.operation)
                guard type.closing.contains(call.operation) || isUnreturned else { continue }
                rulesOfAll[number].closed(call, in: walk)
                let isWanted = sorts[sort].map(type.wants) ?? false
                if isUnreturned || isWanted { rulesOfWanted[number].closed(call, in: walk) }
            }
        }
        for call in source.whole.calls {
            walk.take(call) { call, sortNumber in
                guard let sort = walk.sort else { return }
                sorts[sortNumber] = sort
                for (number, type) in types.enumerated() where type.opening.contains(call.operation) {
                    rulesOfAll[number].opened(call, in: walk)
                    if type.wants(sort) { rulesOfWanted[number].opened(call, in: walk) }
                }
            } closed: {
                ended($0, $1)
            }
        }
        walk.finish { ended($0, $1) }
        for (number, type) in types.enumerated() {
            // In any order: they are sorted when all rules have told theirs.
            let all = rulesOfAll[number].findings(in: walk).map { "\($0)" }.sorted()
            let wanted = rulesOfWanted[number].findings(in: walk).map { "\($0)" }.sorted()
            #expect(all == wanted, "\(type.definition.name) in \(source.scenario)")
        }
    }
}
