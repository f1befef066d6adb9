import Foundation
import RxTraceKit
import Testing

@testable import rxtrace

/// The parts of a screen that need no terminal.
struct ScreenTests {
    @Test func keysAreReadFromWhatATerminalSends() {
        func keys(_ text: String) -> [Key] {
            var parser = KeyParser()
            return parser.keys(Array(text.utf8))
        }
        #expect(keys("a?é ") == [.character("a"), .character("?"), .character("é"), .character(" ")])
        #expect(
            keys("\u{1B}[A\u{1B}OB\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}[4~") == [
                .up, .down, .pageUp, .pageDown, .home, .end,
            ])
        #expect(keys("\r\n\u{7F}\u{8}") == [.enter, .enter, .backspace, .backspace])
        #expect(keys("\u{1B}") == [.escape])
        // Escape, and then a letter.
        #expect(keys("\u{1B}q") == [.escape, .character("q")])
        // A key that nobody has a use for, with its parameters.
        #expect(keys("\u{1B}[15;2~q\u{1}") == [.character("q"), .control("a")])
    }

    @Test func keysThatComeInPiecesAreOne() {
        var parser = KeyParser()
        let pieces = [[0x1B], Array("[".utf8), Array("A".utf8)].map { parser.keys($0, isComplete: false) }
        #expect(pieces == [[], [], [.up]])
        // The last are bytes that are no text.
        let letters = ["é".utf8.prefix(1), "é".utf8.suffix(1)].map { parser.keys($0) } + [parser.keys([0xFF, 0x61])]
        #expect(letters == [[], [.character("é")], [.character("a")]])
    }

    @Test func aLineNeverHasMoreColumnsThanTheScreenNorCommandsOfATrace() {
        var line = ScreenLine("name\u{1B}[31m", .title)
        line.add("東京\u{9B}2J")
        #expect(!line.plain.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" })
        for width in 0...40 { #expect(line.fitted(width).columns <= width) }
        #expect(line.fitted(40, padded: true).columns == 40)
        #expect(ScreenLine("a東").fitted(2).plain == "a")
        #expect(ScreenLine("plain").text(usesColor: true) == "plain")
        #expect(ScreenLine("loud", .warning).text(usesColor: true) == "\u{1B}[31mloud\u{1B}[0m")
        #expect(ScreenLine("loud", .warning).text(usesColor: false) == "loud")
    }

    @Test func aLineIsPartedBetweenWordsAndLosesNone() {
        var line = ScreenLine("error ", .warning)
        line.add("two  blanks and averyverylongword 東京東京東京 end")
        #expect(line.wrapped(80) == [line])
        #expect(
            line.wrapped(12, indent: 2).map(\.plain) == [
                "error two  ", "  blanks and", "  averyveryl", "  ongword ", "  東京東京東", "  京 end",
            ])
        func words(_ lines: [ScreenLine]) -> String { lines.map(\.plain).joined().filter { $0 != " " } }
        for width in 2...60 {
            for indent in [0, 1, 4, 70] {
                let lines = line.wrapped(width, indent: indent)
                #expect(lines.allSatisfy { $0.columns <= width }, "\(width), \(indent)")
                #expect(words(lines) == words([line]), "\(width), \(indent)")
            }
        }
        #expect(line.wrapped(12).first?.pieces.map(\.style) == [.warning, .plain])
    }

    /// Of a rendering, colours stay, and count no columns.
    @Test func aRenderedLineKeepsItsColoursOnly() {
        var line = ScreenLine()
        line.add(rendered: "\u{1B}[1mnext\u{1B}[0m(\u{1B}[36m1\u{1B}[0m)\u{1B}[2J\u{1B}]0;title\u{7}\u{1B}")
        #expect(line.plain == "next(1)[2J]0;title\\u{7}")
        #expect(line.fitted(5).plain == "next(")
        #expect(line.fitted(5).text(usesColor: true) == "\u{1B}[1mnext\u{1B}[0m(\u{1B}[36m\u{1B}[0m\u{1B}[0m")
        #expect(line.fitted(5).text(usesColor: false) == "next(")
    }

    @Test func aTableFitsItsWidth() {
        let table = ScreenColumns(
            title: "TITLE", heads: ["events/s", "n"],
            rows: [
                .init(
                    name: "A name that is much too long for this", figures: ["1.2", "100k"],
                    place: "Sources/App/Long.swift:12"),
                .init(name: "B", figures: ["-", "1"], place: ""),
            ], ellipsis: "…")
        for width in [0, 5, 20, 40, 60, 200] {
            let lines = table.lines(width: width, height: 10)
            #expect(lines.count == 3)
            #expect(lines.allSatisfy { $0.columns <= width })
        }
        #expect(table.lines(width: 80, height: 2).count == 2)
        #expect(table.lines(width: 80, height: 0).isEmpty)
        #expect(table.lines(width: 60, height: 3)[1].plain.hasSuffix("1.2  100k  …es/App/Long.swift:12"))
    }

    @Test func aFilterIsAPartOfATextOrAPattern() {
        #expect(TextFilter("").matches(nil))
        #expect(TextFilter("map").matches("FlatMapLatest"))
        #expect(!TextFilter("map").matches("Filter", nil))
        #expect(TextFilter("map*").matches("Filter", "MapSink"))
        #expect(!TextFilter("map*").matches("FlatMap"))
    }

    @Test func progressTellsHowFarAndHowLong() {
        func line(_ width: Int, _ set: (inout ProgressText) -> Void) -> String {
            var text = ProgressText(verb: "reading", subject: "a-long-recording.rxtrace", elapsed: 3)
            set(&text)
            return text.line(width: width)
        }
        #expect(line(79) { _ in } == "rxtrace: reading a-long-recording.rxtrace: 3 s")
        let reading: (inout ProgressText) -> Void = {
            $0.bytes = 500_000_000
            $0.total = 2_000_000_000
            ($0.pass, $0.passElapsed) = (1, 2)
        }
        #expect(
            line(79, reading) == "rxtrace: reading a-long-recording.rxtrace: 25 %, 250 MB/s, 6 s left")
        #expect(line(56, reading) == "rxtrace: reading a-lon...trace: 25 %, 250 MB/s, 6 s left")
        #expect(
            line(79) {
                reading(&$0)
                $0.pass = 2
            } == "rxtrace: reading a-long-recording.rxtrace: 25 % (pass 2), 250 MB/s, 6 s left")
        #expect(
            line(79) {
                reading(&$0)
                $0.total = 0
            } == "rxtrace: reading a-long-recording.rxtrace: 500 MB, 250 MB/s")
        for width in 0..<60 { #expect(line(width, reading).count <= width) }
        #expect(
            [999, 1_000, 83_400, 1_250_000_000].map(ProgressText.size) == ["999 bytes", "1.0 kB", "83 kB", "1.2 GB"])
    }

    @Test func theLastLinesOfATextAreKept() {
        var lines = LastLines(limit: 2)
        lines.add(Array("one\ntwo\nthr".utf8))
        #expect(lines.all == ["one", "two", "thr"])
        lines.add(Array("ee\nfour\n".utf8))
        #expect(lines.all == ["three", "four"])
    }
}
