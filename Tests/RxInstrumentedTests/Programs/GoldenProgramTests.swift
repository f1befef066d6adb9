import Foundation
import RxInstrumented
import RxTraceKit
import RxTraceStress
import RxTraceTestSupport
import Testing

/// A golden trace's text tells all that random programs do: it is read back as it was recorded.
@Suite(.timeLimit(.generous)) struct GoldenProgramTests {
    @Test(arguments: 0..<TestLength.times(5, long: 100))
    func aRandomProgramIsReadBack(block: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "rxtrace-golden-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let renderer = JSONRenderer(times: false)
        for number in 0..<6 {
            let seed = UInt32(block * 6 + number) + (number < 3 ? 0 : RandomProgram.firstWithSelectorDisposals)
            let program = RandomProgram(seed: seed)
            let trace = Trace.record("program \(seed)", options: RecordingOptions(scope: .caused)) {
                _ = ProgramRun.log(of: program)
            }
            let golden = GoldenTrace(folder: folder.path(percentEncoded: false), name: "\(seed)")
            guard case .first = try golden.check(trace, record: .missing) else {
                Issue.record("seed \(seed) was there")
                continue
            }
            let text = try String(contentsOfFile: golden.path, encoding: .utf8)
            let again = try TraceReader.read(text, named: "\(seed)")
            #expect(renderer.string(from: again) == renderer.string(from: trace.canonical()), "seed \(seed)")
            _ = try golden.check(again, record: .all)
            #expect(try String(contentsOfFile: golden.path, encoding: .utf8) == text, "seed \(seed)")
        }
    }
}
