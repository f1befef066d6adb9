import Foundation
import RxInstrumented
import RxTraceKit
import RxTraceTestSupport
import Testing

/// A file without values has nothing of them.
@Suite(.timeLimit(.generous)) struct WithoutValuesTests {
    @Test(.exits) func noValueIsInTheFile() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("values-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("none.rxtrace").path
        await #expect(processExitsWith: .success) { [path = path as String] in
            try Trace.record("none", to: path, options: RecordingOptions(values: .none)) {
                for number in 0..<1_000 {
                    _ = Observable.of(0x1234_5678_9ABC + number).map { "\($0)" }.subscribe()
                }
            }
        }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        // As the recording keeps numbers: in zigzag form, eight bytes.
        for number in 0..<1_000 {
            let kept = withUnsafeBytes(of: UInt64((0x1234_5678_9ABC + number) * 2).littleEndian) { Data($0) }
            #expect(bytes.range(of: kept) == nil)
        }
        #expect(bytes.range(of: Data("\(0x1234_5678_9ABC)".utf8)) == nil)
        let recording = try TraceRecording(contentsOf: path)
        #expect(recording.problem == nil)
        var events = 0
        try recording.forEachCall { call in
            guard let event = call.event else { return }
            events += 1
            #expect(event.value == nil)
        }
        #expect(events > 5_000)
    }
}
