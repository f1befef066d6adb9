/// The rows of a call tree on a screen, each in the words and colours of the drawn tree; made for the calls that show only.
package struct CallRows {
    package struct Row: Equatable {
        package var position: Int
        package var id: Int
        /// The columns before the row's sign for a fold, for whoever clicks on it.
        package var indent: Int
        /// The line with the commands of ANSI terminals for its colours.
        package var text: String
    }

    /// Where a row stands among those above it.
    private struct Place {
        var level: Int
        var place: TreeBranches.Place
    }

    private let calls: any NumberedCalls
    private let names: NodeNames
    private let style: BranchStyle
    private let firsts: FirstNamings

    package init(_ calls: any NumberedCalls, style: BranchStyle) {
        self.calls = calls
        self.style = style
        names = NodeNames(calls.source.nodes)
        firsts = FirstNamings(calls, names)
    }

    /// The rows from the one at `top` on, `count` at most, in `width` columns each.
    package func rows(from top: Int, count: Int, folds: TreeFolds, width: Int) throws -> [Row] {
        let limit = max(1, min(40, width * 2 / 5 / TreeBranches.columnsPerLevel))
        var branches = TreeBranches(style: style, limit: limit)
        var places: [Int: Place] = [:]
        for position in try path(to: top).dropLast() {
            let place = try place(of: position, places)
            places[position] = place
            _ = branches.enter(level: place.level, place.place)
        }
        var rows: [Row] = []
        var next: Int? = top
        while let position = next, rows.count < count {
            let place = try place(of: position, places)
            places[position] = place
            let prefix = branches.enter(level: place.level, place.place)
            rows.append(try row(position, prefix: prefix, folds: folds, width: width))
            next = try folds.after(position, in: calls)
        }
        return rows
    }

    /// From the root to the call at a position.
    private func path(to position: Int) throws -> [Int] {
        var path = [position]
        while let up = try calls.above(path[path.count - 1]) { path.append(up) }
        return path.reversed()
    }

    /// A call that is alone below its caller follows it without going a level deeper.
    private func place(of position: Int, _ places: [Int: Place]) throws -> Place {
        let isLast = try calls.next(position) == nil
        guard let up = try calls.above(position), let above = places[up] else {
            return Place(level: 0, place: isLast ? .lastBranch : .branch)
        }
        let isAlone = try isLast && calls.previous(position) == nil
        return Place(
            level: isAlone && above.place == .step ? above.level : above.level + 1,
            place: isAlone ? .step : isLast ? .lastBranch : .branch)
    }

    private func row(_ position: Int, prefix: String, folds: TreeFolds, width: Int) throws -> Row {
        let call = try calls.call(at: position)
        let hasBelow = try calls.firstBelow(position) != nil
        let isFolded = hasBelow && !folds.isOpen(call.id)
        var line = TreeLine()
        line.add(prefix, .note)
        line.add(hasBelow ? isFolded ? "+" : "-" : " ", isFolded ? .event : .note, glued: true)
        line.add(" ", .plain, glued: true)
        try describe(call, position, tellsType: firsts.contain(call.id), on: &line)
        if isFolded { line.add(try below(position), .note, minimum: 0) }
        return Row(
            position: position, id: call.id, indent: TerminalText.columns(of: prefix),
            text: Self.text(of: &line, width: width, style))
    }

    /// `(+812)`: how much is folded away.
    private func below(_ position: Int) throws -> String {
        try calls.countBelow(position).map { "(+\(Count.grouped($0)))" } ?? "(\(style.ellipsis))"
    }

    /// The line of a call without the tree around it, with the type behind its name.
    package func text(of position: Int, width: Int) throws -> String {
        var line = TreeLine()
        try describe(calls.call(at: position), position, tellsType: true, on: &line)
        return Self.text(of: &line, width: width, style)
    }

    private static func text(of line: inout TreeLine, width: Int, _ style: BranchStyle) -> String {
        var bytes: [UInt8] = []
        let output = TextOutput { bytes.append(contentsOf: $0) }
        do {
            try line.write(to: output, width: width, ellipsis: style.ellipsis, usesColor: true)
            try output.flush()
        } catch {
            preconditionFailure("an output in memory does not fail: \(error)")
        }
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }

    private func describe(
        _ call: Trace.Call, _ position: Int, tellsType: Bool, on line: inout TreeLine
    ) throws {
        var row = TreeRow(call: call, place: RowPlaces.none)
        row.lastSubscription = call.subscription
        var flags: TreeLink.Flags = []
        if let asker = try call.cause.flatMap({ try calls.position(of: $0) }) {
            flags.insert(try calls.call(at: asker).operation == .hop ? .isHopped : .isScheduled)
        }
        if let up = try calls.above(position), try calls.call(at: up).thread != call.thread {
            flags.insert(.changesThread)
        }
        if try introduces(call, position) { flags.insert(.introduces) }
        if call.operation.asksForWork {
            let work = try calls.work(of: position)
            row.works = work.count
            row.firstWork = try work.first.map { first in
                let call = try calls.call(at: first)
                return (call.id, call.thread)
            }
        }
        let titles = NodeTitles(names, tellsTypes: tellsType)
        let writer = TreeLineWriter(calls.source, titles: titles, style: style)
        writer.describe(row, TreeLink(flags: flags, parent: TreeRow.none), on: &line)
    }

    /// Whether the call is the first to speak of its node or its subscription.
    private func introduces(_ call: Trace.Call, _ position: Int) throws -> Bool {
        if call.operation == .create { return true }
        guard call.operation == .subscribe, let id = call.subscription else { return false }
        var up = try calls.above(position)
        while let one = up {
            let other = try calls.call(at: one)
            if other.subscription != id { return true }
            if other.operation == .subscribe { return false }
            up = try calls.above(one)
        }
        return true
    }
}
