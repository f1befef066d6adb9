import RxTraceKit

/// Draws a trace that is looked around in: pure lines, for a screen of any size.
struct BrowseLayout {
    /// Which part of the screen is whose. Rows and columns count from 0; the tree begins at row 1, column 0.
    struct Frame: Equatable {
        var treeHeight: Int
        var treeWidth: Int
        /// The place of the pane's title.
        var paneRow: Int
        var paneColumn: Int
        /// With its title.
        var paneHeight: Int
        var paneWidth: Int

        func isInPane(_ column: Int, _ row: Int) -> Bool {
            row >= paneRow && row < paneRow + paneHeight && column >= paneColumn && column < paneColumn + paneWidth
        }
    }

    /// What there is to draw.
    struct Content {
        var name: String
        /// How many calls the filter shows, of how many.
        var shown: Int
        var all: Int
        var rows: [CallRows.Row] = []
        /// The chosen call's position among those shown, and its start.
        var position: Int?
        var start: UInt64?
        var pane: [PaneLine] = []
        /// What is said of a recording that is still written; nil for any other.
        var growth: String?
        /// What of the recording cannot be read, in words.
        var fault: String?
        var findings: Int?
        /// Whether calls follow the part that the rows are of.
        var goesOn = false
    }

    /// A line of the pane, and the call that it leads to.
    struct PaneLine: Equatable {
        var line: ScreenLine
        var target: Int?
    }

    var columns: Int
    var rows: Int
    var isASCII = false

    /// From so many columns on, the pane stands beside the tree.
    private static let besides = 140
    /// Under so many rows there is no room for a pane.
    private static let leastRows = 9

    private var branches: BranchStyle { isASCII ? .ascii : .unicode }

    func frame(_ state: BrowseState) -> Frame {
        let room = max(0, rows - 2)
        if state.isPaneLarge {
            return Frame(
                treeHeight: 0, treeWidth: columns, paneRow: 1, paneColumn: 0, paneHeight: room, paneWidth: columns)
        }
        if columns >= Self.besides {
            let width = columns * 2 / 5
            return Frame(
                treeHeight: room, treeWidth: columns - width - 2, paneRow: 1, paneColumn: columns - width,
                paneHeight: room, paneWidth: width)
        }
        let height = rows < Self.leastRows ? 0 : max(4, room * 9 / 20)
        return Frame(
            treeHeight: room - height, treeWidth: columns, paneRow: 1 + room - height, paneColumn: 0,
            paneHeight: height, paneWidth: columns)
    }

    func lines(_ state: BrowseState, _ content: Content) -> [ScreenLine] {
        let frame = frame(state)
        let tree = (0..<frame.treeHeight).map { row -> ScreenLine in
            guard content.rows.indices.contains(row) else {
                let isNext = content.goesOn && row == content.rows.count
                return isNext ? ScreenLine("\(branches.ellipsis) it goes on", .note) : ScreenLine()
            }
            var line = ScreenLine()
            line.add(rendered: content.rows[row].text)
            return content.rows[row].id == state.selected
                ? line.fitted(frame.treeWidth, padded: true).selected : line.fitted(frame.treeWidth)
        }
        let pane = pane(state, content, frame)
        var lines = [header(state, content)]
        if frame.paneColumn > 0 {
            for row in 0..<frame.treeHeight {
                lines.append(
                    tree[row].fitted(frame.treeWidth, padded: true) + ScreenLine(isASCII ? "| " : "│ ", .note)
                        + (row < pane.count ? pane[row] : ScreenLine()))
            }
        } else {
            lines += tree + pane
        }
        while lines.count < rows - 1 { lines.append(ScreenLine()) }
        lines = Array(lines.prefix(max(0, rows - 1)))
        lines.append(footer(state))
        return Array(lines.suffix(rows)).map { $0.fitted(columns) }
    }

    private func pane(_ state: BrowseState, _ content: Content, _ frame: Frame) -> [ScreenLine] {
        guard frame.paneHeight > 0 else { return [] }
        let room = frame.paneHeight - 1
        let scroll = max(0, min(state.paneScroll, content.pane.count - room))
        let shown = content.pane.dropFirst(scroll).prefix(room).map { $0.line.fitted(frame.paneWidth) }
        var title = state.pane.title(isASCII: isASCII)
        if content.pane.count > room {
            title += "  \(scroll + shown.count) of \(content.pane.count) lines, J K scroll, = all of the screen"
        }
        let rule = String(repeating: isASCII ? "-" : "─", count: 2)
        var lines = [ScreenLine("\(rule) ", .note) + ScreenLine(title, .title) + ScreenLine(" ", .plain)]
        let left = frame.paneWidth - lines[0].columns
        if left > 0 { lines[0].add(String(repeating: isASCII ? "-" : "─", count: left), .note) }
        lines[0] = lines[0].fitted(frame.paneWidth)
        lines += shown
        while lines.count < frame.paneHeight { lines.append(ScreenLine()) }
        return lines
    }

