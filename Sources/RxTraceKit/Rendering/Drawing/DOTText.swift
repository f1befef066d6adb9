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

    static func attributes(of look: GraphPicture.Look) -> String {
        let style =
            switch look {
            case .code: ", style=\"dashed\""
            case .subscription: ", style=\"rounded,filled\""
            case .role, .note: ""
            }
        return "shape=\"\(shape(look))\", fillcolor=\"\(GraphColors.fill(look))\", "
            + "color=\"\(GraphColors.border(look))\"\(style)"
    }

    private static func shape(_ look: GraphPicture.Look) -> String {
        switch look {
        case .role(let role):
            switch role {
            case .observable, .object: "box"
            case .connectable: "box3d"
            case .subject: "octagon"
            case .sink: "ellipse"
            case .observer: "cds"
            case .disposable: "note"
            case .bag: "folder"
            case .scheduler: "component"
            case .item: "plain"
            }
        case .subscription, .code: "box"
        case .note: "note"
        }
    }

    static func attributes(of edge: GraphPicture.Edge) -> String {
        edge.ranks ? line(of: edge) : "\(line(of: edge)), constraint=\"false\""
    }

    /// A line as text has it, and its colour.
    static func sample(of kind: GraphEdges.Kind?) -> (sign: String, color: String) {
        switch kind {
        case .event: ("▬▬", "#333333")
        case .subscribe: ("──", "#333333")
        case .insert: ("─◇", "#333333")
        case .schedule, .invoke, .act: ("╌╌", "#333333")
        case .dispose: ("┈┈", "#333333")
        case .drop: ("▬▬", GraphColors.lost)
        case .kept: ("╌╌", GraphColors.kept)
        case nil: ("┈┈", GraphColors.mark)
        }
    }

    private static func line(of edge: GraphPicture.Edge) -> String {
        func color(_ name: String) -> String { "color=\"\(name)\", fontcolor=\"\(name)\"" }
        let colors = edge.threads.prefix(4).map(GraphColors.thread)
        let font = edge.hasError ? GraphColors.lost : colors.first ?? "#333333"
        let threads = "color=\"\(colors.joined(separator: ":"))\", fontcolor=\"\(font)\""
        switch edge.kind {
        case .subscribe: return "\(threads), dir=\"back\", arrowtail=\"vee\", penwidth=\"0.7\""
        case .event: return "\(threads), penwidth=\"1.8\""
        case .schedule, .act, .invoke: return "\(threads), style=\"dashed\""
        case .insert: return "\(threads), arrowhead=\"odiamond\", penwidth=\"0.7\""
        case .dispose: return "\(threads), style=\"dotted\""
        case .drop: return "\(color(GraphColors.lost)), penwidth=\"1.6\""
        case .kept: return "\(color(GraphColors.kept)), style=\"dashed\""
        case nil: return "color=\"\(GraphColors.mark)\", style=\"dotted\", arrowhead=\"none\""
        }
    }
}
