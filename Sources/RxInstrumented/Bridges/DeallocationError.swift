/// Why the end of an object cannot be told.
public enum DeallocationError: Error, Equatable, CustomStringConvertible {
    /// The optimiser put the object on the stack, and destroys it there without asking its class.
    case onStack(type: String)
    /// The object is being destroyed, and nobody watched it before.
    case alreadyDeallocating(type: String)
    /// The type's metadata is not that of a class of Swift's, or cannot be changed.
    case unsupportedType(type: String)
    /// Swift objects cannot be watched on this platform.
    case unsupportedPlatform

    public var description: String {
        switch self {
        case .onStack(let type):
            "this \(type) lives on the stack, where its end cannot be told: "
                + "store it in a property, or mark what makes it @_optimize(none)"
        case .alreadyDeallocating(let type):
            "this \(type) is being destroyed and was not watched before: subscribe before its last reference goes"
        case .unsupportedType(let type):
            "the end of a \(type) cannot be told, as its class cannot be changed: watch an object that owns it"
        case .unsupportedPlatform:
            "the end of Swift objects cannot be told on this platform: send from their deinit instead"
        }
    }
}
