import Foundation
import RxTraceKit
import RxTraceTestSupport
import Testing

@testable import rxtrace

/// `RXTRACE_OTLP`: a program's spans are posted while it runs, and whatever comes of that, the program is as without.
@Suite(.serialized, .timeLimit(.generous))
struct SpanStreamTests {
    private static let sample = ["tree", "rac-command", "--no-fold", "--only", "RACSubject"]

    /// What a sample prints that nobody records.
    private static let plain = Result { try BuiltCommand.run(sample) }

    /// The requests that came of running the sample, and what was told beside its own output.
    private func run(
        environment: [String: String] = [:],
        _ answer: @escaping @Sendable (Int, HTTPReceiver.Request) -> HTTPReceiver.Answer
    ) throws -> (bodies: [String], told: String) {
        let receiver = try HTTPReceiver(answer)
        defer { receiver.stop() }
        let told = try run(environment.merging(["RXTRACE_OTLP": receiver.url]) { $1 })
        return (receiver.requests.map(\.body), told.replacing(receiver.url, with: "URL"))
    }

    private func run(_ environment: [String: String]) throws -> String {
        let plain = try Self.plain.get()
        // However busy the machine is.
        let patient = environment.merging(["RXTRACE_OTLP_WAIT": "300"]) { own, _ in own }
        let result = try BuiltCommand.run(Self.sample, environment: patient)
        #expect(result.status == 0 && result.output == plain.output)
        #expect(result.errors.hasSuffix(plain.errors) || result.errors.hasPrefix(plain.errors))
        return result.errors.replacing(plain.errors, with: "")
    }

    /// What two ways to give the same spans have in common, by their ids.
    private func common(_ file: OTLPFile) -> [String: String] {
        let spans = file.spans.filter { $0.attributes["rxtrace.part"] == nil }
        return Dictionary(
            uniqueKeysWithValues: spans.map { span in
                let facts = [
                    "rxtrace.type", "rxtrace.ended", "rxtrace.subscription.name", "thread.name", "rxtrace.dropped",
                ]
                return (
                    span.id, "\(span.parent ?? "") \(facts.map { span.attributes[$0] ?? "-" }) \(span.message ?? "")"
                )
            })
    }

    /// The events of all spans but for work outside of the library, which is left out once it is known to lead nowhere.
    private func events(_ file: OTLPFile) -> [String] {
        file.events.filter { !["hop", "invoke"].contains($0.name) }
            .map { "\($0.name) \($0.attributes["rxtrace.name"] ?? "") \($0.attributes["rxtrace.value"] ?? "")" }
            .sorted()
    }

    private func expectSame(_ bodies: [String], as recording: String) throws {
        let posted = try OTLPFile(joining: bodies)
        #expect(posted.faults == [])
        let kept = try OTLPFile(BuiltCommand.run(["otlp", recording]).output)
        let (postedSpans, keptSpans) = (common(posted), common(kept))
        #expect(postedSpans == keptSpans)
        let (postedEvents, keptEvents) = (events(posted), events(kept))
        #expect(postedEvents == keptEvents)
        #expect(posted.program?.trace == kept.program?.trace)
        #expect(posted.resource == kept.resource)
    }

    @Test(arguments: ["x.rxtrace", "x.json"]) func theSpansAreThoseOfTheRecording(name: String) throws {
        let folder = try TemporaryFolder()
        let (bodies, told) = try run(environment: ["RXTRACE": folder.path(name)]) { _, _ in .status(200) }
        #expect(told == "")
        if name == "x.rxtrace" {
            try expectSame(bodies, as: folder.path(name))
        } else {
            #expect(try OTLPFile(joining: bodies).program != nil)
            #expect(FileManager.default.fileExists(atPath: folder.path(name)))
        }
    }

    @Test func noFileIsNeeded() throws {
        let folder = try TemporaryFolder()
        let (bodies, told) = try run(environment: ["TMPDIR": folder.path("")]) { _, _ in .status(200) }
        #expect(told == "")
        #expect(try OTLPFile(joining: bodies).program != nil)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path(""))
        #expect(!left.contains { $0.hasSuffix(".rxtrace") })
    }

    @Test func aCollectorThatFailsAndRecoversGetsAll() throws {
        let (bodies, told) = try run { number, _ in number < 3 ? .status(503) : .status(200) }
        #expect(told == "")
        #expect(Set(bodies.prefix(3)).count == 1)
        #expect(try OTLPFile(joining: Array(bodies.dropFirst(2))).faults == [])
    }

    @Test(arguments: [400, 500]) func spansThatAreRefusedAreCounted(status: Int) throws {
        let (bodies, told) = try run { _, _ in .status(status, body: #"{"message":"no"}"#) }
        let spans = try bodies.reduce(0) { try $0 + OTLPFile($1).spans.count }
        #expect(told == "rxtrace: \(spans) spans could not be posted to URL/v1/traces: status \(status): no.\n")
    }

    @Test func oneThatHangsIsLeftAlone() throws {
        let (bodies, told) = try run(environment: ["RXTRACE_OTLP_WAIT": "2"]) { _, _ in .nothing }
        // The same spans may be tried once more, others not at all.
        #expect(Set(bodies).count <= 1)
        #expect(told.hasPrefix("rxtrace: ") && told.contains(" could not be posted to URL/v1/traces: "))
    }

    @Test func oneThatIsGoneIsLeftAlone() throws {
        // Ports below 1024 are nobody's in a test.
        let told = try run(["RXTRACE_OTLP": "http://127.0.0.1:1"])
        #expect(
            told.hasSuffix(" could not be posted to http://127.0.0.1:1/v1/traces: the collector does not answer.\n"))
        let (_, hungUp) = try run { _, _ in .hangUp }
        #expect(hungUp.hasSuffix("to URL/v1/traces: the collector does not answer.\n"))
    }

    @Test func whatCannotBeIsSaid() throws {
        let no = "rxtrace: no spans are posted: "
        #expect(try run(["RXTRACE_OTLP": "https://name:secret@host"]).hasPrefix("\(no)RXTRACE_OTLP is no URL of http."))
        #expect(try run(["RXTRACE_OTLP": "host"]).hasPrefix("\(no)RXTRACE_OTLP is no URL of http."))
        let last = try run(["RXTRACE_OTLP": "http://127.0.0.1:1", "RXTRACE_LAST": "1000"])
        #expect(last.hasPrefix(no) && last.contains("Leave out RXTRACE_LAST"))
    }

    @Test func subscriptionsThatAreNotSampledAreLeftOut() throws {
        func spans(_ environment: [String: String]) throws -> OTLPFile {
            let receiver = try HTTPReceiver { _, _ in .status(200) }
            defer { receiver.stop() }
            // Its own trace is a part of the recording, and lacks the same.
            let result = try BuiltCommand.run(
                Self.sample,
                environment: environment.merging(["RXTRACE_OTLP": receiver.url, "RXTRACE_OTLP_WAIT": "300"]) { $1 })
            #expect(result.status == 0)
            return try OTLPFile(joining: receiver.requests.map(\.body))
        }
        let (whole, sampled) = (try spans([:]), try spans(["RXTRACE_SAMPLE": "2"]))
        #expect(sampled.spans.count < whole.spans.count)
        #expect(sampled.program?.attributes["rxtrace.drops"]?.contains("not sampled") == true)
    }
}
