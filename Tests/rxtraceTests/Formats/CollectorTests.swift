import Foundation
import RxTraceKit
import RxTraceTestSupport
import Synchronization
import Testing

@testable import rxtrace

/// `rxtrace otlp --post`, with a collector in the test's process.
struct CollectorTests {
    /// What came of posting a sample to a collector that answers so.
    private func post(
        _ sample: String = "retry", environment: [String: String] = [:], options: [String] = [],
        to path: String = "", _ answer: @escaping @Sendable (Int, HTTPReceiver.Request) -> HTTPReceiver.Answer
    ) throws -> (result: BuiltCommand.Result, requests: [HTTPReceiver.Request], url: String) {
        let receiver = try HTTPReceiver(answer)
        defer { receiver.stop() }
        let result = try BuiltCommand.run(
            ["otlp", SampleRun.of(sample).path, "--post", receiver.url + path] + options, environment: environment)
        return (result, receiver.requests, receiver.url)
    }

    @Test func aCollectorGetsAllSpans() throws {
        let (result, requests, url) = try post { _, _ in .status(200) }
        #expect(result.status == 0)
        #expect(result.output == "")
        let request = try #require(requests.first)
        #expect(requests.count == 1 && request.path == "/v1/traces")
        #expect(request.headers["content-type"] == "application/json")
        let file = try OTLPFile(request.body)
        #expect(file.faults == [])
        #expect(result.errors == "rxtrace: \(file.spans.count) spans were posted to \(url)/v1/traces.\n")
        let trace = try TraceReader.read(SampleRun.of("retry").document, named: "retry")
        #expect(request.body + "\n" == OTLPRenderer().string(from: trace))
    }

    @Test func aLongTraceIsPostedInSeveralRequests() throws {
        let folder = try TemporaryFolder()
        var long = try TraceReader.read(SampleRun.of("retry").document, named: "long")
        let subject = try #require(long.subscriptions.first?.id)
        for id in 1...20_000 {
            long.calls.append(
                Trace.Call(
                    id: long.calls.count + id, operation: .on, subscription: subject,
                    event: Trace.Event(.next, value: "1"),
                    start: 1))
        }
        for position in long.calls.indices { long.calls[position].id = position + 1 }
        let file = folder.path("long.json")
        try Data(JSONRenderer().string(from: long).utf8).write(to: URL(filePath: file))
        let receiver = try HTTPReceiver { _, _ in .status(200) }
        defer { receiver.stop() }
        let output = folder.path("long.otlp.json")
        let result = try BuiltCommand.run(["otlp", file, "--post", receiver.url, "-o", output])
        #expect(result.status == 0, "\(result.errors)")
        let requests = receiver.requests.map(\.body)
        #expect(requests.count > 2)
        let posted = try OTLPFile(joining: requests)
        #expect(posted.faults == [])
        // The document is kept as well.
        let written = try OTLPFile(String(contentsOfFile: output, encoding: .utf8))
        #expect(posted.spans.map(\.id) == written.spans.map(\.id))
        #expect(posted.events.count == written.events.count && posted.events.count > 20_000)
    }

    @Test func aCollectorThatFailsAndRecoversIsAskedAgain() throws {
        for status in [429, 502, 503, 504] {
            let (result, requests, _) = try post { number, _ in
                number < 3 ? .status(status, headers: ["Retry-After": "0"]) : .status(200)
            }
            #expect(result.status == 0, "\(result.errors)")
            #expect(requests.count == 3 && Set(requests.map(\.body)).count == 1)
        }
    }

