/// All that is known of one call, in lines: what it is, when and where it ran, what led to it, what came of it, and its line
/// of source.
package struct CallFacts {
    package struct Line: Equatable {
        package enum Style: Equatable {
            case title, plain, note, value, warning, place
            /// Another call, which `target` names.
            case link
            /// The line of source that the call's place names.
            case source
        }

        package var text: String
        package var style: Style
        /// The id of the call that the line leads to.
        package var target: Int?
    }

    private let calls: any NumberedCalls
    private let rows: CallRows
    private let sources: SourceText
    private let style: BranchStyle
    private let micro: String

    package init(_ calls: any NumberedCalls, sources: SourceText, isASCII: Bool = false) {
        self.calls = calls
        self.sources = sources
        style = isASCII ? .ascii : .unicode
        micro = isASCII ? "u" : "µ"
        rows = CallRows(calls, style: style)
    }

    /// The lines about the call at a position; those that are too long are in `width` columns.
    package func lines(of position: Int, width: Int) throws -> [Line] {
        let call = try calls.call(at: position)
        let words = try rows.text(of: position, width: max(20, width - "@\(call.id) ".count))
        var lines = [Line(text: "@\(call.id) \(Self.closed(words))", style: .title)]
        lines += wrapped(facts(of: call), width: width)
        lines += value(of: call, width: width)
        lines += try links(of: position, width: width)
        let place = place(of: call)
        if let place {
            lines.append(Line(text: TerminalText.escaped(place.description), style: .place))
            lines += excerpt(around: place)
        }
        return lines
    }

    /// A row without its colours and the gap before its place.
    private static func closed(_ text: String) -> String {
        TerminalText.withoutColors(text).replacing(/\ {3,}/, with: "  ")
    }

    /// The facts in as many lines as they take, parted where one ends.
    private func wrapped(_ facts: [String], width: Int) -> [Line] {
        var lines: [String] = []
        for fact in facts {
            let joined = lines.last.map { "\($0), \(fact)" } ?? fact
            if let last = lines.indices.last, TerminalText.columns(of: joined) <= width {
                lines[last] = joined
            } else {
                lines.append(TerminalText.shortenedInMiddle(fact, to: width, ellipsis: style.ellipsis))
            }
        }
        return lines.map { Line(text: $0, style: .plain) }
    }

    private func facts(of call: Trace.Call) -> [String] {
        var facts: [String] = []
        if let thread = calls.source.threads[id: call.thread] {
            facts.append("on \(thread.name.isEmpty ? "thread \(thread.id)" : TerminalText.escaped(thread.name))")
        }
        if let start = call.start {
            facts.append("at \(DurationText.of(start, micro: micro))")
            facts.append(call.duration.map { "took \(DurationText.of($0, micro: micro))" } ?? "had not returned")
        }
        if let one = call.subscription.flatMap({ calls.source.subscriptions[id: $0] }) {
            facts.append("subscription \(one.id) (\(one.ended.map(TerminalText.escaped) ?? "still live"))")
        }
        if let node = call.node.flatMap({ calls.source.nodes[id: $0] }) {
            facts.append(TerminalText.escaped(node.generic ?? node.type))
            if let site = node.site { facts.append("made at \(TerminalText.escaped(site.description))") }
        }
        return facts
    }

    /// The whole value, in as many lines as it takes.
    private func value(of call: Trace.Call, width: Int) -> [Line] {
        guard let value = call.event?.value, width > 8 else { return [] }
        let text = TerminalText.escaped(value)
        guard TerminalText.columns(of: text) > width / 2 else { return [] }
        var lines: [Line] = []
        var line = ""
        var columns = 0
        for character in text {
            let wide = TerminalText.columns(of: String(character))
            if columns + wide > width - 2 {
                lines.append(Line(text: "  \(line)", style: .value))
                (line, columns) = ("", 0)
            }
            line.append(character)
            columns += wide
        }
        return lines + [Line(text: "  \(line)", style: .value)]
    }

    /// What led to the call and what came of it, each with the key that goes there.
    private func links(of position: Int, width: Int) throws -> [Line] {
        func link(_ word: String, _ other: Int) throws -> Line {
            let id = try calls.call(at: other).id
            let text = Self.closed(try rows.text(of: other, width: max(20, width - 14 - "\(id)".count)))
            return Line(text: "\(word)@\(id) \(text)", style: .link, target: id)
        }
        var lines: [Line] = []
        if let trigger = try calls.trigger(of: position) {
            lines.append(try link("t trigger  ", trigger))
        } else {
            lines.append(Line(text: "  trigger  the program itself", style: .note))
        }
        for (number, origin) in try calls.origins(of: position).prefix(4).enumerated() {
            lines.append(try link(number == 0 ? "r origin   " : "\(number + 1)r        ", origin))
        }
        let effects = try calls.effects(of: position)
        for (number, effect) in effects.prefix(6).enumerated() {
            lines.append(try link(number == 0 ? "e effect   " : "\(number + 1)e         ", effect))
        }
        if effects.count > 6 { lines.append(Line(text: "           and \(effects.count - 6) more", style: .note)) }
        return lines
    }

    /// The line of the user's code that is nearest to the call: where it was made, or where its receiver was.
    private func place(of call: Trace.Call) -> Trace.Site? {
        if let site = call.site { return site }
        let node = call.node.flatMap { calls.source.nodes[id: $0] }
        let subscription = call.subscription.flatMap { calls.source.subscriptions[id: $0] }
        if call.operation == .subscribe, let site = subscription?.site { return site }
        return node?.site ?? node?.owner.flatMap { calls.source.nodes[id: $0]?.site } ?? subscription?.site
    }

    private func excerpt(around site: Trace.Site) -> [Line] {
        let lines = sources.lines(of: site.file)
        guard lines.indices.contains(site.line - 1) else { return [] }
        let shown = max(1, site.line - 2)...min(lines.count, site.line + 2)
        let digits = String(shown.upperBound).count
        return shown.map { number in
            let gap = String(repeating: " ", count: digits - String(number).count)
            let mark = number == site.line ? ">" : " "
            let code = TerminalText.escaped(lines[number - 1].replacing("\t", with: "    "))
            return Line(
                text: "\(mark) \(gap)\(number)  \(code)",
                style: number == site.line ? .source : .note)
        }
    }
}
