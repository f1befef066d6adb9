/// The words of Graphviz's language.
enum DOTText {
    /// `text` as a quoted string, for ids and labels; a line break in it is one in the drawing.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
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
        guard let kind = edge.kind else {
            return "color=\"#b7950b\", style=\"dotted\", arrowhead=\"none\", constraint=\"false\""
        }
        if kind == .drop { return "color=\"\(GraphColors.lost)\", fontcolor=\"\(GraphColors.lost)\", penwidth=\"1.6\"" }
        let colors = edge.threads.prefix(4).map(GraphColors.thread)
        let font = edge.hasError ? GraphColors.lost : colors.first ?? "#333333"
        let color = "color=\"\(colors.joined(separator: ":"))\", fontcolor=\"\(font)\""
        return switch kind {
        case .subscribe: "\(color), dir=\"back\", arrowtail=\"vee\", penwidth=\"0.7\""
        case .event, .drop: "\(color), penwidth=\"1.8\""
        case .schedule, .act: "\(color), style=\"dashed\""
        case .invoke: "\(color), style=\"dashed\", constraint=\"false\""
        case .insert: "\(color), dir=\"back\", arrowtail=\"odiamond\", penwidth=\"0.7\""
        case .dispose: "\(color), style=\"dotted\", constraint=\"false\""
        }
    }
}
