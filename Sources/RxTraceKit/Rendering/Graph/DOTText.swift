/// The words of Graphviz's language.
enum DOTText {
    /// `text` as a quoted string, for ids and labels; a line break in it is one in the drawing. Characters that a terminal
    /// obeys, or that XML cannot hold, stand in it as escapes.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case _ where TerminalText.isUnsafe(scalar):
                result += TerminalText.escaped(String(scalar)).replacing("\\", with: "\\\\")
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// How nodes of this role look.
    static func attributes(of role: Trace.Role) -> String {
        let (shape, color) =
            switch role {
            case .observable: ("box", "#d6e9ff")
            case .connectable: ("box3d", "#d6e9ff")
            case .subject: ("hexagon", "#ffe3c4")
            case .sink: ("ellipse", "#fff7cf")
            case .observer: ("cds", "#d9f2d9")
            case .disposable: ("note", "#eeeeee")
            case .bag: ("folder", "#eeeeee")
            case .scheduler: ("component", "#ecdcf7")
            case .item: ("plain", "#eeeeee")
            case .object: ("box", "#eeeeee")
            }
        return "shape=\"\(shape)\", fillcolor=\"\(color)\""
    }
}