    /// What stands below the moment of the chosen call.
    static func momentSign(isASCII: Bool) -> String { isASCII ? "^" : "▲" }

    /// How many lines of a pane to pass over so that the moment of the chosen call is in sight, with the rows above it.
    func scroll(toMomentIn pane: [PaneLine], from scroll: Int, _ frame: Frame) -> Int {
        let sign = Self.momentSign(isASCII: isASCII)
        guard let moment = pane.firstIndex(where: { $0.line.plain.drop { $0 == " " } == sign }) else { return 0 }
        let first = pane[..<moment].lastIndex { $0.line.plain.isEmpty }.map { $0 + 1 } ?? 0
        return min(first, max(scroll, moment - (frame.paneHeight - 1) + 1))
    }

    /// The line above all. What it has no room for goes in this order: the time, the share, the name's middle.
    private func header(_ state: BrowseState, _ content: Content) -> ScreenLine {
        let name = TerminalText.escaped(content.name)
        let least = min(Self.leastName, TerminalText.columns(of: name))
        var facts = self.facts(state, content, hasTime: true, hasShare: true)
        if facts.columns + least > columns { facts = self.facts(state, content, hasTime: false, hasShare: true) }
        if facts.columns + least > columns { facts = self.facts(state, content, hasTime: false, hasShare: false) }
        let room = max(least, columns - facts.columns)
        return ScreenLine(TerminalText.fitted(name, to: room, branches.ellipsis), .title) + facts
    }

    /// So many columns a longer name has in any case.
    private static let leastName = 12

    /// What stands behind the name.
    private func facts(_ state: BrowseState, _ content: Content, hasTime: Bool, hasShare: Bool) -> ScreenLine {
        let dot = isASCII ? " - " : " · "
        var line = ScreenLine("  \(state.filter.zoom.rawValue)", .good)
        let all = Count.short(content.all)
        line.add(
            "\(dot)\(content.shown == content.all ? all : "\(Count.short(content.shown)) of \(all)") calls")
        if let id = state.selected, let position = content.position {
            line.add("\(dot)@\(id)", .name)
            if hasTime, let start = content.start {
                line.add(" at \(DurationText.of(start, micro: isASCII ? "u" : "µ"))")
            }
            if hasShare, content.shown > 1 { line.add(" \(position * 100 / (content.shown - 1))%", .note) }
        }
        if !state.filter.words.isEmpty { line.add("\(dot)\(state.filter.words)", .value) }
        if let findings = content.findings {
            line.add("\(dot)\(Count.of(findings, "finding"))", findings > 0 ? .warning : .good)
        }
        if let growth = content.growth { line.add("\(dot)\(growth)", .name) }
        if let fault = content.fault { line.add("\(dot)\(fault)", .warning) }
        return line
    }

    private func footer(_ state: BrowseState) -> ScreenLine {
        if let prompt = state.prompt {
            var line = ScreenLine(prompt.sign + state.typed, .title)
            line.add("_", .note)
            return line
        }
        if let message = state.message { return ScreenLine(message, .warning) }
        var line = ScreenLine()
        if let number = state.number { line.add("\(number)", .title) }
        line.add(
            "h l fold  / find  t r e trigger, origin, effect  w m v ! panes  & z  H keys  q", .note)
        return line
    }
}

extension BrowseState.Prompt {
    /// What stands before the letters.
    fileprivate var sign: String {
        switch self {
        case .search(backward: false): "/"
        case .search(backward: true): "?"
        case .filter: "& show only calls with: "
        case .call: "go to call @"
        }
    }
}

extension BrowseState.Pane {
    fileprivate func title(isASCII: Bool) -> String {
        switch self {
        case .details: "DETAILS"
        case .causes: "WHY"
        case .marbles: "MARBLES"
        case .graph: "GRAPH"
        case .findings: "FINDINGS"
        case .help: "KEYS"
        }
    }
}
