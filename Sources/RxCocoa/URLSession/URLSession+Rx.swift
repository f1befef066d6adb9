public import Foundation
public import RxInstrumented
import Synchronization

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
            let isAnswered = Atomic(false)
            let task = base.dataTask(with: request) { data, response, error in
                isAnswered.store(true, ordering: .releasing)
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
                if !isAnswered.load(ordering: .acquiring) { task.cancel() }
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
