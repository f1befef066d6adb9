import RxTraceKit

// The parts of the live view, and the words for their figures.
extension LiveLayout {
    func operators(_ activity: LiveActivity, _ status: Status, _ state: LiveViewState) -> ScreenColumns {
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

    func subscriptions(_ activity: LiveActivity, _ status: Status, _ state: LiveViewState) -> ScreenColumns {
        let oldest = activity.subscriptions.oldest()
        return ScreenColumns(
            title: "LIVE SUBSCRIPTIONS", heads: ["live", "in 5 s", "made", "oldest"],
            rows: Self.groups(activity, state).map { index in
                let group = activity.subscriptions.groups[index]
                let growth = group.growth.sum(at: status.now)
                return ScreenColumns.Row(
                    name: (group.isInner ? "  \(branches.step)" : "") + group.name,
                    figures: [
                        Count.short(group.live),
                        growth == 0 ? "-" : growth > 0 ? "+\(Count.short(growth))" : "\(growth)",
                        Count.short(group.made), age(since: oldest[index], status),
                    ], place: group.site?.description ?? "", style: growth > 0 ? .warning : .plain,
                    isSelected: index == state.selected)
            }, ellipsis: branches.ellipsis)
    }

    /// nil where nothing was asked for.
    func queues(_ activity: LiveActivity, _ status: Status, _ state: LiveViewState) -> ScreenColumns? {
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
    func events(
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
            + Self.runs(of: found, atMost: height - 1).map {
                event($0.last, count: $0.count, activity, width: width ?? columns)
            }
    }

    /// The last events; those that follow one another and read the same are one, at the time of the last.
    private static func runs(
        of events: [RecentEvents.Event], atMost limit: Int
    ) -> [(last: RecentEvents.Event, count: Int)] {
        var runs: [(last: RecentEvents.Event, count: Int)] = []
        for event in events.reversed() {
            if let next = runs.last, next.last.readsAs(event) {
                runs[runs.count - 1].count += 1
            } else if runs.count < limit {
                runs.append((event, 1))
            } else {
                break
            }
        }
        return runs.reversed()
    }

    private func event(
        _ one: RecentEvents.Event, count: Int, _ activity: LiveActivity, width: Int
    ) -> ScreenLine {
        let row = one.row.map { activity.operators[$0] }
        let times = count > 1 ? " \(branches.times)\(Count.grouped(count))" : ""
        let thread = TerminalText.fitted(activity.threads[one.thread] ?? "", to: 9, branches.ellipsis)
        var line = ScreenLine(clock(one.start), .note)
        line.add(" " + thread + String(repeating: " ", count: max(0, 9 - TerminalText.columns(of: thread))), .note)
        if one.operation == .mark {
            line.add(" mark ", .name)
            line.add(one.label ?? "")
            return line.fitted(max(0, width - TerminalText.columns(of: times))) + ScreenLine(times, .title)
        }
        line.add(" " + (one.label ?? one.operation.name), .name)
        line.add(" " + (row?.name ?? ""))
        if let event = one.event { line.add(" " + event.kind.name, event.kind == .error ? .warning : .title) }
        let value = one.event?.value.map { TerminalText.escaped($0) }
        let needed = line.columns + (value.map { TerminalText.columns(of: $0) + 2 } ?? 0)
        let place = place(row?.site, room: width - needed - TerminalText.columns(of: times), width: width)
        let room = max(0, width - TerminalText.columns(of: place) - TerminalText.columns(of: times))
        if let value {
            line.add("(")
            line.add(TerminalText.fitted(value, to: max(1, room - line.columns - 1), branches.ellipsis), .value)
            line.add(")")
        }
        line = line.fitted(room)
        line.add(times, .title)
        guard !place.isEmpty else { return line.fitted(width) }
        var whole = line.fitted(width - TerminalText.columns(of: place), padded: true)
        whole.add(place, .place)
        return whole
    }

    /// A place with a blank before it, in a third of a line; its folder goes first where there is less room for it.
    private func place(_ site: Trace.Site?, room: Int, width: Int) -> String {
        let place = site.map { TerminalText.escaped($0.description) } ?? ""
        let most = min(TerminalText.columns(of: place), width / 3)
        guard most > 0 else { return "" }
        let file = place.lastIndex(of: "/").map { branches.ellipsis + place[$0...] } ?? place
        let least = min(TerminalText.columns(of: file), most)
        return " " + TerminalText.shortened(place, to: max(least, min(most, room - 1)), branches.ellipsis)
    }
}

extension LiveLayout {
    func rate(_ counts: RecentCounts, _ status: Status) -> String {
        let rate = counts.rate(at: status.now)
        if rate == 0 { return "-" }
        if rate < 9.95 {
            let tenths = Int((rate * 10).rounded())
            return "\(tenths / 10).\(tenths % 10)"
        }
        return Count.short(Int(rate.rounded()))
    }

    private func time(_ nanoseconds: UInt64) -> String { DurationText.of(nanoseconds, micro: isASCII ? "u" : "µ") }

    func age(since start: UInt64?, _ status: Status) -> String {
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
    func sparkline(_ numbers: [Int]) -> String {
        let shown = numbers.suffix(16)
        guard let most = shown.max(), let least = shown.min(), most > least, !isASCII else { return "" }
        let bars = Array("▁▂▃▄▅▆▇█")
        return String(shown.map { bars[($0 - least) * (bars.count - 1) / (most - least)] })
    }
}
