import RxTraceKit

/// Values' descriptions as `String(describing:)` gives them, but for the rest of long ones and of deep ones.
///
/// The standard library makes a collection's description as a whole, and that of a struct that holds one: an array of 100 MB
/// took a minute, and a value nested 10,000 deep did not fit the stack. Collections, optionals, and structs, tuples and
/// enums without a description of their own are written piece by piece instead. A description of the program's own is its
/// own affair; that of an object of the system's libraries is not asked for (``SystemClass``).
enum StandardDescription {
    /// How many elements are put in order.
    static let mostSorted = 10_000

    /// Writes the description of a value.
    ///
    /// - Parameter isInner: whether it is within another's description.
    static func describe<Value>(_ value: Value, isInner: Bool = false, to text: inout BoundedText) {
        guard text.takesMore() else { return }
        // Of what is in an `Any`: the type of the generic argument would be `Any` itself.
        let type = type(of: value as Any)
        // By the type, here and below: a cast would take an optional for its content, and make an NSArray of an array to
        // find out whether it is an object.
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

    /// Writes the description of a struct, a tuple or an enum's case with parts, as the standard library does by
    /// reflection. Returns false for any other value, of which nothing is written.
    private static func describeParts<Value>(of value: Value, isInner: Bool, to text: inout BoundedText) -> Bool {
        let type = type(of: value as Any)
        // To read an unowned reference stops the program where its object is gone.
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
            // By the type: to reflect an object of Foundation's is to read what is in it.
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
            // Those of tuples without labels are numbers behind a point.
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
