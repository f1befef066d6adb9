@_exported import RxRelay
@_exported import RxSwift

// Where URLSession is a module of its own, files that were written where it is not need it, too.
#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif

/// The errors of this module.
public enum RxCocoaError: Error {
    /// The cause is not known.
    case unknown
    /// An object was asked for something it cannot do now.
    case invalidOperation(object: Any)
    /// A view was asked for its items before any were bound to it.
    case itemsNotYetBound(object: Any)
    /// An object has no property of that name.
    case invalidPropertyName(object: Any, propertyName: String)
    /// A property on a path of keys holds no object.
    case invalidObjectOnKeyPath(object: Any, sourceObject: AnyObject, propertyName: String)
    /// A method of an object could not be replaced.
    case errorDuringSwizzling
    /// An object is of another type than it was taken for.
    case castingError(object: Any, targetType: Any.Type)
}

extension RxCocoaError: CustomDebugStringConvertible {
    /// The error in words: RxSwift's.
    public var debugDescription: String {
        switch self {
        case .unknown: "Unknown error occurred."
        case .invalidOperation(let object): "Invalid operation was attempted on `\(object)`."
        case .itemsNotYetBound(let object):
            "Data source is set, but items are not yet bound to user interface for `\(object)`."
        case .invalidPropertyName(let object, let name): "Property `\(name)` isn't valid for `\(object)`."
        case .invalidObjectOnKeyPath(let object, let source, let name):
            "Unobservable object `\(object)` was observed as `\(name)` of `\(source)`."
        case .errorDuringSwizzling: "Error during swizzling."
        case .castingError(let object, let type): "Error casting `\(object)` to `\(type)`"
        }
    }
}
