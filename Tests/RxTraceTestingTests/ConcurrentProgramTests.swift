import Foundation
import RxInstrumented
import RxTraceTestSupport
import RxTraceTesting
import Testing

/// The promise of a golden trace: an order that the threads' timing decides is no difference, and all else is.
@Suite struct ConcurrentProgramTests {
    private static let runs = TestLength.times(4, long: 1000)

    private func record(_ change: ConcurrentProgram.Change = .none) -> Trace {
        Trace.record("concurrent", options: RecordingOptions(scope: .caused)) { ConcurrentProgram(change).run() }
    }

    @Test func `every run is the same as its golden trace`() throws {
        let folder = try GoldenFolder()
        let golden = GoldenTrace(folder: folder.path, name: "concurrent")
        guard case .first = try golden.check(record(), record: .missing) else {
            Issue.record("nothing was recorded")
            return
        }
        for run in 1...Self.runs {
            guard case .different(let difference) = try golden.check(record()) else { continue }
            Issue.record("run \(run):\n\(DifferenceRenderer().string(from: difference))")
        }
    }

    @Test(
        arguments: zip(
            [ConcurrentProgram.Change.compactMap, .otherValue, .skipped, .unfiltered],
            ["CompactMap", "Map", "SkipCount", "Filter"]))
    func `every run with one operator changed differs, and the first line names it`(
        change: ConcurrentProgram.Change, name: String
    ) throws {
        let golden = record().canonical()
        for run in 1...max(3, Self.runs / 4) {
            let difference = TraceDifference(golden, record(change), ignoring: [.sites])
            let first = DifferenceRenderer().string(from: difference).split(separator: "\n").first ?? ""
            #expect(first.contains("\(name) at ") && first.contains("ConcurrentProgram.swift:"), "run \(run): \(first)")
        }
    }
}

/// A folder for golden traces that goes when its test ends.
final class GoldenFolder {
    private let url = FileManager.default.temporaryDirectory.appending(path: "rxtrace-golden-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    var path: String { url.path(percentEncoded: false) }

    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}
