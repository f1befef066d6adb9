import Foundation
import RxTraceKit
import Testing

struct SVGGraphRendererTests {
    @Test func theDrawingIsSoundAndTheSameEachTime() throws {
        for trace in [TraceScript.create(), TraceScript.observeOn(), Trace(scenario: "empty")] {
            let text = SVGGraphRenderer().string(from: trace)
            #expect(text == SVGGraphRenderer().string(from: trace))
            #expect(try XMLText.isSound(text))
        }
    }

    @Test func nothingOfATraceIsMarkup() throws {
        let script = TraceScript("</title><script>alert(1)</script>")
        script.node("source", "A\"<B>&amp;", .subject, name: "\u{1}\u{FFFF}\u{202E}")
        script.call(.on, "source", .next("]]></text>"))
        let text = SVGGraphRenderer().string(from: script.trace)
        #expect(!text.contains("<script>") && !text.contains("</text>]"))
        #expect(try XMLText.isSound(text))
    }

    /// Circles, boxes with themselves, many edges between two boxes, and boxes without edges.
    @Test func anyGraphIsLaidOut() throws {
        let script = TraceScript()
        for number in 1...30 { script.node("n\(number)", "Sink\(number)", .sink) }
        for one in 1...30 {
            script.call(.on, "n\(one)", .next("1")) {
                script.call(.on, "n\(one % 30 + 1)", .next("1")) { script.call(.dispose, "n\((one + 7) % 30 + 1)") }
            }
        }
        #expect(try XMLText.isSound(SVGGraphRenderer().string(from: script.trace)))
    }
}

/// Checks that a text is XML, by its tags and entities.
enum XMLText {
    static func isSound(_ text: String) throws -> Bool {
        var open: [Substring] = []
        var rest = text[...]
        while let start = rest.firstIndex(of: "<") {
            let between = rest[..<start]
            guard !between.contains(">"), isEscaped(between) else { return false }
            guard let end = rest[start...].firstIndex(of: ">") else { return false }
            let tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            if tag.hasPrefix("/") {
                guard open.popLast() == tag.dropFirst() else { return false }
            } else if !tag.hasSuffix("/") {
                open.append(tag.prefix { !$0.isWhitespace })
            }
        }
        return open.isEmpty && rest.allSatisfy(\.isWhitespace)
    }

    private static func isEscaped(_ text: Substring) -> Bool {
        text.split(separator: "&", omittingEmptySubsequences: false).dropFirst().allSatisfy { part in
            ["lt;", "gt;", "amp;", "quot;"].contains { part.hasPrefix($0) }
        }
    }
}
