import RxTraceKit
import RxTraceTestSupport
import Testing

struct CSVRendererTests {
    @Test func aRowForEachCallWithAnEvent() {
        var trace = TraceScript.create(value: "10")
        trace.calls = trace.calls.filter { $0.operation != .onCore && $0.operation != .forwardOn && $0.type == nil }
        #expect(
            CSVRenderer().string(from: trace).replacing("\r\n", with: "\n") == """
                id,parent,origin,parts,operation,thread,thread_name,node,type,name,subscription,kind,value,file,line,start,duration
                9,8,,,on,0,main,4,AnonymousObservableSink,,1,next,10,,,,
                11,10,,,on,0,main,2,AnonymousObserver,,1,next,10,,,,
                15,14,,,on,0,main,4,AnonymousObservableSink,,1,completed,,,,,
                17,16,,,on,0,main,2,AnonymousObserver,,1,completed,,,,,

                """)
    }

    /// RFC 4180: each line ends in a carriage return and a line feed, also the last, and no other does.
    @Test func linesEndAsTheStandardSays() {
        let bytes = Array(CSVRenderer().string(from: TraceScript.create(value: "1")).utf8)
        #expect(bytes.suffix(2) == [0x0D, 0x0A])
        #expect(bytes.indices.allSatisfy { bytes[$0] != 0x0A || bytes[$0 - 1] == 0x0D })
    }

    @Test func thePartsOfAnElementAreListed() throws {
        let script = TraceScript()
        script.node("sink", "ZipSink2_", .sink)
        let first = script.call(.on, "sink", .next("1"))
        let second = script.call(.on, "sink", .next("2"))
        var trace = script.trace
        trace.calls[1].parts = [first, second]
        #expect(try CSVTable(CSVRenderer().string(from: trace)).column("parts") == ["", "\(first) \(second)"])
    }

    @Test func hostileValuesAreReadBack() throws {
        let script = TraceScript()
        script.node("a,b", "A,\"B\"", .sink, name: "\n")
        let values = ExampleTrace.hardTexts + [",", "\"", "\"\"", "a,b\r\n", "=1+1", " x ", "\"\u{301}", ",\u{301}"]
        for value in values { script.call(.on, "a,b", .next(value)) }
        let rows = try CSVTable(CSVRenderer().string(from: script.trace))
        // Of what a terminal obeys, line breaks and tabs stand as they are.
        #expect(
            rows.column("value")
                == values.map { value in
                    value.unicodeScalars.map {
                        "\n\t".unicodeScalars.contains($0) ? "\($0)" : TerminalText.escaped("\($0)")
                    }.joined()
                })
        #expect(Set(rows.column("type")) == ["A,\"B\""])
        #expect(Set(rows.column("name")) == ["\n"])
    }
}
