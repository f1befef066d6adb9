/// Finds the name of an operator in that of the function that makes it.
enum OperatorName {
    /// `map` in `static ObservableType.map<A>(_:)`, `rx` in `Reactive.rx.getter`; nil for an initialiser.
    static func of(_ function: String) -> String? {
        var name = ""
        var context = ""
        var depth = 0
        for character in function.drop(while: { $0 == "(" }) {
            switch character {
            case "<": depth += 1
            case ">": depth -= 1
            case "(" where depth == 0:
                return name.hasSuffix("init") || name.contains(" ") ? nil : name
            case ".", ":":
                guard depth == 0 else { continue }
                context = name
                name = ""
            default:
                if depth == 0 { name.append(character) }
            }
        }
        return name == "getter" ? context : nil
    }
}
