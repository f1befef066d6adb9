import RxTraceKit

/// Draws a live recording: pure lines, for a screen of any size or for a file.
struct LiveLayout {
    /// The state of what is watched, besides the calls.
    struct Status: Equatable {
        /// The recording, or the program.
        var name: String
        /// `running`, `ended`, `waiting for a recording` …
        var word: String
        var isFault = false
        /// How many bytes were written and not read yet.
        var behind = 0
        var dropped = 0
        /// What of the recording cannot be read, in words.
        var faults: String?
        /// The last lines that the program printed.
        var output: [String] = []
        /// Nanoseconds from the recording's start.
        var now: UInt64 = 0
    }

    var columns: Int
    var rows: Int
    var isASCII = false

    /// Under so many columns, the parts stand below each other.
    private static let twoColumns = 140

    var branches: BranchStyle { isASCII ? .ascii : .unicode }

    /// The groups that are listed, in their order: those with the most living subscriptions first.
    static func groups(_ activity: LiveActivity, _ state: LiveViewState) -> [Int] {
        let filter = TextFilter(state.filter)
        let groups = activity.subscriptions.groups
        return groups.indices.filter { index in
            (groups[index].live > 0 || index == state.selected)
                && filter.matches(groups[index].name, groups[index].site?.description)
        }.sorted { (groups[$0].live, $1) > (groups[$1].live, $0) }
    }

    func lines(_ activity: LiveActivity, _ status: Status, _ state: LiveViewState) -> [ScreenLine] {
        let room = max(0, rows - 2)
        let body =
            switch state.page {
            case .overview: overview(activity, status, state, height: room)
            case .help: scrolled(Self.help, state, height: room)
            case .output: scrolled(output(status), state, height: room)
            case .group(let index): group(index, activity, status, state, height: room)
            }
        var lines = [header(activity, status, state)] + body.prefix(room)
        while lines.count < rows - 1 { lines.append(ScreenLine()) }
        lines.append(footer(state))
        return Array(lines.prefix(rows)).map { $0.fitted(columns) }
    }

    /// All parts in their length, for a place that is no screen.
    func snapshot(_ activity: LiveActivity, _ status: Status) -> [ScreenLine] {
        let state = LiveViewState()
        let parts = [
            operators(activity, status, state).lines(width: columns, height: 11),
            subscriptions(activity, status, state).lines(width: columns, height: 11),
            queues(activity, status, state)?.lines(width: columns, height: 6) ?? [],
            events(activity.events.all, activity, state, height: 11),
        ]
        return [header(activity, status, state)] + parts.flatMap { $0 }
    }

    private func header(_ activity: LiveActivity, _ status: Status, _ state: LiveViewState) -> ScreenLine {
        let dot = isASCII ? " - " : " · "
        let name = TerminalText.escaped(status.name)
        var line = ScreenLine(TerminalText.shortened(name, to: max(24, columns - 48), branches.ellipsis), .title)
        line.add("  \(status.word)", status.isFault ? .warning : .good)
        if state.isPaused { line.add("  paused", .warning) }
        line.add(dot + DurationText.of(status.now / 100_000_000 * 100_000_000, micro: isASCII ? "u" : "µ"))
        let calls = Count.short(activity.seen)
        line.add(
            dot + (activity.kept == activity.seen ? calls : "\(Count.short(activity.kept)) of \(calls)") + " calls")
        line.add("\(dot)\(rate(activity.recent, status)) events/s")
        line.add("\(dot)\(Count.grouped(activity.subscriptions.count)) live ")
        line.add(sparkline(activity.history), .name)
        if let faults = status.faults { line.add("\(dot)\(faults)", .warning) }
        if status.dropped > 0 { line.add("\(dot)\(Count.short(status.dropped)) calls dropped", .warning) }
        if status.behind > 1 << 20 { line.add("\(dot)\(status.behind >> 20) MB to read", .warning) }
        return line
    }

    private func footer(_ state: LiveViewState) -> ScreenLine {
        if state.isTyping {
            var line = ScreenLine("filter: \(state.filter)", .title)
            line.add("_  Enter keeps it, Esc clears it", .note)
            return line
        }
        var line = ScreenLine()
        if !state.filter.isEmpty { line.add("/\(state.filter)  ", .name) }
        let keys =
            switch state.page {
            case .overview: "space pause  / filter  arrows Enter open a row  o output  ? help  q quit"
            case .group: "Esc back  arrows scroll  space pause  / filter  q quit"
            case .help, .output: "Esc back  arrows scroll  q quit"
            }
        line.add(keys, .note)
        return line
    }

