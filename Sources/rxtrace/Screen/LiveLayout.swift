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

    private var branches: BranchStyle { isASCII ? .ascii : .unicode }

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
        var line = ScreenLine(TerminalText.shortened(name, to: max(12, columns - 48), branches.ellipsis), .title)
        line.add("  \(status.word)", status.isFault ? .warning : .good)
        if state.isPaused { line.add("  paused", .warning) }
        line.add(dot + DurationText.of(status.now / 100_000_000 * 100_000_000, micro: isASCII ? "u" : "µ"))
        let calls = Count.short(activity.seen)
        line.add(dot + (activity.kept == activity.seen ? calls : "\(Count.short(activity.kept)) of \(calls)") + " calls")
        line.add("\(dot)\(rate(activity.recent, status)) events/s")
        line.add("\(dot)\(Count.grouped(activity.subscriptions.count)) live ")
        line.add(sparkline(activity.history), .name)
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
                waiting + gap + events(activity.events.all, activity, state, height: height - waiting.count - gap.count, width: right)
            return (0..<height).map { row in
                let start = row < one.count ? one[row] : ScreenLine()
                return start.fitted(left, padded: true) + ScreenLine("  ") + (row < other.count ? other[row] : ScreenLine())
            }
        }
        // Each part has its share, and leaves what it does not need to those that follow.
        var lines = operators.lines(width: columns, height: max(2, height * 3 / 10))
        lines += subscriptions.lines(width: columns, height: max(2, height * 3 / 10))
        if let queues { lines += queues.lines(width: columns, height: max(2, height * 2 / 10)) }
        return lines + events(activity.events.all, activity, state, height: height - lines.count)
    }

    private func operators(_ activity: LiveActivity, _ status: Status, _ state: LiveViewState) -> ScreenColumns {
        let filter = TextFilter(state.filter)
        let found = activity.operators.filter { filter.matches($0.name, $0.site?.description) }
        let sorted = found.map { (one: $0, now: $0.recent.sum(at: status.now)) }
            .sorted { ($0.now, $0.one.events) > ($1.now, $1.one.events) }
        let hasErrors = found.contains { $0.errors > 0 }
        return ScreenColumns(
            title: "BUSIEST OPERATORS", heads: ["events/s", "events"] + (hasErrors ? ["errors"] : []),
            rows: sorted.map { entry in
                let one = entry.one
                return ScreenColumns.Row(
                    name: one.name,
                    figures: [rate(one.recent, status), Count.short(one.events)]
                        + (hasErrors ? [one.errors == 0 ? "-" : Count.short(one.errors)] : []),
                    place: one.site?.description ?? "", style: entry.now > 0 ? .plain : .note)
            }, ellipsis: branches.ellipsis)
    }

    private func subscriptions(_ activity: LiveActivity, _ status: Status, _ state: LiveViewState) -> ScreenColumns {
        let oldest = activity.subscriptions.oldest()
        return ScreenColumns(
            title: "LIVE SUBSCRIPTIONS", heads: ["live", "in 5 s", "made", "oldest"],
            rows: Self.groups(activity, state).map { index in
                let group = activity.subscriptions.groups[index]
                let growth = group.growth.sum(at: status.now)
                return ScreenColumns.Row(
                    name: (group.isInner ? "  \(branches.step)" : "") + group.name,
                    figures: [
                        Count.short(group.live), growth == 0 ? "-" : growth > 0 ? "+\(Count.short(growth))" : "\(growth)",
                        Count.short(group.made), age(since: oldest[index], status),
                    ], place: group.site?.description ?? "", style: growth > 0 ? .warning : .plain,
                    isSelected: index == state.selected)
            }, ellipsis: branches.ellipsis)
    }

    /// nil where nothing was asked for.
    private func queues(_ activity: LiveActivity, _ status: Status, _ state: LiveViewState) -> ScreenColumns? {
        let filter = TextFilter(state.filter)
        let rows = activity.queues.rows.filter { filter.matches($0.name, $0.site?.description) }
            .sorted { ($0.recent.sum(at: status.now), $0.asked) > ($1.recent.sum(at: status.now), $1.asked) }
        guard !rows.isEmpty else { return nil }
        return ScreenColumns(
            title: "WAITING FOR A TURN", heads: ["runs/s", "waited", "longest", "not run"],
            rows: rows.map { one in
                ScreenColumns.Row(
                    name: one.name,
                    figures: [
                        rate(one.recent, status), one.ran == 0 ? "-" : time(one.wait(at: status.now)),
                        one.ran == 0 ? "-" : time(one.longest), one.waiting == 0 ? "-" : Count.short(one.waiting),
                    ], place: one.site?.description ?? "")
            }, ellipsis: branches.ellipsis)
    }

    /// The last events that fit, the newest last.
    private func events(
        _ all: [RecentEvents.Event], _ activity: LiveActivity, _ state: LiveViewState, height: Int, width: Int? = nil,
        title: String = "LAST EVENTS"
    ) -> [ScreenLine] {
        guard height > 0 else { return [] }
        let filter = TextFilter(state.filter)
        let found = all.filter { one in
            let row = one.row.map { activity.operators[$0] }
            return filter.matches(row?.name, row?.site?.description, one.label, one.event?.value, one.event?.kind.name)
        }
        return [ScreenLine(title, .title)]
            + found.suffix(height - 1).map { event($0, activity, width: width ?? columns) }
    }

    private func event(_ one: RecentEvents.Event, _ activity: LiveActivity, width: Int) -> ScreenLine {
        let row = one.row.map { activity.operators[$0] }
        let place = row?.site.map { TerminalText.escaped($0.description) } ?? ""
        let placeWidth = min(TerminalText.columns(of: place), width / 3)
        let room = max(0, width - (placeWidth > 0 ? placeWidth + 1 : 0))
        let thread = TerminalText.fitted(activity.threads[one.thread] ?? "", to: 9, branches.ellipsis)
        var line = ScreenLine(clock(one.start), .note)
        line.add(" " + thread + String(repeating: " ", count: max(0, 9 - TerminalText.columns(of: thread))), .note)
        if one.operation == .mark {
            line.add(" mark ", .name)
            line.add(one.label ?? "")
            return line.fitted(width)
        }
        line.add(" " + (one.label ?? one.operation.name), .name)
        line.add(" " + (row?.name ?? ""))
        if let event = one.event {
            line.add(" " + event.kind.name, event.kind == .error ? .warning : .title)
            if let value = event.value {
                line.add("(")
                let left = max(1, room - line.columns - 1)
                line.add(TerminalText.fitted(TerminalText.escaped(value), to: left, branches.ellipsis), .value)
                line.add(")")
            }
        }
        guard placeWidth > 0 else { return line.fitted(width) }
        var whole = line.fitted(room, padded: true)
        whole.add(" " + TerminalText.shortened(place, to: placeWidth, branches.ellipsis), .place)
        return whole
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
        let lines = [title, facts] + table.lines(width: min(columns, 60), height: max(2, min(living.count + 1, height / 3)))
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

extension LiveLayout {
    private func rate(_ counts: RecentCounts, _ status: Status) -> String {
        let rate = counts.rate(at: status.now)
        if rate == 0 { return "-" }
        if rate < 9.95 {
            let tenths = Int((rate * 10).rounded())
            return "\(tenths / 10).\(tenths % 10)"
        }
        return Count.short(Int(rate.rounded()))
    }

    private func time(_ nanoseconds: UInt64) -> String { DurationText.of(nanoseconds, micro: isASCII ? "u" : "µ") }

    private func age(since start: UInt64?, _ status: Status) -> String {
        guard let start else { return "-" }
        return time(status.now > start ? (status.now - start) / 1_000_000 * 1_000_000 : 0)
    }

    /// `12.345`: seconds from the recording's start.
    private func clock(_ nanoseconds: UInt64) -> String {
        let milliseconds = nanoseconds / 1_000_000
        let fraction = String(1000 + milliseconds % 1000).dropFirst()
        let text = "\(milliseconds / 1000).\(fraction)"
        return String(repeating: " ", count: max(0, 8 - text.count)) + text
    }

    /// A line of bars for the last numbers; nothing where they are all the same.
    private func sparkline(_ numbers: [Int]) -> String {
        let shown = numbers.suffix(16)
        guard let most = shown.max(), let least = shown.min(), most > least, !isASCII else { return "" }
        let bars = Array("▁▂▃▄▅▆▇█")
        return String(shown.map { bars[($0 - least) * (bars.count - 1) / (most - least)] })
    }
}
