import Foundation
import RxTraceKit
import Testing

@testable import rxtrace

/// `rxtrace watch` in a terminal, and without one.
struct WatchCommandTests {
    private static let leave = "\u{1B}[?1049l"

    /// The words of a program that records itself and waits until it is ended: somebody to write into the pipe never comes.
    private func waiting(in folder: TemporaryFolder) throws -> [String] {
        let pipe = folder.path("pipe.json")
        try #require(mkfifo(pipe, 0o600) == 0)
        return [try #require(BuiltCommand.path), "tree", pipe]
    }

    private func sample(_ name: String) throws -> [String] { [try #require(BuiltCommand.path), "run", name] }

    private func expectGivenBack(_ session: TerminalSession, location: SourceLocation = #_sourceLocation) {
        #expect(session.terminal.isUsual, sourceLocation: location)
        #expect(session.raw.contains(Self.leave), sourceLocation: location)
        #expect(session.raw.contains("\u{1B}[?25h"), sourceLocation: location)
    }

    @Test func aProgramIsShownLiveAndTheTerminalGivenBack() throws {
        let session = try TerminalSession(["watch", "--"] + sample("leak"))
        try session.wait(for: "BehaviorSubject")
        try session.wait(for: "ended")
        try session.wait(for: "samples/Leak.swift:13")
        #expect(!session.terminal.isUsual)
        // A line that fills the screen would lose its last character, which ends a place's number.
        #expect(session.raw.contains("Leak.swift:13") && !session.raw.contains("13\u{1B}[K"))
        #expect(session.raw.ranges(of: "\u{1B}[K").count == session.raw.ranges(of: "H\u{1B}[K").count)
        // What the program prints is kept from the picture, and shown when asked for.
        session.forget()
        try session.type("o")
        try session.wait(for: "Hello, Grace")
        try session.type("\u{1B}")
        session.forget()
        try session.type("/nothing like it\r")
        try session.wait(for: "/nothing like it")
        try session.type("q")
        #expect(session.end() == 0)
        expectGivenBack(session)
    }

    @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129), (SIGINT, 130)] as [(Int32, Int32)])
    func theTerminalIsGivenBackWhenTheCommandIsEnded(signal: Int32, status: Int32) throws {
        let folder = try TemporaryFolder()
        let session = try TerminalSession(["watch", "--"] + waiting(in: folder))
        try session.wait(for: "running")
        kill(session.process.processIdentifier, signal)
        #expect(session.end() == status)
        expectGivenBack(session)
        #expect(session.text.contains("watching was ended by a signal, and the program with it."))
    }

    @Test func quittingEndsTheProgram() throws {
        let folder = try TemporaryFolder()
        let session = try TerminalSession(["watch", "--"] + waiting(in: folder))
        try session.wait(for: "running")
        try session.type("q")
        #expect(session.end() == 0)
        expectGivenBack(session)
        // Nobody has the pipe open for reading any more.
        #expect(open(folder.path("pipe.json"), O_WRONLY | O_NONBLOCK) < 0)
    }

    @Test func aProgramThatFailsIsToldAbout() throws {
        let session = try TerminalSession(["watch", "--", "/bin/sh", "-c", "echo no luck; exit 3"])
        try session.wait(for: "ended with status 3")
        try session.type("o")
        try session.wait(for: "no luck")
        try session.type("q")
        #expect(session.end() == 1)
        expectGivenBack(session)
        #expect(session.text.contains("the program ended with status 3, and left no recording"))
    }

