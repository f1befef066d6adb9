import Foundation
import RxInstrumented
import RxTraceKit

/// Posts requests to a collector, one at a time, and waits for each answer: by plain HTTP as a recorded program does, which
/// trusts no number of the answer's, by TLS through ``TLSPost``.
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
        guard var plain = HTTPPost(address.url.absoluteString, headers: headers) else {
            return try postByTLS(body, headers)
        }
        plain.seconds = Self.seconds
        let start = DispatchTime.now().uptimeNanoseconds
        if let answer = plain.post(body, within: patience) { return answer }
        let time = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        throw Failure(reason: time < patience ? "there is no answer" : "there is no answer in time")
    }

    private func postByTLS(_ body: [UInt8], _ headers: [String: String]) throws -> OTLPAnswer {
        var headers = headers
        headers["Content-Type"] = "application/json"
        let answer = TLSPost(url: address.url, headers: headers, body: Data(body), patience: patience).sent()
        guard let status = answer.status else { throw Failure(reason: answer.reason ?? "there is no answer") }
        return OTLPAnswer(
            status: status, retryAfter: answer.retryAfter, body: [UInt8](answer.body), seconds: Self.seconds)
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
