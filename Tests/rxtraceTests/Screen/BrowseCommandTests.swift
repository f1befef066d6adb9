import Foundation
import RxTraceKit
import Testing

@testable import rxtrace

/// `rxtrace browse` in a terminal.
struct BrowseCommandTests {
    private func expectGivenBack(_ session: TerminalSession, location: SourceLocation = #_sourceLocation) {
        #expect(session.terminal.isUsual, sourceLocation: location)
        for end in ["\u{1B}[?1049l", "\u{1B}[?25h", "\u{1B}[?1000l"] {
            #expect(session.raw.contains(end), sourceLocation: location)
        }
    }

    @Test func aSampleIsLookedAroundIn() throws {
        let session = try TerminalSession(["browse", "observe-on"])
        try session.wait(for: "subscribe ObserveOnSerialDispatchQueue")
        try session.wait(for: "DETAILS")
        #expect(!session.terminal.isUsual)
        session.forget()
        try session.type("/onNext\r")
        try session.wait(for: "samples/ObserveOn.swift:15")
        session.forget()
        try session.type("w")
        try session.wait(for: "why @")
        session.forget()
        try session.type("m")
        try session.wait(for: "observer")
        session.forget()
        try session.type("v")
        try session.wait(for: "●")
        session.forget()
        try session.type("!")
        try session.wait(for: "FINDINGS")
        // The mouse: the second row is chosen.
        session.forget()
        try session.type("g")
        try session.wait(for: "@1 at")
        session.forget()
        try session.type("\u{1B}[<0;9;3M")
        try session.wait(for: "@2 at")
        try session.type("q")
        #expect(session.end() == 0)
        expectGivenBack(session)
        #expect(!session.text.contains("rxtrace:"))
    }

    @Test func runGoesThereToo() throws {
        let session = try TerminalSession(["run", "map-filter", "--browse", "--zoom", "user"], columns: 20, rows: 5)
        try session.wait(for: "map-filter")
        session.forget()
        session.terminal.setWidth(100, rows: 30)
        kill(session.process.processIdentifier, SIGWINCH)
        try session.wait(for: "DETAILS")
        try session.type("q")
        #expect(session.end() == 0)
        expectGivenBack(session)
        let refused = try BuiltCommand.run(["run", "map-filter", "--browse", "--format", "json"])
        #expect(refused.status == 64 && refused.errors.contains("Leave out --format"))
    }

    /// Reading a file leaves threads behind.
    @Test(arguments: [SIGTERM, SIGHUP, SIGINT], ["", ".rxtrace", ".json"])
    func theTerminalIsGivenBackWhenTheCommandIsEnded(signal: Int32, kind: String) throws {
        let folder = try TemporaryFolder()
        let session = try TerminalSession(["browse", try input(kind, in: folder)])
        try session.wait(for: "DETAILS")
        kill(session.process.processIdentifier, signal)
        #expect(session.end() == 128 + signal)
        expectGivenBack(session)
        #expect(session.text.contains("looking around was ended by a signal."))
    }

    @Test(arguments: ["", ".rxtrace", ".json"])
    func theTerminalIsGivenBackWhileTheCommandIsStopped(kind: String) throws {
        let folder = try TemporaryFolder()
        let session = try TerminalSession(["browse", try input(kind, in: folder)])
        try session.wait(for: "DETAILS")
        kill(session.process.processIdentifier, SIGTSTP)
        try session.wait { session.terminal.isUsual && session.raw.contains("\u{1B}[?1049l") }
        expectGivenBack(session)
        try session.wait {
            kill(session.process.processIdentifier, SIGCONT)
            return !session.terminal.isUsual
        }
        try session.type("q")
        #expect(session.end() == 0)
        expectGivenBack(session)
    }

    /// The sample `retry`, or what was recorded of it in a file with that suffix.
    private func input(_ suffix: String, in folder: TemporaryFolder) throws -> String {
        guard !suffix.isEmpty else { return "retry" }
        let path = folder.path("retry\(suffix)")
        try #require(BuiltCommand.run(["record", "retry", "-o", path]).status == 0)
        return path
    }

    @Test func aRecordingThatGrowsIsReadOn() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("flat.rxtrace")
        try #require(BuiltCommand.run(["record", "flat-map-latest", "-o", path]).status == 0)
        let bytes = try Data(contentsOf: URL(filePath: path))
        let whole = try TraceRecording(contentsOf: path).callCount
        // As far as a block goes that has calls, and with half of the rest.
        try bytes.prefix(bytes.count - 200).write(to: URL(filePath: path))
        let session = try TerminalSession(["browse", path, "--zoom", "internals"], columns: 120, rows: 30)
        try session.wait(for: "incomplete")
        session.forget()
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.seekToEnd()
        try file.write(contentsOf: bytes.suffix(200))
        try file.close()
        try session.wait(for: "internals · \(whole) calls")
        try session.type("R")
        try session.type("G")
        try session.wait(for: "100%")
        try session.type("q")
        #expect(session.end() == 0)
        expectGivenBack(session)
    }

    /// That takes longer than it takes for the progress of a reading to be shown.
    @Test func nothingIsWrittenOverTheScreen() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("trace.json")
        try #require(BuiltCommand.run(["json", "retry", "-o", path]).status == 0)
        let session = try TerminalSession(["browse", path])
        try session.wait(for: "DETAILS")
        let end = Date().addingTimeInterval(1.5)
        while Date() < end {
            for key in ["G", "g"] {
                try session.type(key)
                try session.wait(for: key == "g" ? "@1 at" : "100%")
                #expect(!session.text.contains("reading"))
                session.forget()
            }
        }
        try session.type("R")
        try session.wait(for: "Nothing was recorded since.")
        try session.type("q")
        #expect(session.end() == 0)
        expectGivenBack(session)
    }

    @Test func theHelpNamesTheZoomItBeginsWith() throws {
        #expect(try BuiltCommand.run(["help", "browse"]).output.contains("(default: operators)"))
        let session = try TerminalSession(["browse", "retry"])
        try session.wait(for: "retry  operators")
        try session.type("q")
        #expect(session.end() == 0)
    }

    @Test func withoutATerminalTheWayOutIsNamed() throws {
        let result = try BuiltCommand.run(["browse", "retry"])
        #expect(result.status == 69)
        #expect(result.errors.contains("`rxtrace tree` writes the calls"))
    }
}
