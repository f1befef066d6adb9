import Foundation
import RxTraceKit
import Testing

@Suite struct TraceReaderTests {
    @Test(arguments: [JSONTraceWriter.Layout.document, .lines], [1, 2, 7, 65_536])
    func `what was written is read back, in blocks of any size`(
        layout: JSONTraceWriter.Layout, blockSize: Int
    ) throws {
        let text = try written(ExampleTrace.full, layout: layout)
        #expect(try read(text, blockSize: blockSize) == ExampleTrace.full)
        var canonical = ExampleTrace.full
        canonical.isCanonical = true
        #expect(try read(try written(canonical, layout: layout), blockSize: blockSize) == canonical)
    }

    @Test func `times are nil where they were left out`() throws {
        let text = JSONRenderer(times: false).string(from: ExampleTrace.full)
        #expect(try TraceReader.read(text, named: "t") == ExampleTrace.withoutTimes)
    }

    @Test func `keys come in any order, unknown ones and null are ignored`() throws {
        let text = """
            \u{FEFF}{"calls": [{"thread": 0, "more": [1.5e+3, -0.25, {"a": [null, true, {}]}, []], "operation": "on",
              "id": 4, "parent": null, "event": {"value": "x", "kind": "next", "at": {}}}],
             "extra": "\\u00e9\\ud83d\\ude00",
             "threads": [{"name": "\\ud83d\\ude00\\u4e0b\\/\\b\\f", "id": 0}], "version": 1, "format": "rxtrace"}
            """
        let trace = try TraceReader.read(text, named: "t")
        #expect(trace.threads == [Trace.Thread(id: 0, name: "😀下/\u{8}\u{C}")])
        #expect(trace.calls == [Trace.Call(id: 4, operation: .on, event: Trace.Event(.next, value: "x"))])
    }

    @Test func `JSON Lines with unknown tags, and cut between two lines, are read`() throws {
        let header = #"{"format": "rxtrace", "version": 1, "scenario": "s"}"#
        #expect(try TraceReader.read(header, named: "t") == Trace(scenario: "s"))
        let lines = header + "\r\n\n" + #"{"note": {"text": "new"}}"# + "\n" + #"{"thread": {"id": 0, "name": "main"}}"#
        #expect(try TraceReader.read(lines, named: "t").threads == [Trace.Thread(id: 0, name: "main")])
    }

    @Test(arguments: [
        "\u{89}PNG", "[1]", #"{"traceEvents": []}"#, #"{"format": "gif"}"#, "{}", #"{"format": 5}"#, "{x",
    ])
    func `what is no trace is called that`(text: String) {
        let error = #expect(throws: TraceReadError.self) { try TraceReader.read(text, named: "x.png") }
        #expect(error?.kind == .notATrace)
        #expect(error?.description.hasPrefix("x.png: not an rxtrace trace.") == true)
    }

    @Test(arguments: ["", " \n\t"])
    func `an empty input is said to be empty`(text: String) {
        let error = #expect(throws: TraceReadError.self) { try TraceReader.read(text, named: "out.json") }
        #expect(error?.kind == .truncated)
        #expect(error?.description == "out.json is empty: nothing was recorded into it. Record it again.")
    }

    @Test(arguments: [
        #"{"format": "rxtrace", "version": 7, "calls": {"of": "another shape"}}"#,
        #"{"version": 7, "format": "rxtrace"}"#,
    ])
    func `another version is named, with those this reads`(text: String) {
        let error = #expect(throws: TraceReadError.self) { try TraceReader.read(text, named: "out.json") }
        #expect(error?.kind == .unsupportedVersion(7))
        #expect(
            error?.description == "out.json: this trace is of version 7; this rxtrace reads version 1. "
                + "Record it again or use the rxtrace that wrote it.")
    }

    @Test func `an input cut short names the call it ends in`() throws {
        let text = JSONRenderer().string(from: ExampleTrace.full)
        let range = try #require(text.range(of: "AnyObs"))
        let cut = String(text[..<range.upperBound])
        let error = #expect(throws: TraceReadError.self) { try TraceReader.read(cut, named: "out.json") }
        #expect(error?.kind == .truncated)
        #expect(error?.offset == cut.utf8.count)
        #expect(error?.description.hasPrefix("out.json ends in the middle of call 3 (byte ") == true)
        #expect(error?.description.hasSuffix("): the recording was cut short. Record it again.") == true)
    }

    @Test func `a document cut at any byte is an error`() {
        let bytes = Array(JSONRenderer().string(from: ExampleTrace.full).utf8.dropLast())
        for length in bytes.indices {
            let error = #expect(throws: TraceReadError.self) { try read(Array(bytes[..<length])) }
            #expect(error?.kind == .truncated || error?.kind == .notATrace)
        }
    }

    @Test func `a failing input is unreadable, and so are a missing file and a folder`() throws {
        struct Unplugged: Error {}
        let failing = #expect(throws: TraceReadError.self) {
            try TraceReader.read(named: "-") { throw Unplugged() }
        }
        #expect(failing?.kind == .unreadable)
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let missing = #expect(throws: TraceReadError.self) { try TraceReader.read(contentsOf: folder.path) }
        #expect(missing?.kind == .unreadable)
        #expect(
            missing?.description
                == "\(folder.path) cannot be read: No such file or directory. Name a recorded trace that can.")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let directory = #expect(throws: TraceReadError.self) { try TraceReader.read(contentsOf: folder.path) }
        #expect(directory?.kind == .unreadable)
    }

    @Test func `a file is read`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data(JSONLinesRenderer().string(from: ExampleTrace.full).utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try TraceReader.read(contentsOf: file.path) == ExampleTrace.full)
    }
}

private func written(_ trace: Trace, layout: JSONTraceWriter.Layout) throws -> String {
    var bytes: [UInt8] = []
    let output = TextOutput { bytes.append(contentsOf: $0) }
    try JSONTraceWriter(layout: layout).write(trace, to: output)
    try output.flush()
    return String(decoding: bytes, as: UTF8.self)
}

private func read(_ text: String, blockSize: Int) throws -> Trace {
    var rest = Array(text.utf8)[...]
    return try TraceReader.read(named: "t") {
        defer { rest = rest.dropFirst(blockSize) }
        return rest.isEmpty ? nil : Array(rest.prefix(blockSize))
    }
}

private func read(_ bytes: [UInt8]) throws -> Trace {
    var rest: [UInt8]? = bytes
    return try TraceReader.read(named: "t") {
        defer { rest = nil }
        return rest
    }
}