    @Test func aRecordingThatGrowsIsReadOnAndShownOnScreensOfAnySize() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("flat.rxtrace")
        try #require(BuiltCommand.run(["record", "flat-map-latest", "-o", path]).status == 0)
        let bytes = try Data(contentsOf: URL(filePath: path))
        try bytes.prefix(bytes.count / 2).write(to: URL(filePath: path))
        let session = try TerminalSession(["watch", path, "--ascii", "--color", "never"], columns: 100, rows: 30)
        try session.wait(for: "no end yet")
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.seekToEnd()
        try file.write(contentsOf: bytes.suffix(from: bytes.count / 2))
        try session.wait(for: "ended")
        try session.wait(for: "FlatMapLatest")
        session.forget()
        session.terminal.setWidth(50, rows: 12)
        kill(session.process.processIdentifier, SIGWINCH)
        // All is drawn anew.
        try session.wait(for: "flat-map-latest  ended")
        try session.type("q")
        #expect(session.end() == 0)
        expectGivenBack(session)
        let screen = session.text.filter { $0 != "\n" }
        #expect(screen.allSatisfy { $0.isASCII })
        #expect(!session.raw.contains("\u{1B}[1m"))
    }

    @Test func aRecordingIsShownAnewWhenAnotherTakesItsPlace() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("one.rxtrace")
        try #require(BuiltCommand.run(["record", "map-filter", "-o", path]).status == 0)
        let session = try TerminalSession(["watch", path])
        try session.wait(for: "map-filter  ended")
        try #require(BuiltCommand.run(["record", "retry", "-o", folder.path("two.rxtrace")]).status == 0)
        try #require(rename(folder.path("two.rxtrace"), path) == 0)
        try session.wait(for: "retry  ended")
        try session.type("q")
        #expect(session.end() == 0)
    }

    @Test func aRenderingIsMadeAnewWhenItsFileChanges() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("trace.json")
        try #require(BuiltCommand.run(["json", "map-filter", "-o", path]).status == 0)
        let session = try TerminalSession(["watch", path, "--zoom", "user"])
        try session.wait(for: "create Filter")
        try session.wait(for: "up to date")
        // As editors save: another file takes its place.
        try #require(BuiltCommand.run(["json", "retry", "-o", folder.path("next.json")]).status == 0)
        try #require(rename(folder.path("next.json"), path) == 0)
        try session.wait(for: "create CatchSequence (retry)")
        try session.wait(for: "made 2 times")
        // The last good picture stays.
        session.forget()
        try Data("{".utf8).write(to: URL(filePath: path))
        try session.wait(for: "FAILED; above is the last picture")
        try session.wait(for: "rxtrace: ")
        session.terminal.setWidth(90, rows: 20)
        kill(session.process.processIdentifier, SIGWINCH)
        try session.wait(for: "create CatchSequence (retry)")
        try session.type("q")
        #expect(session.end() == 0)
        expectGivenBack(session)
    }

    @Test func aRenderingCanGoToAFileEachTime() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("trace.json")
        let picture = folder.path("tree.txt")
        try #require(BuiltCommand.run(["json", "map-filter", "-o", path]).status == 0)
        let session = try TerminalSession(["watch", path, "-o", picture])
        func waitForFile(with text: String) throws {
            let limit = Date().addingTimeInterval(TerminalSession.patience)
            while (try? String(contentsOfFile: picture, encoding: .utf8).contains(text)) != true {
                try #require(limit.timeIntervalSinceNow > 0)
                _ = session.terminal.read(until: Date().addingTimeInterval(0.01))
            }
        }
        try waitForFile(with: "MapSink")
        try #require(BuiltCommand.run(["json", "retry", "-o", path]).status == 0)
        try waitForFile(with: "CatchSequenceSink")
        kill(session.process.processIdentifier, SIGINT)
        #expect(session.end() == 130)
    }

    @Test func withoutATerminalASnapshotIsWritten() throws {
        let program = try BuiltCommand.run(["watch", "--"] + sample("leak"))
        #expect(program.status == 0)
        #expect(program.output.hasPrefix("rxtrace  ended · "))
        #expect(program.output.contains("BehaviorSubject"))
        #expect(program.output.contains("LAST EVENTS"))
        #expect(!program.output.contains("\u{1B}"))
        #expect(program.errors.contains("leak"))

        let folder = try TemporaryFolder()
        let path = folder.path("kept.rxtrace")
        let kept = try BuiltCommand.run(["watch", "-o", path, "--only", "Map", "--"] + sample("map-filter"))
        #expect(kept.status == 0)
        #expect(!kept.output.contains("PublishSubject"))
        let recording = try BuiltCommand.run(["watch", path])
        #expect(recording.status == 0)
        #expect(recording.output.contains("Map"))
        #expect(try BuiltCommand.run(["watch", path, "--every", "1"]).output.contains("ended"))
        // A rendering is asked for.
        let cut = folder.path("cut.rxtrace")
        try Data(contentsOf: URL(filePath: path)).dropLast(24).write(to: URL(filePath: cut))
        #expect(try BuiltCommand.run(["watch", cut]).output.contains("no end yet"))
    }

    @Test(arguments: [
        (["watch"], "needs a file, or -- and a program"), (["watch", "leak"], "does not change"),
        (["watch", "-"], "standard input cannot be watched"),
        (["watch", "--zoom", "user", "--", "/bin/sh"], "--zoom is for a rendering"),
        (["watch", "--subscription", "x", "--", "/bin/sh"], "takes ids of subscriptions"),
        (["watch", "/bin/sh"], "is a program. Type: rxtrace watch -- /bin/sh"),
    ])
    func wrongUsageIsAnsweredWithTheWayOut(words: [String], message: String) throws {
        let result = try BuiltCommand.run(words)
        #expect(result.status == 64)
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test func whatIsNotThereIsTold() throws {
        #expect(try BuiltCommand.run(["watch", "--", "no-such-program"]).status == 66)
        #expect(try BuiltCommand.run(["watch", "no-such.rxtrace"]).status == 66)
        let folder = try TemporaryFolder()
        try Data("no recording".utf8).write(to: URL(filePath: folder.path("text.rxtrace")))
        #expect(try BuiltCommand.run(["watch", folder.path("text.rxtrace")]).status == 65)
    }
}
