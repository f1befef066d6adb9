public import Foundation

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
