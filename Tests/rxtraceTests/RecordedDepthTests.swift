import RxInstrumented
import RxTraceKit
import RxTraceTestSupport
import Testing

/// Values that are nested deeper than the stack is, or sent on a small one: recorded, the program does the same.
@Suite(.serialized, .enabled(if: SearchPath.find("swiftc") != nil, "swiftc is not in PATH"))
struct RecordedDepthTests {
    private static let program = Result { try HarmlessProgram(DeepValueProgram.source) }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// How deep, and on a stack of how many kilobytes.
    private static let extents: [(depth: Int, stack: Int)] =
        [(10_000, 8_192), (100, 64)]
        + (TestLength.isLong ? [(1, 32), (10, 48), (100, 128), (1_000, 256), (3_000, 1_024)] : [])

    /// Each in a process of its own.
    @Test(arguments: TestLength.some(DeepValueProgram.shapes, 5), [RecordedValues.short, .full])
    func aDeepValueDoesNoHarm(shape: String, values: RecordedValues) throws {
        let program = try Self.program.get()
        // What Foundation's containers hold is Foundation's to read where whole values are wished for.
        if values == .full, shape.hasPrefix("NSArray") || shape.hasPrefix("NSDictionary") { return }
        for extent in Self.extents {
            let words = "'\(shape)' \(extent.depth) \(extent.stack)"
            let path = folder.path("x.rxtrace")
            let result = try program.run(words, recording: path, environment: ["RXTRACE_VALUES": "\(values)"])
            #expect(result.status == 0 && result.output == "over\n" && result.errors.isEmpty, "\(words)")
            if result.status != 0 { #expect(try program.run(words).status != 0, "as unrecorded") }
            let recording = try TraceRecording(contentsOf: path)
            #expect(recording.problem == nil)
            var longest = 0
            try recording.forEachCall { longest = max(longest, $0.event?.value?.count ?? 0) }
            #expect(longest > 0 && longest <= (values == .full ? 4_096 : 80), "\(words)")
        }
    }
}
