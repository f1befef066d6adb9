import Foundation
import RxTraceKit
import RxTraceTestSupport
import Synchronization
import Testing

@testable import RxInstrumented

/// A file that is read as it grows tells of each subscription as one that is read whole, wherever its writes began and
/// ended.
@Suite(.timeLimit(.generous)) struct GrowingFileTests {
    @Test(.exits) func subscriptionsEndWhereverAWriteCutsThem() async {
        await #expect(processExitsWith: .success) { try GrowingFile.read() }
    }
}

private enum GrowingFile {
    private static let rounds = 1_000

    static func read() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "growing-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "growing.rxtrace").path
        try write(to: file)

        let whole = try TraceRecording(contentsOf: file)
        try #require(whole.subscriptions.count == 2 * rounds)
        #expect(whole.subscriptions.allSatisfy { $0.ended != nil })
        let growing = try GrowingRecording(path: file, named: file, findsSites: false)
        var ended: Set<Int> = []
        while let part = try growing.readOn(limit: 1) { ended.formUnion(part.ended) }
        #expect(ended == Set(1...2 * rounds))
    }

    /// Records subscriptions that begin and end while another thread writes them all the time.
    private static func write(to file: String) throws {
        let recording = try Recording.start(RecordingOptions(), scenario: "growing", to: file)
        let isDone = Atomic(false)
        Thread { while !isDone.load(ordering: .acquiring) { recording.writer.write() } }.start()
        for _ in 0..<rounds {
            let subject = PublishSubject<Int>()
            // While these are written, what follows begins and ends.
            for element in 0..<100 { subject.onNext(element) }
            subject.map { $0 + 1 }.share(replay: 1).subscribe(onNext: { _ in }).dispose()
        }
        isDone.store(true, ordering: .releasing)
        recording.finish()
    }
}