    private func overview(
        _ activity: LiveActivity, _ status: Status, _ state: LiveViewState, height: Int
    ) -> [ScreenLine] {
        let operators = operators(activity, status, state)
        let subscriptions = subscriptions(activity, status, state)
        let queues = queues(activity, status, state)
        if columns >= Self.twoColumns {
            let left = (columns - 2) / 2
            let right = columns - 2 - left
            let below = min(height / 2, subscriptions.rows.count + 1)
            let first = operators.lines(width: left, height: height - below - 1)
            let one = first + [ScreenLine()] + subscriptions.lines(width: left, height: height - first.count - 1)
            let waiting = queues?.lines(width: right, height: height / 3) ?? []
            let gap = waiting.isEmpty ? [] : [ScreenLine()]
            let other =
                waiting + gap
                + events(activity.events.all, activity, state, height: height - waiting.count - gap.count, width: right)
            return (0..<height).map { row in
                let start = row < one.count ? one[row] : ScreenLine()
                return start.fitted(left, padded: true) + ScreenLine("  ")
                    + (row < other.count ? other[row] : ScreenLine())
            }
        }
        // Each part has its share, and leaves what it does not need to those that follow.
        var lines = operators.lines(width: columns, height: max(2, height * 3 / 10))
        lines += subscriptions.lines(width: columns, height: max(2, height * 3 / 10))
        if let queues { lines += queues.lines(width: columns, height: max(2, height * 2 / 10)) }
        return lines + events(activity.events.all, activity, state, height: height - lines.count)
    }

    private func group(
        _ index: Int, _ activity: LiveActivity, _ status: Status, _ state: LiveViewState, height: Int
    ) -> [ScreenLine] {
        guard activity.subscriptions.groups.indices.contains(index) else { return [] }
        let group = activity.subscriptions.groups[index]
        var title = ScreenLine(group.isInner ? "subscriptions that an operator makes to " : "subscriptions to ", .title)
        title.add(group.name, .name)
        title.add("  \(group.site?.description ?? "made at an unknown place")", .place)
        let living = activity.subscriptions.living(in: index)
        let growth = group.growth.sum(at: status.now)
        let facts = ScreenLine(
            "\(Count.grouped(group.live)) live of \(Count.grouped(group.made)) made; "
                + "\(growth >= 0 ? "+" : "")\(growth) in the last 5 s")
        let table = ScreenColumns(
            title: "LIVING, THE NEWEST FIRST", heads: ["events", "age"],
            rows: living.reversed().dropFirst(state.scroll).map { one in
                ScreenColumns.Row(
                    name: "subscription \(one.id)", figures: [Count.short(one.events), age(since: one.start, status)],
                    place: "")
            }, ellipsis: branches.ellipsis)
        let lines =
            [title, facts] + table.lines(width: min(columns, 60), height: max(2, min(living.count + 1, height / 3)))
        return lines
            + events(activity.followed.all, activity, state, height: height - lines.count, title: "THEIR EVENTS")
    }

    private func output(_ status: Status) -> [ScreenLine] {
        status.output.isEmpty
            ? [ScreenLine("The program has printed nothing.", .note)] : status.output.map { ScreenLine($0) }
    }

    private func scrolled(_ lines: [ScreenLine], _ state: LiveViewState, height: Int) -> [ScreenLine] {
        Array(lines.dropFirst(min(state.scroll, max(0, lines.count - height))).prefix(height))
    }

    static let help: [ScreenLine] = [
        ScreenLine("KEYS", .title),
        ScreenLine("space      pause the picture; the recording is read on"),
        ScreenLine("/          show only rows with a text, or as a pattern with * and ?"),
        ScreenLine("up, down   choose a line of living subscriptions"),
        ScreenLine("Enter      open it: each subscription, its age and its events"),
        ScreenLine("o          the text that the program has printed"),
        ScreenLine("Esc        back; then no filter"),
        ScreenLine("q, Ctrl-C  quit; a program that watch has started ends too"),
        ScreenLine(),
        ScreenLine("FIGURES", .title),
        ScreenLine("events/s   events handed to an operator, over the last 5 s"),
        ScreenLine("in 5 s     subscriptions made in the last 5 s, less those that ended"),
        ScreenLine("waited     from the call that asked for work until it ran, a delay included:"),
        ScreenLine("           on average over the last 5 s, or over all where none ran then"),
        ScreenLine("not run    work that was asked for and has not run: delayed, disposed or stuck"),
    ]
}
