import Foundation
import RxTraceKit
import RxTraceSamples
import RxTraceTestSupport
import Testing

/// OpenTelemetry's own messages take every sample's spans: `opentelemetry-proto` of the Python registry.
struct OTLPParserTests {
    private static let script = """
        import sys
        from google.protobuf import json_format
        from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
        for name in sys.argv[1:]:
            request = json_format.Parse(open(name, encoding="utf-8").read(), ExportTraceServiceRequest())
            spans = [s for r in request.resource_spans for g in r.scope_spans for s in g.spans]
            assert all(len(s.trace_id) == 24 for s in spans) and all(len(s.span_id) == 12 for s in spans)
            print(len(spans), sum(len(s.events) for s in spans), sum(len(s.links) for s in spans))
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
        && (try? python(["-c", "import google.protobuf, opentelemetry.proto.collector.trace.v1"]).status) == 0

    @Test(
        .enabled(if: isThere, "opentelemetry-proto is not installed for python3"),
        arguments: OTLPRenderer.Spans.allCases)
    func openTelemetryTakesEverySample(spans: OTLPRenderer.Spans) throws {
        let folder = try TemporaryFolder()
        var files: [String] = []
        var expected: [String] = []
        for sample in Samples.some.map(\.name) {
            let trace = try TraceReader.read(SampleRun.of(sample).document, named: sample)
            let text = OTLPRenderer(spans: spans).string(from: trace)
            let file = folder.path("\(sample).otlp.json")
            try Data(text.utf8).write(to: URL(filePath: file))
            files.append(file)
            let read = try OTLPFile(text)
            expected.append(
                "\(read.spans.count) \(read.events.count) \(read.spans.reduce(0) { $0 + $1.links.count })\n")
        }
        let result = try Self.python(["-c", Self.script] + files)
        #expect(result.status == 0)
        #expect(result.output == expected.joined())
    }
}
