import Foundation
import RxTraceKit
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Posts requests to a collector, one at a time, and waits for each answer.
struct CollectorConnection {
    /// The collector could not be reached, or did not answer in time.
    struct Failure: Error {
        var reason: String
    }

    private let address: CollectorAddress
    private let session: URLSession

    /// - Parameter patience: how many seconds an answer may take.
    init(_ address: CollectorAddress, patience: Double) {
        self.address = address
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = patience
        configuration.timeoutIntervalForResource = patience
        session = URLSession(configuration: configuration)
    }

    /// - Throws: ``Failure`` where there is no answer.
    func post(_ body: [UInt8]) throws -> OTLPAnswer {
        var request = URLRequest(url: address.url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue("rxtrace/\(ProductVersion.number)", forHTTPHeaderField: "User-Agent")
        for (name, value) in address.headers { request.setValue(value, forHTTPHeaderField: name) }
        request.httpBody = Data(body)
        let result = Mutex<Result<OTLPAnswer, Failure>>(.failure(Failure(reason: "there is no answer")))
        let isDone = DispatchSemaphore(value: 0)
        let task = session.dataTask(with: request) { data, response, error in
            result.withLock { $0 = Self.answer(data, response, error) }
            isDone.signal()
        }
        task.resume()
        isDone.wait()
        return try result.withLock { try $0.get() }
    }

    private static func answer(
        _ data: Data?, _ response: URLResponse?, _ error: (any Error)?
    ) -> Result<OTLPAnswer, Failure> {
        guard let response = response as? HTTPURLResponse else {
            if (error as? URLError)?.code == .timedOut {
                return .failure(Failure(reason: "there is no answer in time"))
            }
            let reason = error.map { ($0 as NSError).localizedDescription } ?? "there is no answer"
            return .failure(Failure(reason: TerminalText.escaped(reason)))
        }
        return .success(
            OTLPAnswer(
                status: response.statusCode, retryAfter: response.value(forHTTPHeaderField: "Retry-After"),
                body: data ?? Data(), seconds: seconds))
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
