import Foundation
import RxInstrumented
import RxTraceKit
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Posts requests to a collector, one at a time, and waits for each answer: by plain HTTP as a recorded program does, which
/// trusts no number of the answer's, by TLS through Foundation.
struct CollectorConnection {
    /// The collector could not be reached, or did not answer in time.
    struct Failure: Error {
        var reason: String
    }

    private let address: CollectorAddress
    private let patience: Double

    /// - Parameter patience: how many seconds an answer may take.
    init(_ address: CollectorAddress, patience: Double) {
        self.address = address
        self.patience = patience
    }

    /// - Throws: ``Failure`` where there is no answer.
    func post(_ body: [UInt8]) throws -> OTLPAnswer {
        var headers = ["User-Agent": "rxtrace/\(ProductVersion.number)"]
        headers.merge(address.headers) { $1 }
        guard var plain = HTTPPost(address.url.absoluteString, headers: headers) else { return try postByTLS(body) }
        plain.seconds = Self.seconds
        let start = DispatchTime.now().uptimeNanoseconds
        if let answer = plain.post(body, within: patience) { return answer }
        let time = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        throw Failure(reason: time < patience ? "there is no answer" : "there is no answer in time")
    }

    private func postByTLS(_ body: [UInt8]) throws -> OTLPAnswer {
        var request = URLRequest(url: address.url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue("rxtrace/\(ProductVersion.number)", forHTTPHeaderField: "User-Agent")
        for (name, value) in address.headers { request.setValue(value, forHTTPHeaderField: name) }
        request.httpBody = Data(body)
        let answer = CollectorAnswer()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = patience
        let session = URLSession(configuration: configuration, delegate: answer, delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        let task = session.dataTask(with: request)
        task.resume()
        // A session's own times count from the last byte that came.
        guard answer.wait(for: patience) else { throw Failure(reason: "there is no answer in time") }
        let (head, bytes, error) = answer.parts
        guard let head else {
            if error?.code == .timedOut { throw Failure(reason: "there is no answer in time") }
            throw Failure(reason: TerminalText.escaped(error?.localizedDescription ?? "there is no answer"))
        }
        return OTLPAnswer(
            status: head.statusCode, retryAfter: head.value(forHTTPHeaderField: "Retry-After"), body: bytes,
            seconds: Self.seconds)
    }

    /// How many seconds a date such as `Sun, 06 Nov 1994 08:49:37 GMT` is away.
    private static func seconds(until date: String) -> Double? {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        return format.date(from: date)?.timeIntervalSinceNow
    }
}

/// What has come of an answer: no more of it is taken than is of use.
private final class CollectorAnswer: NSObject, URLSessionDataDelegate, Sendable {
    private struct State {
        var head: HTTPURLResponse?
        var bytes: [UInt8] = []
        var error: URLError?
    }

    private let state = Mutex(State())
    private let isDone = DispatchSemaphore(value: 0)

    var parts: (head: HTTPURLResponse?, bytes: [UInt8], error: URLError?) {
        state.withLock { ($0.head, $0.bytes, $0.error) }
    }

    /// Whether it has come in time.
    func wait(for seconds: Double) -> Bool { isDone.wait(timeout: .now() + seconds) == .success }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        state.withLock { $0.head = response as? HTTPURLResponse }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isWhole = state.withLock { state in
            state.bytes += data.prefix(OTLPAnswer.mostBytes - state.bytes.count)
            return state.bytes.count == OTLPAnswer.mostBytes
        }
        if isWhole { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        state.withLock { $0.error = error as? URLError }
        isDone.signal()
    }
}
