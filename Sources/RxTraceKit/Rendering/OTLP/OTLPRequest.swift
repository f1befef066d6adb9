/// The frame of an `ExportTraceServiceRequest` around spans: the program they come of, and who tells of them.
final class OTLPRequest {
    let output: TextOutput
    /// How many spans there are so far.
    private(set) var spans = 0
    /// Called after each span; may close the request, and the next span begins another.
    var spanEnded: () throws -> Void = {}
    private let scenario: String
    private let run: Trace.Run?

    init(scenario: String, run: Trace.Run?, _ output: TextOutput) {
        self.scenario = scenario
        self.run = run
        self.output = output
    }

    /// Adds a span whose members `members` writes.
    func add(_ members: (inout OTLPObject) throws -> Void) throws {
        if spans == 0 {
            try open()
        } else {
            try output.write(literal: ",\n")
        }
        spans += 1
        var span = try OTLPObject(output)
        try members(&span)
        try span.close()
        try spanEnded()
    }

    private func open() throws {
        try output.write(literal: "{\"resourceSpans\":[{\"resource\":{\"attributes\":[")
        var attributes = OTLPAttributes(output)
        try attributes.add("service.name", scenario.isEmpty ? "trace" : scenario)
        if let run {
            try attributes.add("process.pid", run.process)
            if !run.host.isEmpty { try attributes.add("host.name", run.host) }
        }
        try attributes.add("telemetry.sdk.name", "rxtrace")
        try attributes.add("telemetry.sdk.language", "swift")
        try attributes.add("telemetry.sdk.version", ProductVersion.number)
        try output.write(literal: "]},\"scopeSpans\":[{\"scope\":{\"name\":\"rxtrace\",\"version\":")
        try JSONText.write(ProductVersion.number, to: output)
        try output.write(literal: "},\"spans\":[\n")
    }

    /// Ends the request. Each has a span at least: that of the program.
    func close() throws {
        spans = 0
        try output.write(literal: "\n]}]}]}")
    }
}
