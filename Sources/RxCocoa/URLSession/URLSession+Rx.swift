public import Foundation
import Foundation
public import RxInstrumented

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

extension Reactive where Base: URLSession {
    /// The answer to a request, and its data.
    ///
    /// ```swift
    /// URLSession.shared.rx.response(request: request)
    ///     .subscribe(onNext: { response, data in print(response.statusCode, data.count) })
    /// ```
    ///
    /// Each subscription makes the request anew, and its disposal cancels it. Events come on a thread of the session's.
    /// It fails with the session's error, or with a `RxCocoaURLError` where the answer is none of HTTP.
    public func response(request: URLRequest) -> Observable<(response: HTTPURLResponse, data: Data)> {
        Observable.create { [base] observer in
            let start = URLRequestLog.shouldLog(request) ? Date() : nil
            // Foundation on Linux may trap where an answered request is cancelled.
            let isAnswered = AtomicFlag(false)
            let task = base.dataTask(with: request) { data, response, error in
                isAnswered.raise()
                if let start { URLRequestLog.print(request, response, error, since: start) }
                guard let response, let data else {
                    observer.on(.error(error ?? RxCocoaURLError.unknown))
                    return
                }
                guard let answer = response as? HTTPURLResponse else {
                    observer.on(.error(RxCocoaURLError.nonHTTPResponse(response: response)))
                    return
                }
                observer.on(.next((answer, data)))
                observer.on(.completed)
            }
            task.resume()
            return Disposables.create {
                if !isAnswered.isSet { task.cancel() }
            }
        }
    }

    /// The data of a successful answer to a request.
    ///
    /// It fails as ``response(request:)`` does, and with a `RxCocoaURLError` where the answer's status is not one of
    /// success.
    public func data(request: URLRequest) -> Observable<Data> {
        response(request: request).mapByLibrary { answer in
            guard 200..<300 ~= answer.response.statusCode else {
                throw RxCocoaURLError.httpRequestFailed(response: answer.response, data: answer.data)
            }
            return answer.data
        }
    }

    /// The JSON value of a successful answer to a request.
    ///
    /// It fails as ``data(request:)`` does, and with a `RxCocoaURLError` where the data is no JSON.
    ///
    /// `options` say how the data is read.
    public func json(request: URLRequest, options: JSONSerialization.ReadingOptions = []) -> Observable<Any> {
        data(request: request).mapByLibrary { data in
            do {
                return try JSONSerialization.jsonObject(with: data, options: options)
            } catch {
                throw RxCocoaURLError.deserializationError(error: error)
            }
        }
    }

    /// The JSON value of a successful answer to a request for a resource.
    ///
    /// ```swift
    /// URLSession.shared.rx.json(url: url).subscribe(onNext: { print($0) })
    /// ```
    public func json(url: URL) -> Observable<Any> {
        json(request: URLRequest(url: url))
    }

    /// Says of which requests a line is printed: the request as a `curl` command, its result, and how long it took.
    ///
    /// ```swift
    /// URLSession.rx.shouldLogRequest = { $0.url?.host == "api.example.com" }
    /// ```
    ///
    /// At first, none in a release build of the library, and all in a debug build.
    public static var shouldLogRequest: (URLRequest) -> Bool {
        get { URLRequestLog.shouldLog }
        set { URLRequestLog.shouldLog = newValue }
    }
}

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// The errors of a request made through `URLSession.rx`.
public enum RxCocoaURLError: Error {
    /// Neither an answer nor an error came.
    case unknown
    /// The answer is none of HTTP.
    case nonHTTPResponse(response: URLResponse)
    /// The answer's status is not one of success: 200 to 299.
    case httpRequestFailed(response: HTTPURLResponse, data: Data?)
    /// The answer's data could not be read.
    case deserializationError(error: any Error)
}

extension RxCocoaURLError: CustomDebugStringConvertible {
    /// The error in words: RxSwift's.
    public var debugDescription: String {
        switch self {
        case .unknown: "Unknown error has occurred."
        case .nonHTTPResponse(let response): "Response is not NSHTTPURLResponse `\(response)`."
        case .httpRequestFailed(let response, _): "HTTP request failed with `\(response.statusCode)`."
        case .deserializationError(let error): "Error during deserialization of the response: \(error)"
        }
    }
}

/// Prints the requests made through `URLSession.rx`, and their results.
enum URLRequestLog {
    private struct Decision: @unchecked Sendable {
        var shouldLog: (URLRequest) -> Bool
    }

    #if DEBUG
        private static let decision = Lock(Decision { _ in true })
    #else
        private static let decision = Lock(Decision { _ in false })
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
