import CRxTraceBuffer
import Foundation

/// The names of types, in traces and when printed.
package enum TypeName {
    /// The name with generic arguments, without modules: `Map<Int, String>`.
    package static func generic(of type: Any.Type) -> String {
        withoutModules(_typeName(type, qualified: true))
    }

    /// The name without generic arguments and modules: `Map`.
    static func simple(of type: Any.Type) -> String {
        String(generic(of: type).prefix { $0 != "<" })
    }

    /// The qualified name, with `RxSwift` in place of this module.
    static func printed(of type: Any.Type) -> String {
        var result = ""
        for part in _typeName(type, qualified: true).split(separator: ownPrefix, omittingEmptySubsequences: false) {
            if part.startIndex > part.base.startIndex {
                // Not at the end of another module's name, such as `MyRxInstrumented`.
                let isName = result.last.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
                result += isName ? ownPrefix : "RxSwift."
            }
            result += part
        }
        return result
    }

    private static let ownPrefix = "RxInstrumented."

    /// The name without qualifiers (`Module.` or an enclosing type).
    static func withoutModules(_ name: String) -> String {
        var result = ""
        var word = ""
        var isInContext = false
        var previous: Character?
        for character in name {
            // A private type is printed with its context: `Module.(unknown context at $7f…).Name`.
            if isInContext {
                isInContext = character != ")"
            } else if character == "(" && previous == "." {
                isInContext = true
            } else if character == "." {
                word = ""
            } else if character.isLetter || character.isNumber || character == "_" {
                word.append(character)
            } else {
                result += word
                result.append(character)
                word = ""
            }
            previous = character
        }
        return result + word
    }
}

/// Tells which objects of the system's libraries are described by their type's name only.
///
/// The description of a mutable Foundation container reads its content, which another thread may be changing under a
/// lock of the program. So objects of the system are not asked for their description, except for those of a few
/// immutable classes. With `--values full`, all objects are asked.
enum SystemClass {
    /// The type notes for classes, beside those of ``ValueKind``.
    private static let (asked, unasked): (UInt8, UInt8) = (4, 5)

    /// Whether values of a type are objects whose `description` is not asked for.
    static func isUnasked(_ type: Any.Type) -> Bool {
        guard let type = type as? any AnyObject.Type, RecordedValues.ofRunning != .full else { return false }
        let address = unsafeBitCast(type as AnyClass, to: UnsafeRawPointer.self)
        let known = rxtrace_type_note(address)
        if known == asked || known == unasked { return known == unasked }
        let isUnasked = inheritsContent(type)
        rxtrace_note_type(address, isUnasked ? unasked : asked)
        return isUnasked
    }

    /// Whether a class is, or inherits from, a mutable class of the system. Inheriting from `NSObject` does not count.
    private static func inheritsContent(_ type: any AnyObject.Type) -> Bool {
        var next: AnyClass? = type
        while let one = next {
            if isSystems(one) { return !isUnchanging(one) && (one == type || one != NSObject.self) }
            next = _getSuperclass(one)
        }
        return false
    }

    /// Whether objects of a class never change, and have short, useful descriptions.
    private static func isUnchanging(_ type: AnyClass) -> Bool {
        if type == NSString.self || type is AnyKeyPath.Type { return true }
        let types: [AnyClass] = [
            NSNumber.self, NSDate.self, NSUUID.self, NSURL.self, NSNull.self, NSError.self,
        ]
        var next: AnyClass? = type
        while let one = next {
            if types.contains(where: { $0 == one }) { return true }
            next = _getSuperclass(one)
        }
        return false
    }

    /// The modules of Swift's libraries, which may be linked into the program.
    private static let modules: Set<Substring> = [
        "Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
        "FoundationXML", "Dispatch", "_Concurrency", "Synchronization", "Observation", "Distributed",
        "_StringProcessing", "RegexBuilder", "Testing", "XCTest",
    ]

    private static func isSystems(_ type: AnyClass) -> Bool {
        if modules.contains(_typeName(type, qualified: true).prefix { $0 != "." }) { return true }
        return rxtrace_is_of_system(unsafeBitCast(type, to: UnsafeRawPointer.self))
    }
}
