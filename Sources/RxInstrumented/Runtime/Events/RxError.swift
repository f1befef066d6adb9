/// Errors of the reactive core itself.
public enum RxError: Error, CustomDebugStringConvertible {
    /// An error of which nothing is known.
    case unknown
    /// A disposed object was used.
    case disposed(object: AnyObject)
    /// A count became too large.
    case overflow
    /// An argument is outside of what the operator takes.
    case argumentOutOfRange
    /// A sequence that was to have an element has none.
    case noElements
    /// A sequence that was to have one element has more.
    case moreThanOneElement
    /// Nothing came in time.
    case timeout

    public var debugDescription: String {
        switch self {
        case .unknown: "Unknown error occurred."
        case .disposed(let object): "Object `\(object)` was already disposed."
        case .overflow: "Arithmetic overflow occurred."
        case .argumentOutOfRange: "Argument out of range."
        case .noElements: "Sequence doesn't contain any elements."
        case .moreThanOneElement: "Sequence contains more than one element."
        case .timeout: "Sequence timeout."
        }
    }

    // As of RxSwift, whatever module it is in here: programs compare an `NSError`'s domain, and show its description.
    public var _domain: String { "RxSwift.RxError" }
}
