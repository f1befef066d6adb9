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
