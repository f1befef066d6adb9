import Foundation
import RxTraceKit
import RxTraceTestSupport
import Testing

@testable import RxInstrumented

/// A thread that is about to write records when the recording ends comes too late: the file is closed, and its
/// descriptor belongs to another one.
@Suite(.timeLimit(.generous)) struct LateWriteTests {
    @Test(.exits) func goesNowhere() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try LateWrites.goesNowhere()
        }
        // Nor does it fail, as one to a descriptor that is nobody's would.
        #expect(String(decoding: try #require(result).standardErrorContent, as: UTF8.self) == "")
    }

    @Test(.exits) func aPartOfAFileThatIsClosedSaysSo() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try LateWrites.endAPartTooLate()
        }
        let words = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(words.contains("the trace of part could not be read back"))
        #expect(words.contains("the recording that it is a part of was stopped before"))
    }
}

private struct EndingWhenDescribed: CustomStringConvertible {
    let describe: () -> Void

    var description: String {
        describe()
        return "described"
    }
}

private enum LateWrites {
    static func goesNowhere() throws {
        try inFolder { folder in
            let file = folder.appending(path: "late.rxtrace").path
            let recording = try Recording.start(RecordingOptions(), scenario: "late", to: file)
            // The call whose value that is has begun before the recording ends, and is noted down afterwards.
            PublishSubject<EndingWhenDescribed>().onNext(EndingWhenDescribed { recording.finish() })
            let size = try size(of: file)
            #expect(size > 0)
            // It gets the number that the recording's file had.
            let others = folder.appending(path: "others.txt").path
            let descriptor = open(others, O_RDWR | O_CREAT, 0o600)
            #expect(descriptor >= 0)

            recording.writer.makeRoom()
            recording.writer.write()
            recording.writer.finish()

            #expect(try self.size(of: others) == 0)
            #expect(try self.size(of: file) == size)
            close(descriptor)
        }
    }

    static func endAPartTooLate() throws {
        try inFolder { folder in
            try Trace.start("around", to: folder.appending(path: "around.rxtrace").path)
            let part = Trace.record("part") {
                PublishSubject<Int>().onNext(1)
                _ = try? Trace.stop()
            }
            #expect(part.calls.isEmpty)
        }
    }

    private static func inFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "late-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    private static func size(of file: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int)
    }
}
