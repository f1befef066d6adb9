import RxTraceKit

/// Values' descriptions as `String(describing:)` gives them, but for the rest of long ones.
///
/// The standard library makes a collection's description as a whole, and that of a struct that holds one: an array of 100 MB
/// took a minute. Collections, optionals, and structs, tuples and enums without a description of their own are written
/// piece by piece instead. A description of the program's own is its own affair.
enum StandardDescription {
    /// How many elements are put in order.
    static let mostSorted = 10_000

    static func describe<Value>(_ value: Value, to text: inout BoundedText) {
        // By the type, here too: a cast to a class turns a whole array into an NSArray first.
        if let type = type(of: value) as? TracedObject.Type { return text.write(TypeName.generic(of: type)) }
        if let standard = standard(value) { return standard.describe(to: &text) }
        guard !hasDescription(value), describeParts(of: value, isInner: false, to: &text) else {
            return text.write(String(describing: value))
        }
    }

    /// Writes the description of an element within another's.
    static func describeInner<Value>(_ value: Value, to text: inout BoundedText) {
        if let standard = standard(value), isSameWithin(value) { return standard.describe(to: &text) }
        guard !hasDescription(value), describeParts(of: value, isInner: true, to: &text) else {
            return text.write(String(reflecting: value))
        }
    }

    /// By the type: a cast would take an optional for its content.
    private static func standard<Value>(_ value: Value) -> (any StandardText)? {
        type(of: value) is any StandardText.Type ? value as? any StandardText : nil
    }

    /// Some collections have their type's name in front, within another.
    private static func isSameWithin<Value>(_ value: Value) -> Bool {
        !(value is any NamedWithin)
    }

    private static func hasDescription<Value>(_ value: Value) -> Bool {
        value is any CustomStringConvertible || value is any CustomDebugStringConvertible
            || value is any TextOutputStreamable || value is any CustomReflectable
    }

    /// Writes the description of a struct, a tuple or an enum's case with parts, as the standard library does by
    /// reflection. Returns false for any other value, of which nothing is written.
    private static func describeParts<Value>(of value: Value, isInner: Bool, to text: inout BoundedText) -> Bool {
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
            let isTuple = Mirror(reflecting: payload).displayStyle == .tuple
            if !isTuple { text.write("(") }
            describePart(payload, to: &text)
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
            describePart(child, to: &text)
            if text.isFull { return }
        }
        text.write(")")
    }

    /// A generic function knows the type of what is in an `Any` only once that is opened.
    private static func describePart(_ part: Any, to text: inout BoundedText) {
        func describe<Part>(_ part: Part) { describeInner(part, to: &text) }
        _openExistential(part, do: describe)
    }

    private static func name(of type: Any.Type, isInner: Bool) -> String {
        isInner ? String(reflecting: type) : String(describing: type)
    }
}

private protocol NamedWithin {}
extension ContiguousArray: NamedWithin {}
extension ArraySlice: NamedWithin {}
