import Foundation
import RxTraceKit
import RxTraceTestSupport
import Testing

@testable import rxtrace

/// `RXTRACE_OTLP`: a program's spans are posted while it runs, and whatever comes of that, the program is as without.
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
        let result = try BuiltCommand.run(Self.sample, environment: environment)
        #expect(result.status == 0 && result.output == plain.output)
        #expect(result.errors.hasSuffix(plain.errors) || result.errors.hasPrefix(plain.errors))
        return result.errors.replacing(plain.errors, with: "")
    }

    @Test func theSpansAreThoseOfTheRecording() throws {
        let folder = try TemporaryFolder()
        let recording = folder.path("run.rxtrace")
        let (bodies, told) = try run(environment: ["RXTRACE": recording]) { _, _ in .status(200) }
        #expect(told == "")
        let posted = try OTLPFile(joining: bodies)
        #expect(posted.faults == [])
        let kept = try OTLPFile(BuiltCommand.run(["otlp", recording]).output)
        #expect(Set(posted.spans.map(\.id)) == Set(kept.spans.map(\.id)))
        #expect(posted.program?.trace == kept.program?.trace)
        #expect(posted.events.count == kept.events.count)
        let parents = { (file: OTLPFile) in Dictionary(uniqueKeysWithValues: file.spans.map { ($0.id, $0.parent) }) }
        #expect(parents(posted) == parents(kept))
        let ends = { (file: OTLPFile) in
            Dictionary(uniqueKeysWithValues: file.spans.map { ($0.id, $0.attributes["rxtrace.ended"]) })
        }
        #expect(ends(posted) == ends(kept))
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

    @Test func spansThatAreRefusedAreCounted() throws {
        let (bodies, told) = try run { _, _ in .status(400, body: #"{"message":"no"}"#) }
        let spans = try bodies.reduce(0) { try $0 + OTLPFile($1).spans.count }
        #expect(told == "rxtrace: \(spans) spans could not be posted to URL/v1/traces: status 400: no.\n")
    }

    @Test func oneThatHangsIsLeftAlone() throws {
        let (_, told) = try run { _, _ in .nothing }
        #expect(told.hasPrefix("rxtrace: ") && told.contains(" could not be posted to URL/v1/traces: "))
    }

    @Test func oneThatIsGoneIsLeftAlone() throws {
        // Ports below 1024 are nobody's in a test.
        let told = try run(["RXTRACE_OTLP": "http://127.0.0.1:1"])
        #expect(told.hasSuffix("to http://127.0.0.1:1/v1/traces: the collector is not there, or busy.\n"))
        let (_, hungUp) = try run { _, _ in .hangUp }
        #expect(hungUp.hasSuffix("to URL/v1/traces: the collector is not there, or busy.\n"))
    }

    @Test func whatCannotBeIsSaid() throws {
        #expect(try run(["RXTRACE_OTLP": "https://host"]).contains("'https://host' is no URL of http"))
        #expect(try run(["RXTRACE_OTLP": "host"]).contains("'host' is no URL of http"))
        let last = try run(["RXTRACE_OTLP": "http://127.0.0.1:1", "RXTRACE_LAST": "1000"])
        #expect(last.contains("leave out RXTRACE_LAST"))
    }

    @Test func subscriptionsThatAreNotSampledAreLeftOut() throws {
        func spans(_ environment: [String: String]) throws -> OTLPFile {
            let receiver = try HTTPReceiver { _, _ in .status(200) }
            defer { receiver.stop() }
            // Its own trace is a part of the recording, and lacks the same.
            let result = try BuiltCommand.run(
                Self.sample, environment: environment.merging(["RXTRACE_OTLP": receiver.url]) { $1 })
            #expect(result.status == 0)
            return try OTLPFile(joining: receiver.requests.map(\.body))
        }
        let (whole, sampled) = (try spans([:]), try spans(["RXTRACE_SAMPLE": "2"]))
        #expect(sampled.spans.count < whole.spans.count)
        #expect(sampled.program?.attributes["rxtrace.drops"]?.contains("not sampled") == true)
    }

    /// The program ends once a span of its has come.
    @Test(.enabled(if: (try? SwiftCompiler()) != nil, "there is no swiftc in PATH")) func spansComeWhileTheProgramRuns()
        throws
    {
        let folder = try TemporaryFolder()
        let program = folder.path("Waiting.swift")
        let sign = folder.path("come")
        try Data(
            """
            import Foundation
            import RxSwift
            _ = Observable.of(1, 2).map { $0 * 2 }.subscribe(onNext: { _ in })
            while !FileManager.default.fileExists(atPath: "\(sign)") { Thread.sleep(forTimeInterval: 0.01) }
            _ = Observable.of("after").subscribe(onNext: { print($0) })

            """.utf8
        ).write(to: URL(filePath: program))
        let receiver = try HTTPReceiver { _, _ in
            _ = FileManager.default.createFile(atPath: sign, contents: nil)
            return .status(200)
        }
        defer { receiver.stop() }
        let result = try BuiltCommand.run(
            ["tree", "--timeout", "60", program], environment: ["RXTRACE_OTLP": receiver.url])
        #expect(result.status == 0 && result.errors.contains("after"))
        // The command that runs it is a program, too.
        let requests = try receiver.requests.map(\.body).filter {
            try OTLPFile($0).resource["service.name"]?.hasPrefix("rxtrace") == false
        }
        try #require(requests.count > 1)
        #expect(try OTLPFile(requests[0]).program == nil)
        let file = try OTLPFile(joining: requests)
        #expect(file.faults == [])
        #expect(file.spans.compactMap { $0.attributes["rxtrace.ended"] } == ["completed", "completed"])
    }
}
