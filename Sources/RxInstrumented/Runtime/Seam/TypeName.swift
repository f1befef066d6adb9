import CRxTraceBuffer
import Foundation

/// The names types have in a trace, and when they are printed.
package enum TypeName {
    /// The name without modules, with generic arguments: `Map<Int, String>`.
    package static func generic(of type: Any.Type) -> String {
        withoutModules(_typeName(type, qualified: true))
    }

    /// The same without generic arguments: `Map`.
    static func simple(of type: Any.Type) -> String {
        String(generic(of: type).prefix { $0 != "<" })
    }

    /// The name as it is printed where the type is imported from: this module's types are RxSwift's.
    static func printed(of type: Any.Type) -> String {
        var result = ""
        for part in _typeName(type, qualified: true).split(separator: ownPrefix, omittingEmptySubsequences: false) {
            if part.startIndex > part.base.startIndex {
                // The end of another module's name, such as `MyRxInstrumented`, is no module's.
                let isName = result.last.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
                result += isName ? ownPrefix : "RxSwift."
            }
            result += part
        }
        return result
    }

    private static let ownPrefix = "RxInstrumented."

    /// Drops each qualifier, `Module.` or an enclosing type, before a name.
    static func withoutModules(_ name: String) -> String {
        var result = ""
        var word = ""
        var isInContext = false
        var previous: Character?
        for character in name {
            // The context of a private type is printed with an address: `Module.(unknown context at $7f…).Name`.
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

/// Classes of the system's libraries, whose objects the program may be changing as it hands them on.
///
/// A container of Foundation's that one thread fills under the program's lock must not be read by another, as its
/// description does: the recorder holds no lock of the program's. Such an object is described by its type's name. Objects
/// of the few classes that never change are asked, and all are where whole values are wished for (`--values full`).
enum SystemClass {
    /// What is noted of a class beside what ``ValueKind`` notes of others.
    private static let (asked, unasked): (UInt8, UInt8) = (4, 5)

    /// Whether values of a type are objects that are not asked for their description.
    static func isUnasked(_ type: Any.Type) -> Bool {
        guard let type = type as? any AnyObject.Type, RecordedValues.ofRunning != .full else { return false }
        let address = unsafeBitCast(type as AnyClass, to: UnsafeRawPointer.self)
        let known = rxtrace_type_note(address)
        if known == asked || known == unasked { return known == unasked }
        let isUnasked = inheritsContent(type)
        rxtrace_note_type(address, isUnasked ? unasked : asked)
        return isUnasked
    }

    /// A class of the program's is asked, unless what it inherits is the system's.
    private static func inheritsContent(_ type: any AnyObject.Type) -> Bool {
        var next: AnyClass? = type
        while let one = next {
            if isSystems(one) { return !isUnchanging(one) && (one == type || one != NSObject.self) }
            next = _getSuperclass(one)
        }
        return false
    }

    /// Whether objects of a class are the same for good, and their descriptions short and worth reading.
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

    /// The modules of Swift's own libraries, which may be linked into the program itself.
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
