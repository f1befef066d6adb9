/// The names types have in a trace.
enum TypeName {
    /// The name without modules, with generic arguments: `Map<Int, String>`.
    static func generic(of type: Any.Type) -> String {
        withoutModules(_typeName(type, qualified: true))
    }

    /// The same without generic arguments: `Map`.
    static func simple(of type: Any.Type) -> String {
        String(generic(of: type).prefix { $0 != "<" })
    }

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
