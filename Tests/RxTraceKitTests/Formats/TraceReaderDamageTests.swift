import RxTraceKit
import RxTraceTestSupport
import Testing

/// Inputs that claim to be a trace and are not sound.
@Suite struct TraceReaderDamageTests {
    private static let prefix = #"{"format": "rxtrace", "version": 1, "threads": [{"id": 0, "name": "main"}], "#

    @Test(arguments: [
        (#""calls": [{"id": 1, "operation": "leap", "thread": 0}]}"#, #""leap" is not an operation"#),
        (#""calls": [{"id": "1", "operation": "on", "thread": 0}]}"#, "a whole number is expected here"),
        (#""calls": [{"id": 1.5, "operation": "on", "thread": 0}]}"#, "a whole number is expected here"),
        (#""calls": [{"id": 01, "operation": "on", "thread": 0}]}"#, "a number may not begin with 0"),
        (#""calls": [{"id": -1, "operation": "on", "thread": 0}]}"#, "not negative"),
        (#""calls": [{"id": 9223372036854775808, "operation": "on"}]}"#, "the number is too large"),
        (#""calls": [{"id": 1, "operation": "on", "thread": 0, "start": -1}]}"#, "the number is too large"),
        (#""calls": [{"id": 1, "operation": "on"}]}"#, #"the key "thread" is missing"#),
        (#""calls": [{"id": 1, "operation": "on", "thread": 0},]}"#, "an object is expected here"),
        (#""calls": [{"id": 1, "operation": "on", "thread": 0,}]}"#, "text is expected here"),
        (#""calls": [{"id": 1 "operation": "on", "thread": 0}]}"#, "a comma is missing here"),
        (#""calls": {"id": 1}}"#, "a list is expected here"),
        (#""calls": [], "canonical": "yes"}"#, "true or false is expected here"),
        (#""calls": []} {}"#, "something follows the end of the trace"),
        (#""dropped": -2, "calls": []}"#, "not negative"),
        (#""x": nul, "calls": []}"#, "a value is expected here"),
        (#""x": 1., "calls": []}"#, "a digit is missing here"),
        ("\"x\": \"a\u{1}\", \"calls\": []}", "a control character stands unescaped"),
        (#""scenario": "\x"}"#, "an escape in a text is not one of JSON's"),
        (#""scenario": "\u12G4"}"#, "four hexadecimal digits"),
        (#""scenario": "\udc00"}"#, "half of a surrogate pair"),
        (#""scenario": "\ud800\u0041"}"#, "half of a surrogate pair"),
        (#""scenario": "\ud800"}"#, "half of a surrogate pair"),
    ])
    func `damage is described`(rest: String, message: String) {
        expectDamage(Self.prefix + rest, message)
    }

    @Test(arguments: [
        (#"{"id": 1, "operation": "on", "thread": 4}"#, "call 1 names thread 4, which is not in the trace"),
        (#"{"id": 1, "operation": "on", "thread": 0, "node": 4}"#, "call 1 names node 4, which is not in the trace"),
        (#"{"id": 1, "operation": "on", "thread": 0, "subscription": 4}"#, "call 1 names subscription 4, which is"),
        (#"{"id": 1, "operation": "on", "thread": 0, "parent": 4}"#, "call 1 names call 4, which is not in the trace"),
        (#"{"id": 1, "operation": "on", "thread": 0, "parent": 1}"#, "call 1 has 1 for a parent, which is not before"),
        (#"{"id": 1, "operation": "on", "thread": 0, "cause": 1}"#, "call 1 has 1 for a cause, which is not before"),
        (
            #"{"id": 1, "operation": "on", "thread": 0, "parent": 2}, {"id": 2, "operation": "on", "thread": 0}"#,
            "call 1 has 2 for a parent, which is not before"
        ),
        (
            #"{"id": 3, "operation": "on", "thread": 0}, {"id": 3, "operation": "on", "thread": 0}"#,
            "there are two with the id of call 3"
        ),
    ])
    func `ids that contradict each other are found`(calls: String, message: String) {
        expectDamage(Self.prefix + #""calls": ["# + calls + "]}", message)
    }

    @Test(arguments: [
        (#"{"id": 1, "node": 9}"#, "subscription 1 names node 9, which is not in the trace"),
        (#"{"id": 1, "node": 1, "parent": 1}"#, "subscription 1 has 1 for a parent, which is not before"),
    ])
    func `subscriptions are checked too`(subscriptions: String, message: String) {
        let node = #""nodes": [{"id": 1, "type": "Just", "role": "observable"}], "#
        expectDamage(Self.prefix + node + #""subscriptions": ["# + subscriptions + "]}", message)
    }

    @Test func `the place of the damage is told`() {
        let text = Self.prefix + "\n\"calls\": [\n{\"id\": 812, \"operation\": \"on\", \"thread\": false}]}"
        let error = #expect(throws: TraceReadError.self) { try TraceReader.read(text, named: "out.json") }
        #expect(error?.line == 3)
        #expect(error?.description.hasPrefix("out.json: damaged in call 812 (line 3, byte 1") == true)
    }

    @Test(arguments: ["[", "{\"a\": "])
    func `deep nesting is refused, not followed`(opening: String) {
        let bomb = String(repeating: opening, count: 100_000)
        expectDamage(Self.prefix + "\"x\": " + bomb, "nest deeper than 128 levels")
    }

    @Test(arguments: [[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]] as [[UInt8]])
    func `invalid UTF-8 is refused`(bytes: [UInt8]) {
        var rest: [UInt8]? = Array((Self.prefix + "\"scenario\": \"").utf8) + bytes + Array("\"}".utf8)
        let error = #expect(throws: TraceReadError.self) {
            try TraceReader.read(named: "t") {
                defer { rest = nil }
                return rest
            }
        }
        #expect(error?.kind == .damaged)
        #expect(error?.description.contains("not valid UTF-8") == true)
    }

    @Test func `JSON Lines of two traces in a row are refused`() {
        let lines = JSONLinesRenderer().string(from: Trace(scenario: "a"))
        expectDamage(lines + lines, "a second trace begins here")
    }

    @Test func `a message stays on one line whatever the input holds`() {
        let text = Self.prefix + #""calls": [{"id": 1, "operation": "a\nb\u001b[31m"}]}"#
        let error = #expect(throws: TraceReadError.self) { try TraceReader.read(text, named: "t") }
        #expect(error?.description.contains(#""a\nb\u001b[31m" is not an operation"#) == true)
    }

    @Test(arguments: 0..<40)
    func `random damage gives a trace or an error, never a crash`(seed: Int) {
        var generator = SeededGenerator(seed: seed)
        let documents = [
            Array(JSONRenderer().string(from: ExampleTrace.full).utf8),
            Array(JSONLinesRenderer().string(from: ExampleTrace.full).utf8),
        ]
        var outcomes: Set<String> = []
        for _ in 0..<50 {
            var bytes = documents[Int.random(in: 0...1, using: &generator)]
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] ^= UInt8.random(in: 1...255, using: &generator)
            }
            if Bool.random(using: &generator) {
                bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
            }
            var rest = bytes[...]
            let blockSize = Int.random(in: 1...200, using: &generator)
            do throws(TraceReadError) {
                let trace = try TraceReader.read(named: "t") {
                    defer { rest = rest.dropFirst(blockSize) }
                    return rest.isEmpty ? nil : Array(rest.prefix(blockSize))
                }
                // Whatever was read can be worked with.
                #expect(trace.canonical().calls.count == trace.calls.count)
                outcomes.insert("trace")
            } catch {
                #expect(error.description.hasPrefix("t") && !error.description.contains("\n"))
                outcomes.insert("error")
            }
        }
        #expect(outcomes == ["trace", "error"])
    }

    private func expectDamage(_ text: String, _ message: String, location: SourceLocation = #_sourceLocation) {
        let error = #expect(throws: TraceReadError.self, sourceLocation: location) {
            try TraceReader.read(text, named: "t")
        }
        #expect(error?.kind == .damaged, sourceLocation: location)
        #expect(
            error?.description.contains(message) == true, "\(error?.description ?? "nil")", sourceLocation: location)
    }
}
