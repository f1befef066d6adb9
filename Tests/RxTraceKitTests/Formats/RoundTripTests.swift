import RxTraceKit
import RxTraceTestSupport
import Testing

/// A trace that is read back is the one that was written, whatever it holds.
@Suite struct RoundTripTests {
    @Test(arguments: 0..<TestLength.times(4, long: 100))
    func `made-up traces come back from every format that is read`(block: Int) throws {
        for seed in block * 20..<block * 20 + 20 {
            var maker = RandomTrace(seed: seed)
            let losses = try RoundTrip.losses(of: TraceInMemory(maker.make()))
            #expect(losses.isEmpty, "seed \(seed): \(losses)")
        }
    }

    @Test(arguments: 0..<TestLength.times(5, long: 30))
    func `runs of made-up programs come back from every format that is read`(program: Int) throws {
        let losses = try RoundTrip.losses(of: TraceInMemory(ScheduledProgram(seed: program).run(seed: program)))
        #expect(losses.isEmpty, "\(losses)")
    }
}
