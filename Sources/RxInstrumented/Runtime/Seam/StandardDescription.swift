import RxTraceKit

/// Describes values as `String(describing:)` does, but stops at the limit for long and deep values.
///
/// The standard library describes a collection as a whole: an array of 100 MB took a minute, and a value nested 10,000
/// deep overflowed the stack. So collections, optionals, and structs, tuples and enums without a `description` are
/// written part by part here. A `description` of the program is called. Objects of the system's libraries are not asked
/// (``SystemClass``).
enum StandardDescription {
    /// The largest number of elements that are sorted.
    static let mostSorted = 10_000

    /// Writes the description of a value.
    ///
    /// - Parameter isInner: whether the value is a part of another one.
    static func describe<Value>(_ value: Value, isInner: Bool = false, to text: inout BoundedText) {
        guard text.takesMore() else { return }
        // The dynamic type, also of a value in an `Any`.
        let type = type(of: value as Any)
        // The type is tested, here and below, because casting the value would unwrap an optional, and bridge an array
        // to an NSArray.
        if !isInner, let type = type as? TracedObject.Type { return text.write(TypeName.generic(of: type)) }
        if SystemClass.isUnasked(type) { return text.write(name(of: type, isInner: isInner)) }
        if type is any StandardText.Type, let standard = value as? any StandardText {
            return isInner ? standard.describeWithin(to: &text) : standard.describe(to: &text)
        }
        guard !hasDescription(value), describeParts(of: value, isInner: isInner, to: &text) else {
            return text.write(isInner ? String(reflecting: value) : String(describing: value))
        }
    }

    private static func hasDescription<Value>(_ value: Value) -> Bool {
        value is any CustomStringConvertible || value is any CustomDebugStringConvertible
            || value is any TextOutputStreamable || value is any CustomReflectable
    }

    /// Describes a struct, a tuple or an enum case with a payload, as the standard library does by reflection. Returns
    /// false, and writes nothing, for any other value.
    private static func describeParts<Value>(of value: Value, isInner: Bool, to text: inout BoundedText) -> Bool {
        let type = type(of: value as Any)
        // Reading an unowned reference traps if its object is gone.
        if ValueKind.of(type) == .unreadable {
            text.write(name(of: type, isInner: isInner))
            return true
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .tuple:
            describe(mirror.children, to: &text)
        case .struct:
            text.write(name(of: mirror.subjectType, isInner: isInner))
            describe(mirror.children, to: &text)
        case .enum:
            guard let (label, payload) = mirror.children.first, let label else { return false }
            if isInner { text.write(name(of: mirror.subjectType, isInner: true) + ".") }
            text.write(label)
            // By the type, because reflecting a Foundation object would read its content.
            let isTuple = TupleText.isTuple(Swift.type(of: payload))
            if !isTuple { text.write("(") }
            describe(payload, isInner: true, to: &text)
            if !isTuple { text.write(")") }
        default:
            return false
        }
        return true
    }

    private static func describe(_ children: Mirror.Children, to text: inout BoundedText) {
        text.write("(")
        var isFirst = true
        for (label, child) in children {
            if !isFirst { text.write(", ") }
            isFirst = false
            // In a tuple, a part without a label is called `.0`, `.1` and so on.
            if let label, !label.hasPrefix(".") {
                text.write(label)
                text.write(": ")
            }
            describe(child, isInner: true, to: &text)
            if text.isFull { return }
        }
        text.write(")")
    }

    private static func name(of type: Any.Type, isInner: Bool) -> String {
        isInner ? String(reflecting: type) : String(describing: type)
    }
}
