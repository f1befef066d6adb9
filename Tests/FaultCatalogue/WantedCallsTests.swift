import RxInstrumented
import RxTraceSamples
import Testing

@testable import RxTraceKit

/// A rule that is given only the calls of the sorts it wants finds what it does when it is given all calls of its
/// operations.
@Suite(.serialized) struct WantedCallsTests {
    @Test(arguments: CatalogueTests.programs)
    func aRuleMissesNothingInAProgram(_ program: FaultProgram) throws {
        try expectTheSame(TraceInMemory(program.trace()), mainThread: program.mainThread)
    }

    @Test(arguments: Samples.all.filter { !$0.needsMainThread }.map(\.name))
    func aRuleMissesNothingInASample(_ name: String) throws {
        let sample = try #require(Samples.all.first { $0.name == name })
        let trace = Trace.record(sample.name, options: RecordingOptions(scope: .caused), sample.run)
        try expectTheSame(TraceInMemory(trace), mainThread: ["*"])
        try expectTheSame(TraceInMemory(trace.canonical()), mainThread: ["*"])
    }

    /// Most calls are nothing to most rules; a rule that wants all would be as good as one that says nothing.
    @Test func mostCallsAreWantedByFewRules() throws {
        let types = Lint.ruleTypes
        for operation in [Trace.Operation.on, .forwardOn] {
            let sort = CallSort(operation: operation, event: .next, role: .sink, behaviors: [])
            let takers = types.count { $0.opening.contains(operation) && $0.wants(sort) }
            #expect(takers <= 2, "\(operation): \(takers) rules of \(types.count)")
        }
    }

    private func expectTheSame(_ source: TraceInMemory, mainThread: [String]) throws {
        let options = LintOptions(mainThread: mainThread.map { TracePattern($0) })
        let types = Lint.ruleTypes
        var rulesOfAll = types.map { $0.init(options) }
        var rulesOfWanted = rulesOfAll
        let walk = TraceWalk(source)
        func ended(_ call: Trace.Call) {
            for (number, type) in types.enumerated() where type.closing.contains(call.operation) {
                rulesOfAll[number].closed(call, in: walk)
                rulesOfWanted[number].closed(call, in: walk)
            }
        }
        for call in source.whole.calls {
            walk.take(call) { call, traits in
                let traits = walk.traits(traits)
                let sort = CallSort(
                    operation: call.operation, event: call.eventKind, role: traits.role, behaviors: traits.behaviors)
                for (number, type) in types.enumerated() where type.opening.contains(call.operation) {
                    rulesOfAll[number].opened(call, in: walk)
                    if type.wants(sort) { rulesOfWanted[number].opened(call, in: walk) }
                }
            } closed: {
                ended($0)
            }
        }
        walk.finish { ended($0) }
        for (number, type) in types.enumerated() {
            let all = rulesOfAll[number].findings(in: walk)
            let wanted = rulesOfWanted[number].findings(in: walk)
            #expect(all == wanted, "\(type.definition.name) in \(source.scenario)")
        }
    }
}
