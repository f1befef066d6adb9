import CRxTraceBuffer
import Foundation

/// What values of a type may contain.
enum ValueKind: UInt8 {
    /// Only bits and memory that they own: numbers, strings, and collections, structs and enums of these.
    case unchanging = 1
    /// An object, a closure, an existential, a pointer, or something unknown, whose content may change by itself.
    case changeable = 2
    /// An unowned reference. Reading it traps if its object is gone.
    case unreadable = 3

    /// The kind of a type. A few loads for a type that was asked for recently.
    static func of(_ type: Any.Type) -> ValueKind {
        if type is any AnyObject.Type { return .changeable }
        let address = unsafeBitCast(type, to: UnsafeRawPointer.self)
        if let known = ValueKind(rawValue: rxtrace_type_note(address)) { return known }
        var search = Search()
        let kind = search.kind(of: type)
        rxtrace_note_type(address, kind.rawValue)
        return kind
    }

    /// A search through the types of a type's parts. A type that contains itself is searched once.
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

/// A container of the standard library that owns its contents and does not change while it is shared.
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
