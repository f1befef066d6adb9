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
    /// The error in words.
    public var debugDescription: String {
        switch self {
        case .unknown: "An unknown error occurred."
        case .invalidOperation(let object): "\(object) was asked for something it cannot do now."
        case .itemsNotYetBound(let object): "No items are bound to \(object) yet."
        case .invalidPropertyName(let object, let name): "\(object) has no property `\(name)`."
        case .invalidObjectOnKeyPath(let object, let source, let name):
            "Property `\(name)` of \(source), on a path of keys from \(object), holds no object."
        case .errorDuringSwizzling: "A method could not be replaced."
        case .castingError(let object, let type): "\(object) is no \(type)."
        }
    }
}
