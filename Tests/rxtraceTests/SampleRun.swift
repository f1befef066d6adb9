import Foundation
import RxTraceKit
import RxTraceSamples
import RxTraceTestSupport
import Synchronization
import Testing

extension Samples {
    /// Those for tests that take long per sample: a dozen, and all in a long run.
    static let some = TestLength.some(all, 12)
}

/// A sample as the command replays it, once for all tests: `RXTRACE=FILE rxtrace json SAMPLE`.
struct SampleRun {
    /// The command's output.
    let document: String
    /// The same in a file, for commands that render it.
    let path: String
    /// The recording of the whole process.
    let recording: [UInt8]

    /// The run of a sample, which takes place when it is first asked for.
    static func of(_ sample: String) throws -> SampleRun {
        try runs.withLock { runs in
            let run = runs[sample] ?? Once()
            runs[sample] = run
            return run
        }.value { try SampleRun(sample) }
    }

    private init(_ sample: String) throws {
        let folder = try Self.folder.get()
        let recording = folder.path("\(sample).rxtrace")
        let result = try BuiltCommand.run(["json", sample], environment: ["RXTRACE": recording])
        try #require(result.status == 0, "\(result.errors)")
        document = result.output
        path = folder.path("\(sample).json")
        try Data(document.utf8).write(to: URL(filePath: path))
        self.recording = Array(try Data(contentsOf: URL(filePath: recording)))
    }

    private static let folder: Result<TemporaryFolder, any Error> = Result {
        atexit { try? FileManager.default.removeItem(atPath: (try? SampleRun.folder.get().path("")) ?? "") }
        return try TemporaryFolder()
    }
    private static let runs = Mutex<[String: Once]>([:])

    /// Made by the first test that asks, while the others wait.
    private final class Once: Sendable {
        private let result = Mutex<Result<SampleRun, any Error>?>(nil)

        func value(_ make: () throws -> SampleRun) throws -> SampleRun {
            try result.withLock { result in
                let made = result ?? Result { try make() }
                result = made
                return try made.get()
            }
        }
    }
}
