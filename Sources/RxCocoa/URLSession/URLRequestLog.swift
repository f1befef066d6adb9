import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Prints the requests made through `URLSession.rx`, and their results.
enum URLRequestLog {
    private struct Decision: @unchecked Sendable {
        var shouldLog: (URLRequest) -> Bool
    }

    #if DEBUG
        private static let decision = Mutex(Decision { _ in true })
    #else
        private static let decision = Mutex(Decision { _ in false })
    #endif

    static var shouldLog: (URLRequest) -> Bool {
        get { decision.withLock { $0 }.shouldLog }
        set { decision.withLock { $0 = Decision(shouldLog: newValue) } }
    }

    static func print(_ request: URLRequest, _ response: URLResponse?, _ error: (any Error)?, since start: Date) {
        let milliseconds = Int(Date().timeIntervalSince(start) * 1000)
        Swift.print(curlCommand(request))
        Swift.print(result(response, error, milliseconds))
    }

    /// The request as a command of `curl`.
    static func curlCommand(_ request: URLRequest) -> String {
        var words = ["curl -X \(request.httpMethod ?? "GET")"]
        if let body = request.httpBody, request.httpMethod == "POST" || request.httpMethod == "PUT" {
            words.append("-d \(quoted(String(decoding: body, as: UTF8.self)))")
        }
        for (name, value) in (request.allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key }) {
            words.append("-H \(quoted("\(name): \(value)"))")
        }
        words.append(quoted(request.url?.absoluteString ?? "<unknown url>"))
        return words.joined(separator: " \\\n")
    }

    private static func result(_ response: URLResponse?, _ error: (any Error)?, _ milliseconds: Int) -> String {
        if let response = response as? HTTPURLResponse {
            let word = 200..<300 ~= response.statusCode ? "Success" : "Failure"
            return "\(word) (\(milliseconds)ms): Status \(response.statusCode)"
        }
        guard let error = error as NSError? else { return "Failure (\(milliseconds)ms): unknown" }
        // A subscription that ends cancels its request: no failure.
        if error.domain == NSURLErrorDomain, error.code == NSURLErrorCancelled { return "Canceled (\(milliseconds)ms)" }
        return "Failure (\(milliseconds)ms): \(error)"
    }

    /// A word for the shell.
    private static func quoted(_ text: String) -> String {
        "'\(text.replacingOccurrences(of: "'", with: #"'\''"#))'"
    }
}
