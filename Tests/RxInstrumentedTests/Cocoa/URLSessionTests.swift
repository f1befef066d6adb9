import Foundation
import RxCocoa
import Testing

/// Requests that a protocol of the session's answers: nothing leaves the process. RxCocoa brings URLSession along.
@Suite(.serialized) struct URLSessionTests {
    private static let session: URLSession = {
        URLSession.rx.shouldLogRequest = { _ in false }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [Answering.self]
        return URLSession(configuration: configuration)
    }()

    private func request(_ path: String) throws -> URLRequest {
        URLRequest(url: try #require(URL(string: "answer://here/\(path)")))
    }

    @Test func anAnswerAndItsData() async throws {
        let (response, data) = try await Self.session.rx.response(request: request("200/hello")).asSingle().value
        #expect(response.statusCode == 200)
        #expect(String(decoding: data, as: UTF8.self) == "hello")
        let text = try await Self.session.rx.data(request: request("201/created")).asSingle().value
        #expect(String(decoding: text, as: UTF8.self) == "created")
    }

    @Test func theJSONOfAnAnswer() async throws {
        let json = try await Self.session.rx.json(request: request("200/[1,2]")).asSingle().value
        #expect(json as? [Int] == [1, 2])
        let url = try #require(try request("200/[3]").url)
        #expect(try await Self.session.rx.json(url: url).asSingle().value as? [Int] == [3])
        let decoded = try await Self.session.rx.data(request: request("200/[4]"))
            .decode(type: [Int].self, decoder: JSONDecoder()).asSingle().value
        #expect(decoded == [4])
    }

    @Test func answersThatAreNoSuccess() async throws {
        let failed = await #expect(throws: RxCocoaURLError.self) {
            try await Self.session.rx.data(request: request("404/gone")).asSingle().value
        }
        guard case .httpRequestFailed(let response, let data) = failed else {
            Issue.record("unexpected: \(String(describing: failed))")
            return
        }
        #expect(response.statusCode == 404)
        #expect(data.map { String(decoding: $0, as: UTF8.self) } == "gone")
        #expect(failed?.debugDescription == "HTTP request failed with `404`.")

        let unread = await #expect(throws: RxCocoaURLError.self) {
            try await Self.session.rx.json(request: request("200/no-json")).asSingle().value
        }
        guard case .deserializationError = unread else {
            Issue.record("unexpected: \(String(describing: unread))")
            return
        }
        let other = await #expect(throws: RxCocoaURLError.self) {
            try await Self.session.rx.response(request: request("other/x")).asSingle().value
        }
        guard case .nonHTTPResponse = other else {
            Issue.record("unexpected: \(String(describing: other))")
            return
        }
    }

    @Test func theSessionsErrorIsPassedOn() async throws {
        let error = await #expect(throws: URLError.self) {
            try await Self.session.rx.response(request: request("fails/x")).asSingle().value
        }
        #expect(error?.code == .timedOut)
    }

    @Test func disposalCancelsTheRequest() async throws {
        let request = try request("never/x")
        await withCheckedContinuation { continuation in
            let subscription = SerialDisposable()
            // Not on the session's own queue, which a cancellation waits for.
            Answering.whenStarted = { DispatchQueue.global().async { subscription.dispose() } }
            Answering.whenStopped = { continuation.resume() }
            subscription.disposable = Self.session.rx.response(request: request).subscribe()
        }
    }

    @Test func aRequestAsACommand() throws {
        var asked: [String] = []
        // The session sets it, once.
        let session = Self.session
        let kept = URLSession.rx.shouldLogRequest
        URLSession.rx.shouldLogRequest = { request in
            asked.append(request.url?.path ?? "")
            return false
        }
        defer { URLSession.rx.shouldLogRequest = kept }
        _ = session.rx.response(request: try request("silent/logged")).subscribe().dispose()
        #expect(asked == ["/silent/logged"])
    }
}

/// Answers a request by its path: the status, and then the data.
private final class Answering: URLProtocol {
    nonisolated(unsafe) static var whenStarted: (() -> Void)?
    nonisolated(unsafe) static var whenStopped: (() -> Void)?

    override class func canInit(with request: URLRequest) -> Bool { request.url?.scheme == "answer" }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let url = request.url else { return }
        let (status, text) = (url.pathComponents[1], url.lastPathComponent)
        switch status {
        case "never":
            Self.whenStarted?()
        case "silent":
            break
        case "fails":
            client?.urlProtocol(self, didFailWithError: URLError(.timedOut))
        default:
            let answer = Int(status).flatMap {
                HTTPURLResponse(url: url, statusCode: $0, httpVersion: "HTTP/1.1", headerFields: nil)
            }
            let other = URLResponse(url: url, mimeType: nil, expectedContentLength: -1, textEncodingName: nil)
            client?.urlProtocol(self, didReceive: answer ?? other, cacheStoragePolicy: .notAllowed)
            client?.urlProtocol(self, didLoad: Data(text.utf8))
            client?.urlProtocolDidFinishLoading(self)
        }
    }

    override func stopLoading() {
        guard request.url?.pathComponents[1] == "never" else { return }
        Self.whenStopped?()
    }
}
