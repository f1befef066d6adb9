/// One line of a tree: its parts in order, fitted into a width by shortening the parts that can best be spared.
struct TreeLine {
    /// The meaning of a part, which decides its colour.
    enum Style {
        case plain, create, subscribe, hop, event, handler, disposal, error, value, site, note, mark
        /// Of a difference.
        case changed, removed, added, moved

        /// The parameters of the terminal's "select graphic rendition" command.
        var colorCode: String? {
            switch self {
            case .plain: nil
            case .create: "32"
            case .subscribe: "34"
            case .hop: "35"
            case .event: "1"
            case .handler: "33"
            case .disposal: "90"
            case .error: "31"
            case .value: "36"
            case .site, .note: "2"
            case .mark: "1;33"
            case .changed: "33"
            case .removed: "31"
            case .added: "32"
            case .moved: "35"
            }
        }
    }

    private struct Part {
        var text: String
        var style: Style
        /// A space before it, but for a part that continues the one before.
        var isGlued: Bool
        /// The fewest columns it may be shortened to; 0 where it is left out as a whole, nil where it has to stay.
        var minimum: Int?
        /// Whether it is left out before anything else is shortened.
        var goesFirst = false
        var columns: Int

        /// How many columns it gives, where it is a value, before the place of the line goes.
        var spare: Int {
            switch style {
            case .value, .error: minimum.map { max(0, columns - max($0, TreeLine.shortValue)) } ?? 0
            default: 0
            }
        }
    }

    /// So many columns of a value are worth more than the place of its line.
    private static let shortValue = 12

    private var parts: [Part] = []
    private var site: String?
    private var siteYields = false

    mutating func clear() {
        parts.removeAll(keepingCapacity: true)
        site = nil
    }

    mutating func add(_ text: String, _ style: Style, glued: Bool = false, minimum: Int? = nil) {
        parts.append(
            Part(text: text, style: style, isGlued: glued, minimum: minimum, columns: TerminalText.columns(of: text)))
    }

    /// Says that the node named before was made before the recording; in less words where room is short.
    mutating func addEarly() {
        add("(made before", .note)
        add(" the recording", .note, glued: true, minimum: 0)
        parts[parts.count - 1].goesFirst = true
        add(")", .note, glued: true)
    }

    /// Shows the place in the source code at the right end of the line.
    ///
    /// - Parameter yields: whether it goes where there is no room for all else.
    mutating func setSite(_ site: Trace.Site, yields: Bool = false) {
        self.site = TerminalText.escaped(site.description)
        siteYields = yields
    }

    /// The fewest columns that a place takes at the end of a line, and the gap before it: its directory may go.
    static func leastColumns(of site: Trace.Site, ellipsis: String) -> Int {
        let place = TerminalText.escaped(site.description)
        let name = place.lastIndex(of: "/").map { ellipsis + place[$0...] } ?? place
        return min(TerminalText.columns(of: name), TerminalText.columns(of: place)) + 2
    }

    /// The whole line, uncoloured.
    var plainText: String {
        var text = ""
        for part in parts where part.columns > 0 { text += (text.isEmpty || part.isGlued ? "" : " ") + part.text }
        return text + (site.map { (text.isEmpty ? "" : " ") + $0 } ?? "")
    }

    /// Writes the line in at most `width` columns and ends it.
    mutating func write(to output: TextOutput, width: Int?, ellipsis: String, usesColor: Bool) throws {
        var gap = 2
        if let width { gap = fit(width, ellipsis: ellipsis) }
        for (position, part) in parts.enumerated() where part.columns > 0 {
            if position > 0, !part.isGlued { try output.write(" ") }
            try write(part.text, part.style, to: output, usesColor: usesColor)
        }
        if let site, !site.isEmpty {
            try output.write(String(repeating: " ", count: gap))
            try write(site, .site, to: output, usesColor: usesColor)
        }
        try output.write("\n")
    }

    private func write(_ text: String, _ style: Style, to output: TextOutput, usesColor: Bool) throws {
        guard usesColor, let code = style.colorCode else { return try output.write(text) }
        try output.write("\u{1B}[\(code)m")
        try output.write(text)
        try output.write("\u{1B}[0m")
    }
}

extension TreeLine {
    private var columns: Int {
        parts.enumerated().reduce(0) { sum, entry in
            let (position, part) = entry
            return sum + part.columns + (position > 0 && !part.isGlued && part.columns > 0 ? 1 : 0)
        }
    }

    /// Shortens until the line fits, the directory of the site first, and answers the gap before the site.
    private mutating func fit(_ width: Int, ellipsis: String) -> Int {
        var over = columns + siteColumns - width
        if over > 0, let whole = site, let slash = whole.lastIndex(of: "/") {
            let least = TerminalText.columns(of: String(whole[slash...])) + TerminalText.columns(of: ellipsis)
            let limit = max(least, TerminalText.columns(of: whole) - over)
            site = TerminalText.shortenedAtStart(whole, to: limit, ellipsis: ellipsis)
            over = columns + siteColumns - width
        }
        // A long value gives way before the place does: its start and its end still tell what it is.
        if over > 0, siteYields, parts.reduce(0, { $0 + $1.spare }) < over {
            site = nil
            over = columns - width
        }
        for position in parts.indices where over > 0 && parts[position].goesFirst {
            shorten(position, to: 0, ellipsis: ellipsis)
            over = columns + siteColumns - width
        }
        for position in parts.indices.reversed() where over > 0 {
            guard let minimum = parts[position].minimum, parts[position].columns > minimum else { continue }
            let limit = minimum == 0 ? 0 : max(minimum, parts[position].columns - over)
            shorten(position, to: limit, ellipsis: ellipsis)
            over = columns + siteColumns - width
        }
        if over > 0, site != nil {
            site = nil
            over = columns - width
        }
        // Nothing can be spared any more: the end of the line goes.
        while over > 0, let last = parts.indices.last(where: { parts[$0].columns > 0 }) {
            shorten(last, to: max(0, parts[last].columns - over), ellipsis: ellipsis)
            over = columns - width
        }
        return site == nil ? 0 : width - columns - siteColumns + 2
    }

    /// The site's columns with the least gap before it.
    private var siteColumns: Int { site.map { TerminalText.columns(of: $0) + 2 } ?? 0 }

    private mutating func shorten(_ position: Int, to limit: Int, ellipsis: String) {
        parts[position].text = TerminalText.shortenedInMiddle(parts[position].text, to: limit, ellipsis: ellipsis)
        parts[position].columns = TerminalText.columns(of: parts[position].text)
    }
}
