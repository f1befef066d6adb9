import CRxTraceBuffer
import Foundation

/// What the values of a type may have in them.
enum ValueKind: UInt8 {
    /// All there is of a value is its bits and the memory that they own by themselves, as numbers, strings, and collections,
    /// structs and enums of these do.
    case unchanging = 1
    /// An object, a closure, an existential, a pointer, or something that is not known: it may change by itself.
    case changeable = 2
    /// A reference that is not counted: to read it stops the program where its object is gone.
    case unreadable = 3

    /// - Complexity: of a type that was asked for before, some loads.
    static func of(_ type: Any.Type) -> ValueKind {
        if type is any AnyObject.Type { return .changeable }
        let address = unsafeBitCast(type, to: UnsafeRawPointer.self)
        if let known = ValueKind(rawValue: rxtrace_type_note(address)) { return known }
        var search = Search()
        let kind = search.kind(of: type)
        rxtrace_note_type(address, kind.rawValue)
        return kind
    }

    /// A search through the types of a type's parts. A type that is a part of itself is what its other parts are.
    private struct Search {
        private static let mostTypes = 500
        private var seen: Set<ObjectIdentifier> = []

        mutating func kind(of type: Any.Type) -> ValueKind {
            guard seen.insert(ObjectIdentifier(type)).inserted else { return .unchanging }
            guard seen.count <= Self.mostTypes else { return .changeable }
            if Self.leaves.contains(ObjectIdentifier(type)) { return .unchanging }
            if let container = type as? any OwningContainer.Type { return kind(of: container.contents) }
            guard let parts = PartTypes(of: type) else { return .changeable }
            if parts.hasUncounted { return .unreadable }
            return kind(of: parts.types)
        }

        private mutating func kind(of types: [Any.Type]) -> ValueKind {
            var kind = ValueKind.unchanging
            for type in types {
                switch self.kind(of: type) {
                case .unchanging: continue
                case .changeable: kind = .changeable
                case .unreadable: return .unreadable
                }
            }
            return kind
        }

        private static let leaves = Set(
            [
                Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self,
                UInt32.self,
                UInt64.self, Float.self, Double.self, Bool.self, String.self, Substring.self, Character.self,
                Unicode.Scalar.self, Duration.self, Never.self, Date.self, UUID.self, URL.self, Decimal.self,
            ].map { (type: Any.Type) in ObjectIdentifier(type) })
    }
}

/// A collection or box of the standard library's, which owns its contents: shared, it does not change.
private protocol OwningContainer {
    static var contents: [Any.Type] { get }
}

extension Array: OwningContainer {
    static var contents: [Any.Type] { [Element.self] }
}

extension ContiguousArray: OwningContainer {
    static var contents: [Any.Type] { [Element.self] }
}

extension ArraySlice: OwningContainer {
    static var contents: [Any.Type] { [Element.self] }
}

extension Set: OwningContainer {
    static var contents: [Any.Type] { [Element.self] }
}

extension Dictionary: OwningContainer {
    static var contents: [Any.Type] { [Key.self, Value.self] }
}

extension KeyValuePairs: OwningContainer {
    static var contents: [Any.Type] { [Key.self, Value.self] }
}

extension Optional: OwningContainer {
    static var contents: [Any.Type] { [Wrapped.self] }
}
