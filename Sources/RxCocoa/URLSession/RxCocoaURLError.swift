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
    /// The error in words.
    public var debugDescription: String {
        switch self {
        case .unknown: "An unknown error occurred."
        case .nonHTTPResponse(let response): "The answer is none of HTTP: \(response)"
        case .httpRequestFailed(let response, _): "The HTTP request failed with status \(response.statusCode)."
        case .deserializationError(let error): "The answer's data could not be read: \(error)"
        }
    }
}