    @Test func oneThatRefusesIsNotAskedAgain() throws {
        let (result, requests, url) = try post { _, _ in .status(400, body: #"{"code":3,"message":"no \"id\""}"#) }
        #expect(result.status == 74)
        #expect(requests.count == 1)
        #expect(result.errors == "rxtrace: cannot post to \(url)/v1/traces: status 400: no \"id\".\n")
    }

    @Test func oneThatStaysBusyIsLeftAlone() throws {
        let (result, requests, _) = try post { _, _ in .status(503, headers: ["Retry-After": "0"]) }
        #expect(result.status == 74)
        #expect(requests.count == CollectorQueue.attempts)
        #expect(result.errors.hasSuffix(": the collector is still busy after 6 attempts.\n"))
        let (other, asked, _) = try post { _, _ in .status(429, headers: ["Retry-After": "3600"]) }
        #expect(other.status == 74 && asked.count == 1)
        #expect(other.errors.hasSuffix(": the collector is busy, and asks to wait for 3600 seconds.\n"))
    }

    @Test func spansThatAreRejectedAreTold() throws {
        let (result, _, url) = try post { _, _ in
            .status(200, body: #"{"partialSuccess":{"rejectedSpans":"2","errorMessage":"too old"}}"#)
        }
        #expect(result.status == 74)
        #expect(result.errors.hasPrefix("rxtrace: \(url)/v1/traces rejected 2 of "))
        #expect(result.errors.hasSuffix(" spans: too old\n"))
        let (warned, _, _) = try post { _, _ in
            .status(200, body: #"{"partialSuccess":{"errorMessage":"use gRPC"}}"#)
        }
        #expect(warned.status == 0)
        #expect(warned.errors.hasSuffix("/v1/traces; it says: use gRPC\n"))
    }

    @Test func oneThatHangsIsGivenUp() throws {
        let (result, _, url) = try post(options: ["--post-timeout", "1"]) { _, _ in .nothing }
        #expect(result.status == 74)
        #expect(
            result.errors
                == "rxtrace: cannot post to \(url)/v1/traces: there is no answer in time. Does a collector listen there?\n"
        )
    }

    @Test(arguments: ["9223372036854775807", "1e30", "inf", "nan", "-1e30", "-9223372036854775808", "1e400", "0x1p70"])
    func noNumberOfACollectorsIsTrusted(number: String) throws {
        let (result, _, _) = try post { attempt, _ in
            attempt == 1
                ? .status(503, headers: ["Retry-After": number])
                : .status(200, body: #"{"partialSuccess":{"rejectedSpans":"\#(number)","errorMessage":"x"}}"#)
        }
        #expect([0, 74].contains(result.status))
        let (other, _, _) = try post { _, _ in
            .status(200, body: #"{"partialSuccess":{"rejectedSpans":\#(number),"errorMessage":"x"}}"#)
        }
        #expect([0, 74].contains(other.status))
        #expect(other.errors.split(separator: "\n").count == 1 && !other.errors.contains("rejected -"))
        let (odd, _, _) = try post(options: ["--post-timeout", "2"]) { _, _ in
            .status(200, headers: ["Content-Length": number])
        }
        #expect([0, 74].contains(odd.status))
    }

    /// Foundation, which posts by TLS, stops its process at the first of these lengths.
    @Test(arguments: ["9223372036854775807", "9223372036854775808", "1e30", "-1", "2"])
    func whatStopsFoundationDoesNotStopTheCommand(length: String) throws {
        let receiver = try HTTPReceiver { _, _ in .status(200, headers: ["Content-Length": length], body: "{}") }
        defer { receiver.stop() }
        let post = TLSPost(
            url: try #require(URL(string: receiver.url)), headers: [:], body: Data("{}".utf8), patience: 2)
        let answer = post.sent(by: BuiltCommand.path)
        #expect((answer.status == 200) != (answer.reason != nil), "\(answer)")
        if length == "2" { #expect(answer.status == 200 && answer.body == Data("{}".utf8)) }
    }

    @Test func aProgramThatCannotPostIsNoAnswer() {
        // More than a pipe takes: it is written after that program has ended.
        let post = TLSPost(url: URL(filePath: "/"), headers: [:], body: Data(count: 1 << 20), patience: 1)
        #expect(post.sent(by: "/bin/false").reason == "there is no answer that can be read")
        #expect(post.sent(by: "/nowhere/rxtrace").reason == "there is no answer that can be read")
    }

    /// No more of an answer is taken than is of use, and it takes no longer than it may.
    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\n", "HTTP/1.1 200 OK\r\nX: ", "x",
    ])
    func anEndlessAnswerIsCut(head: String) throws {
        let part = Array((head + String(repeating: " ", count: 1 << 16)).utf8)
        for answer in [HTTPReceiver.Answer.endless(part), .slow(part)] {
            let receiver = try HTTPReceiver { _, _ in answer }
            defer { receiver.stop() }
            let sample = try SampleRun.of("retry").path
            // In a second, gigabytes come.
            let result = try BuiltCommand.run(
                [
                    "-c", "ulimit -d 500000; exec \"$@\"", "sh", try #require(BuiltCommand.path), "otlp", sample,
                    "--post",
                    receiver.url, "--post-timeout", "1",
                ], command: "/bin/sh")
            #expect([0, 74].contains(result.status))
            #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        }
    }

    @Test func oneThatIsGoneIsTold() throws {
        let receiver = try HTTPReceiver { _, _ in .hangUp }
        defer { receiver.stop() }
        let hungUp = try BuiltCommand.run(["otlp", SampleRun.of("retry").path, "--post", receiver.url])
        #expect(hungUp.status == 74)
        // Ports below 1024 are nobody's in a test.
        let gone = try BuiltCommand.run(["otlp", SampleRun.of("retry").path, "--post", "http://127.0.0.1:1"])
        #expect(gone.status == 74)
        #expect(gone.errors.hasPrefix("rxtrace: cannot post to http://127.0.0.1:1/v1/traces: "))
        #expect(gone.errors.hasSuffix("Does a collector listen there?\n"))
    }

    /// The document is there though it could not be posted.
    @Test func theDocumentIsKeptWhateverTheCollectorSays() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("retry.otlp.json")
        let (result, _, _) = try post(options: ["-o", file]) { _, _ in .status(400) }
        #expect(result.status == 74)
        #expect(try OTLPFile(String(contentsOfFile: file, encoding: .utf8)).faults == [])
    }

    @Test func theEnvironmentsHeadersAndAddressCount() throws {
        let (result, requests, url) = try post(
            environment: ["OTEL_EXPORTER_OTLP_HEADERS": "Authorization=Bearer%20secret, X-Team = core"], to: "/own/path"
        ) { _, _ in .status(200) }
        #expect(result.status == 0)
        #expect(requests.first?.path == "/own/path")
        #expect(requests.first?.headers["authorization"] == "Bearer secret")
        #expect(requests.first?.headers["x-team"] == "core")
        #expect(result.errors.contains("\(url)/own/path"))

        func address(_ environment: [String: String]) throws -> String {
            try CollectorAddress("env", environment: environment).url.absoluteString
        }
        #expect(try address([:]) == "http://localhost:4318/v1/traces")
        #expect(try address(["OTEL_EXPORTER_OTLP_ENDPOINT": "https://c:1/base/"]) == "https://c:1/base/v1/traces")
        #expect(try address(["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://c:1/own"]) == "http://c:1/own")
    }

    @Test func aPasswordIsNotPrinted() throws {
        let address = try CollectorAddress("http://name:secret@host:1", environment: [:])
        #expect(address.description == "http://host:1/v1/traces")
    }

    @Test(arguments: ["host", "ftp://host", "http://", "http:host"])
    func othersAreNoAddress(word: String) throws {
        let result = try BuiltCommand.run(["otlp", SampleRun.of("retry").path, "--post", word])
        #expect(result.status == 64)
        #expect(result.errors.contains("is no URL of a collector"))
    }
}

/// The queue of requests, without a collector.
struct CollectorQueueTests {
    private struct Unforeseen: Error {}

    /// Posts as many requests as there are spans told of, to a collector that answers so.
    private func post(
        _ spans: [Int], limit: Int = 2, _ answer: @escaping @Sendable (Int) throws -> OTLPAnswer
    ) -> (CollectorQueue.Count, CollectorQueue.Failure?, pauses: [Double], posted: [UInt8]) {
        let posts = Mutex<[UInt8]>([])
        let pauses = Mutex<[Double]>([])
        let queue = CollectorQueue(limit: limit) { body in
            try answer(
                posts.withLock {
                    $0 += body
                    return $0.count
                })
        } pause: { seconds in
            pauses.withLock { $0.append(seconds) }
        }
        for (number, count) in spans.enumerated() {
            guard (try? queue.add([UInt8(number)], spans: count)) != nil else { break }
        }
        let (count, failure) = queue.finish()
        return (count, failure, pauses.withLock { $0 }, posts.withLock { $0 })
    }

    @Test func requestsArePostedInTheirOrder() {
        let (count, failure, pauses, posted) = post(Array(1...50)) { _ in .taken(rejected: 1, message: "late") }
        #expect(failure == nil && pauses.isEmpty)
        #expect(posted == (0..<50).map { UInt8($0) })
        #expect(count == CollectorQueue.Count(taken: 1_225, rejected: 50, message: "late"))
    }

    @Test func pausesGetLonger() {
        let (_, failure, pauses, posted) = post([1]) { _ in .busy(after: nil) }
        #expect(failure != nil)
        #expect(pauses == [1, 2, 4, 8, 16] && posted.count == 6)
        let (count, _, named, _) = post([1, 1]) {
            $0 == 1 || $0 == 3 ? .busy(after: 30) : .taken(rejected: 0, message: nil)
        }
        #expect(count.taken == 2 && named == [30, 30])
    }

    @Test func aConnectionThatIsLostIsTriedAgain() {
        let lost = CollectorConnection.Failure(reason: "gone")
        let (count, failure, pauses, _) = post([1, 1, 1]) { number in
            if number == 2 || number == 3 { throw lost }
            return .taken(rejected: 0, message: nil)
        }
        #expect(failure == nil && count.taken == 3 && pauses == [1, 2])
        let (_, never, none, posted) = post([1, 1, 1]) { _ in throw lost }
        #expect(never?.reason == "gone. Does a collector listen there?")
        #expect(none.isEmpty && posted.count == 1)
    }

    /// Whoever makes requests waits while as many wait as may: memory has a limit.
    @Test func thereIsALimit() throws {
        let gate = DispatchSemaphore(value: 0)
        let begun = DispatchSemaphore(value: 0)
        let added = Mutex(0)
        let isDone = DispatchSemaphore(value: 0)
        let queue = CollectorQueue(limit: 2) { _ in
            begun.signal()
            gate.wait()
            return .taken(rejected: 0, message: nil)
        } pause: { _ in
        }
        Thread {
            for _ in 0..<10 {
                try? queue.add([], spans: 1)
                added.withLock { $0 += 1 }
            }
            isDone.signal()
        }.start()
        for posted in 1...10 {
            begun.wait()
            // Those that were posted, the one that is, and two that wait.
            #expect(added.withLock { $0 } <= posted + 2)
            gate.signal()
        }
        isDone.wait()
        #expect(queue.finish().0.taken == 10)
    }
}
