import CRxTraceBuffer
import Dispatch
import RxTraceKit
import RxTraceTestSupport
import Testing

@testable import RxInstrumented

/// The recorder's own way to post, to a receiver in this process.
struct HTTPPostTests {
    private static let never = UInt64.max / 2

    /// As the recorder's work, which a fork waits for.
    private static func inWork<Result>(_ body: () -> Result) -> Result {
        rxtrace_begin_work()
        defer { rxtrace_end_work() }
        return body()
    }

    private static func post(_ post: inout HTTPPost, _ text: String, by deadline: UInt64) -> OTLPAnswer? {
        post.findHost()
        return post.post(Array(text.utf8)) { deadline }
    }

    private func post(
        _ text: String, path: String = "", headers: [String: String] = [:], by deadline: UInt64 = never,
        _ answer: HTTPReceiver.Answer
    ) throws -> (OTLPAnswer?, [HTTPReceiver.Request]) {
        let receiver = try HTTPReceiver { _, _ in answer }
        defer { receiver.stop() }
        var post = try #require(HTTPPost(receiver.url + path, headers: headers))
        return (Self.inWork { Self.post(&post, text, by: deadline) }, receiver.requests)
    }

    @Test func aRequestIsPosted() throws {
        let long = String(repeating: "spans ", count: 1_000_000)
        let (answer, requests) = try post(long, headers: ["X-Team": "core"], .status(200))
        #expect(answer == .taken(rejected: 0, message: nil))
        let request = try #require(requests.first)
        #expect(request.body == long && request.path == "/v1/traces")
        #expect(request.headers["content-type"] == "application/json" && request.headers["x-team"] == "core")
        #expect(try post("", path: "/own?a=b", .status(200)).1.first?.path == "/own?a=b")
    }

    @Test func anAnswerIsRead() throws {
        let partial = #"{"partialSuccess":{"rejectedSpans":"1","errorMessage":"old"}}"#
        #expect(try post("", .status(200, body: partial)).0 == .taken(rejected: 1, message: "old"))
        #expect(try post("", .status(503, headers: ["Retry-After": "7"])).0 == .busy(after: 7))
        #expect(try post("", .status(404, body: "")).0 == .refused("status 404"))
    }

    @Test func withoutAnAnswerThereIsNone() throws {
        #expect(try post("", .hangUp).0 == nil)
        // The deadline is over as it waits for an answer.
        #expect(try post("", by: DispatchTime.now().uptimeNanoseconds + 50_000_000, .nothing).0 == nil)
        #expect(try post("", by: 0, .status(200)).0 == nil)
        var gone = try #require(HTTPPost("http://127.0.0.1:1", headers: [:]))
        let answer = Self.inWork { Self.post(&gone, "", by: Self.never) }
        #expect(answer == nil)
    }

    /// However much comes, or however slowly: it takes no longer than it may.
    @Test func anEndlessAnswerIsCut() throws {
        let heads = ["HTTP/1.0 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n", "HTTP/1.0 200 OK\r\nX: ", "x"]
        for head in heads {
            let part = Array((head + String(repeating: " ", count: 1 << 15)).utf8)
            for answer in [HTTPReceiver.Answer.endless(part), .slow(part)] {
                let start = DispatchTime.now().uptimeNanoseconds
                _ = try post("", by: start + 300_000_000, answer)
            }
        }
        for length in ["-1", "99999999999999999999", "x"] {
            let head = Array("HTTP/1.0 200 OK\r\nContent-Length: \(length)\r\n\r\n".utf8)
            _ = try post("", by: DispatchTime.now().uptimeNanoseconds + 100_000_000, .slow(head))
        }
    }

    @Test func onlyPlainAddressesAreTaken() {
        for url in ["https://host", "host", "", "http://", "ftp://host"] {
            #expect(HTTPPost(url, headers: [:]) == nil)
        }
        #expect(HTTPPost("http://name:secret@host/own", headers: [:])?.address == "http://host/own")
        #expect(HTTPPost("http://[::1]:4318", headers: [:])?.address == "http://[::1]:4318/v1/traces")
    }
}
