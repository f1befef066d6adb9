import Foundation
import Testing

@testable import rxtrace

/// The line about work that takes long.
struct ProgressTests {
    private func screen(_ terminal: PseudoTerminal, until wanted: (String) -> Bool) throws -> String {
        let limit = Date().addingTimeInterval(TerminalSession.patience)
        var bytes: [UInt8] = []
        while !wanted(String(decoding: bytes, as: UTF8.self)) {
            try #require(limit.timeIntervalSinceNow > 0)
            bytes += terminal.read(until: limit)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func workThatTakesLongIsShownAndErased() throws {
        let terminal = try PseudoTerminal()
        terminal.setWidth(60)
        let progress = Progress(descriptor: terminal.descriptor, environment: ["TERM": "xterm"])
        let meter = try #require(progress.reading("big.rxtrace"))
        meter.add(2_000_000)
        let shown = try screen(terminal) { $0.contains("MB") }
        #expect(shown.contains("\rrxtrace: reading big.rxtrace: 2.0 MB"))
        progress.end()
        // Nothing follows what erases it.
        _ = try screen(terminal) { $0.hasSuffix("\r\u{1B}[K") }
    }

    @Test func shortWorkIsNotShown() throws {
        let terminal = try PseudoTerminal()
        let progress = Progress(descriptor: terminal.descriptor, environment: ["TERM": "xterm"])
        progress.begin("compiling", "short")
        progress.end()
        try terminal.write("over")
        let shown = try screen(terminal) { !$0.isEmpty }
        #expect(shown == "over")
    }

    @Test(arguments: [["TERM": "dumb"], [:], ["TERM": "xterm", "NO_PROGRESS": "1"]])
    func nothingIsShownWhereNobodyWantsIt(environment: [String: String]) throws {
        let terminal = try PseudoTerminal()
        #expect(Progress(descriptor: terminal.descriptor, environment: environment).reading("x") == nil)
        #expect(Progress(descriptor: 1 << 20, environment: ["TERM": "xterm"]).reading("x") == nil)
    }
}

extension PseudoTerminal {
    /// Writes as the program does.
    fileprivate func write(_ text: String) throws {
        let bytes = Array(text.utf8)
        try #require(Foundation.write(descriptor, bytes, bytes.count) == bytes.count)
    }
}
