import Foundation
import Testing

/// A test that waits for a thread or a program has a time limit, for otherwise a deadlock shows as a run without an end.
@Suite struct TimeLimitTests {
    private static let waits =
        #/DispatchSemaphore|onThreads\(|whileThreads\(|startThread\(|Gate\(\)|waitUntilExit|pthread_join|BuiltCommand\.run/#

    @Test func suitesThatWaitHaveOne() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let root = tests.path(percentEncoded: false)
        var waiting = 0
        for path in try FileManager.default.subpathsOfDirectory(atPath: root).sorted() where path.hasSuffix(".swift") {
            // A package of its own, with what its author would write.
            guard !path.hasPrefix("Adoption/") else { continue }
            let text = try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
            guard text.contains("@Suite"), text.contains(Self.waits), !path.hasSuffix("/TimeLimitTests.swift") else {
                continue
            }
            waiting += 1
            #expect(text.contains(".timeLimit("), "add .timeLimit(.generous) to the suite of Tests/\(path)")
        }
        #expect(waiting > 50)
    }
}
