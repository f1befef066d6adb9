import Testing

@testable import RxTraceKit

/// The rules of OTLP/HTTP for answers.
struct OTLPAnswerTests {
    private func answer(_ status: Int, retryAfter: String? = nil, _ body: String = "") -> OTLPAnswer {
        OTLPAnswer(status: status, retryAfter: retryAfter, body: Array(body.utf8), seconds: { _ in 7 })
    }

    @Test func spansMayBeRejectedInPart() {
        #expect(answer(200, "{}") == .taken(rejected: 0, message: nil))
        #expect(answer(200) == .taken(rejected: 0, message: nil))
        #expect(answer(202, "no JSON") == .taken(rejected: 0, message: nil))
        let partial = #" {"partialSuccess": {"rejectedSpans": "3", "errorMessage": "too \"old\""}, "other": [1]}"#
        #expect(answer(200, partial) == .taken(rejected: 3, message: "too \"old\""))
        #expect(answer(200, #"{"partialSuccess":{"rejectedSpans":3}}"#) == .taken(rejected: 3, message: nil))
        #expect(answer(200, #"{"partialSuccess":{"errorMessage":""}}"#) == .taken(rejected: 0, message: nil))
    }

    @Test(arguments: [429, 502, 503, 504])
    func someMayBeAskedAgain(status: Int) {
        #expect(answer(status) == .busy(after: nil))
        #expect(answer(status, retryAfter: "30") == .busy(after: 30))
        #expect(answer(status, retryAfter: "-1") == .busy(after: 0))
        #expect(answer(status, retryAfter: "Sun, 06 Nov 1994 08:49:37 GMT") == .busy(after: 7))
    }

    @Test func othersAreRefused() {
        #expect(answer(400, #"{"code": 3, "message": "bad id"}"#) == .refused("status 400: bad id"))
        #expect(answer(404, "nothing here\u{1B}[2J") == .refused("status 404: nothing here\\u{1B}[2J"))
        #expect(answer(500) == .refused("status 500"))
        #expect(answer(301) == .refused("status 301"))
    }
}
