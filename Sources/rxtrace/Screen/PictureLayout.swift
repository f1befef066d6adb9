import RxTraceKit

/// Draws a rendering that is made again and again: the last good one, and what was wrong since.
struct PictureLayout {
    struct State: Equatable {
        var name: String
        /// The lines of the last rendering that came about.
        var picture: [ScreenLine] = []
        /// What the last attempt said where it failed.
        var message: [String] = []
        /// How long the present attempt has taken, in seconds; nil where none goes on.
        var running: Int?
        /// How often there was a new picture.
        var count = 0
        var scroll = 0

        /// Whether the key asked for another page of the picture.
        mutating func press(_ key: Key, height: Int) -> Bool {
            let step =
                switch key {
                case .up, .character("k"): -1
                case .down, .character("j"): 1
                case .pageUp: -height
                case .pageDown, .character(" "): height
                case .home: -picture.count
                case .end: picture.count
                default: 0
                }
            scroll = max(0, min(scroll + step, picture.count - height))
            return step != 0
        }
    }

    var columns: Int
    var rows: Int

    /// How many lines of the picture there is room for.
    func height(_ state: State) -> Int { max(0, rows - 2 - messageHeight(state)) }

    private func messageHeight(_ state: State) -> Int {
        state.message.isEmpty ? 0 : min(state.message.count + 1, max(2, rows / 2))
    }

    func lines(_ state: State) -> [ScreenLine] {
        let height = height(state)
        var lines = [header(state, height)]
        lines += state.picture.dropFirst(min(state.scroll, max(0, state.picture.count - height))).prefix(height)
        while lines.count < 1 + height { lines.append(ScreenLine()) }
        if !state.message.isEmpty {
            lines.append(ScreenLine("FAILED; above is the last picture", .warning))
            lines += state.message.prefix(messageHeight(state) - 1).map {
                var line = ScreenLine()
                line.add(rendered: $0)
                return line
            }
        }
        lines = Array(lines.prefix(max(0, rows - 1)))
        lines.append(ScreenLine("arrows, space scroll  r again  q quit", .note))
        return lines.map { $0.fitted(columns) }
    }

    private func header(_ state: State, _ height: Int) -> ScreenLine {
        let name = TerminalText.escaped(state.name)
        var line = ScreenLine(TerminalText.shortened(name, to: max(12, columns - 52), "..."), .title)
        if let running = state.running {
            line.add("  running" + (running > 0 ? " \(running) s" : ""), .name)
        } else {
            line.add(state.message.isEmpty ? "  up to date" : "  failed", state.message.isEmpty ? .good : .warning)
        }
        if state.picture.count > height, height > 0 {
            let last = min(state.picture.count, state.scroll + height)
            line.add("  lines \(min(state.scroll + 1, last)) to \(last) of \(state.picture.count)", .note)
        }
        if state.count > 1 { line.add("  made \(state.count) times", .note) }
        return line
    }
}
