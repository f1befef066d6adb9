/// Text and numbers of an SVG drawing.
enum SVGText {
    /// `text` as it stands between tags and in attributes; nothing in it is markup.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in TerminalText.escaped(text).unicodeScalars {
            switch scalar {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            case "\"": result += "&quot;"
            case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A length with one decimal, the same on every machine.
    static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let sign = tenths < 0 ? "-" : ""
        let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest)"
    }

    /// A line of text, from `x` on or around it.
    static func text(
        _ text: String, _ x: Double, _ y: Double, size: Double, color: String = "#222222", anchor: String = "start"
    ) -> String {
        let place = anchor == "start" ? "" : " text-anchor=\"\(anchor)\""
        return "<text x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(number(size))\" fill=\"\(color)\"\(place)>"
            + "\(escaped(text))</text>\n"
    }

    /// How wide a line of so large letters is, about.
    static func width(_ text: String, size: Double) -> Double {
        let capitals = text.unicodeScalars.count { ("A"..."Z").contains($0) }
        return (Double(TerminalText.columns(of: text)) * 0.56 + Double(capitals) * 0.14) * size
    }

    /// The start of a drawing of this size, on white.
    static func head(width: Double, height: Double, title: String) -> String {
        let size = "\(number(width)) \(number(height))"
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size)" width="\(number(width))" \
            height="\(number(height))" font-family="Helvetica, Arial, sans-serif" role="img">
            <title>\(escaped(title))</title>
            <rect width="100%" height="100%" fill="#ffffff"/>

            """
    }
}
