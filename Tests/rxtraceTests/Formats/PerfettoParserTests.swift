import Foundation
import RxTraceKit
import RxTraceSamples
import RxTraceTestSupport
import Testing

/// Perfetto's own messages take every sample's trace: `perfetto` of the Python registry.
struct PerfettoParserTests {
    /// Prints what there is in each file: slices, events, flows, categories, counters and places.
    private static let script = """
        import sys
        from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace, TrackEvent
        def unknown(message):
            from google.protobuf.unknown_fields import UnknownFieldSet
            count = len(UnknownFieldSet(message))
            for field, value in message.ListFields():
                if field.message_type is not None:
                    for one in (value if not hasattr(value, "ListFields") else [value]):
                        count += unknown(one)
            return count
        for name in sys.argv[1:]:
            trace = Trace.FromString(open(name, "rb").read())
            assert unknown(trace) == 0
            tracks = [p.track_descriptor for p in trace.packet if p.HasField("track_descriptor")]
            events = [p.track_event for p in trace.packet if p.HasField("track_event")]
            data = [p.interned_data for p in trace.packet if p.HasField("interned_data")]
            def count(kind):
                return sum(e.type == kind for e in events)
            print(
                len(tracks), sum(t.HasField("thread") for t in tracks), sum(t.HasField("counter") for t in tracks),
                count(TrackEvent.TYPE_SLICE_BEGIN), count(TrackEvent.TYPE_SLICE_END), count(TrackEvent.TYPE_COUNTER),
                count(TrackEvent.TYPE_INSTANT), sum(len(e.flow_ids) for e in events),
                sum(len(e.terminating_flow_ids) for e in events), sum(len(e.category_iids) for e in events),
                sum(e.HasField("source_location_iid") for e in events),
                sum(a.HasField("string_value") for e in events for a in e.debug_annotations),
                sorted(set(n.name for d in data for n in d.event_names)) != [], sep=" ")
        """

    private static func python(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: try #require(SearchPath.find("python3")))
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    private static let isThere =
        SearchPath.find("python3") != nil
        && (try? python(["-c", "import perfetto.protos.perfetto.trace.perfetto_trace_pb2"]).status) == 0

    @Test(.enabled(if: isThere, "perfetto is not installed for python3"))
    func perfettoTakesEverySample() throws {
        let folder = try TemporaryFolder()
        var files: [String] = []
        var expected: [String] = []
        for sample in Samples.some.map(\.name) {
            let trace = try TraceReader.read(SampleRun.of(sample).document, named: sample)
            let bytes = try PerfettoFile.bytes(of: TraceInMemory(trace))
            let file = folder.path("\(sample).pftrace")
            try Data(bytes).write(to: URL(filePath: file))
            files.append(file)
            let read = try PerfettoFile(bytes)
            func count(_ kind: UInt64) -> Int { read.events.count { $0.kind == kind } }
            let counts = [
                read.tracks.count, read.tracks.values.count { $0.thread != nil },
                read.tracks.values.count { $0.isCounter }, count(1), count(2), count(4), count(3),
                read.events.reduce(0) { $0 + $1.flows.count }, read.events.reduce(0) { $0 + $1.ends.count },
                read.events.reduce(0) { $0 + $1.categories.count }, read.events.count { $0.site != nil },
                read.events.reduce(0) { sum, event in
                    sum + event.annotations.values.count { if case .text = $0 { true } else { false } }
                },
            ]
            expected.append(counts.map(String.init).joined(separator: " ") + " True\n")
        }
        let result = try Self.python(["-c", Self.script] + files)
        #expect(result.status == 0)
        #expect(result.output == expected.joined())
    }
}
