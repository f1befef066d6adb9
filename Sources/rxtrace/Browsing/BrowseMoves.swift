import RxTraceKit

/// Going from call to call, and folding.
extension BrowseState {
    /// Chooses the call at a position, which shows, and lets it be seen.
    mutating func select(_ position: Int?, _ context: Context) throws {
        guard let position else { return }
        let id = try context.calls.call(at: position).id
        if id != selected, pane == .details { paneScroll = 0 }
        if id != selected, pane == .marbles { seeksMoment = true }
        selected = id
        try keepInSight(context)
    }

    mutating func move(_ steps: Int, _ context: Context) throws {
        guard let from = try context.position(selected) else {
            return try select(context.calls.firstBelow(nil), context)
        }
        let (row, left) = try walk(steps, from: from, context)
        try select(row, context)
        if left < 0 ? context.hasBefore : left > 0 && context.hasAfter { beyond = .rows(left) }
    }

    /// The row so many further on, or back, as far as they are here, and how many are left.
    private func walk(_ steps: Int, from position: Int, _ context: Context) throws -> (row: Int, left: Int) {
        var row = position
        for done in 0..<abs(steps) {
            let next = try steps > 0 ? folds.after(row, in: context.calls) : folds.before(row, in: context.calls)
            guard let next, try !leavesPart(from: row, to: next, context) else {
                return (row, steps > 0 ? steps - done : steps + done)
            }
            row = next
        }
        return (row, 0)
    }

    /// Whether the way back leads from the part's first row to a call that is here only because others were made in it: rows
    /// below it may stand in the part before.
    func leavesPart(from row: Int, to next: Int, _ context: Context) throws -> Bool {
        guard context.hasBefore, let ids = context.part?.ids else { return false }
        let id = try context.calls.call(at: next).id
        return try id < ids.lowerBound && folds.isOpen(id) && context.calls.call(at: row).id >= ids.lowerBound
    }

    /// Scrolls as little as it takes for the chosen row to be among those on the screen.
    mutating func keepInSight(_ context: Context) throws {
        let height = max(1, context.frame.treeHeight)
        guard let chosen = try context.position(selected) else {
            top = selected
            return
        }
        guard let first = try context.position(top), try folds.shown(first, in: context.calls) == first else {
            return try center(chosen, context)
        }
        if chosen == first { return }
        // In the order of the tree, which is not that of positions: looked for from the first row down, then up.
        var row: Int? = first
        for _ in 0..<height {
            if row == chosen { return }
            row = try row.flatMap { try folds.after($0, in: context.calls) }
        }
        let oneAbove = try folds.row(-1, from: first, in: context.calls)
        if oneAbove == chosen {
            top = selected
            return
        }
        let last = try folds.row(height, from: first, in: context.calls)
        if last == chosen {
            top = try context.calls.call(at: folds.row(1, from: first, in: context.calls)).id
            return
        }
        try center(chosen, context)
    }

    private mutating func center(_ chosen: Int, _ context: Context) throws {
        let above = max(1, context.frame.treeHeight) / 2
        top = try context.calls.call(at: folds.row(-above, from: chosen, in: context.calls)).id
    }

    // MARK: Jumps

    /// Goes to a call wherever it is, and remembers where from.
    mutating func jump(to position: Int, _ context: Context) throws {
        leave()
        try folds.reveal(position, in: context.calls)
        try select(position, context)
    }

    /// Remembers where a jump leads from.
    mutating func leave() {
        if let selected {
            past.append(selected)
            past.removeFirst(max(0, past.count - 1000))
        }
        future = []
    }

    mutating func jump(toID id: Int, _ context: Context) throws {
        if context.isBeyond(id) {
            leave()
            beyond = .call(id)
            return
        }
        guard let position = try context.position(id) else {
            let isWhole = filter.words.isEmpty && filter.zoom == .internals
            message = "There is no call @\(id) here\(isWhole ? "." : ": a shows all, z what is inside operators.")"
            return
        }
        try jump(to: position, context)
    }

    mutating func follow(_ position: Int?, _ absence: String, _ context: Context) throws {
        guard let position else { return say("This call has \(absence).") }
        try jump(to: position, context)
    }

    /// Goes to one of several calls: to the first, or to that of the number before the key.
    mutating func follow(_ context: Context, _ absence: String, _ calls: (Int) throws -> [Int]) throws {
        let all = try context.position(selected).map(calls) ?? []
        let wanted = (number ?? 1) - 1
        guard all.isEmpty || all.indices.contains(wanted) else {
            return say("This call has \(all.count) of them.")
        }
        try follow(all.isEmpty ? nil : all[wanted], absence, context)
    }

    /// Goes to what made the call run, also where that lies in another part.
    mutating func followTrigger(_ context: Context) throws {
        let position = try context.position(selected)
        if let cause = try position.flatMap({ try context.calls.call(at: $0).cause }), context.isBeyond(cause),
            try context.position(cause) == nil
        {
            return try jump(toID: cause, context)
        }
        try follow(position.flatMap { try context.calls.trigger(of: $0) }, "no trigger but the program itself", context)
    }

    /// Goes to the call that handed in the element, also where that lies in another part.
    mutating func followOrigin(_ context: Context) throws {
        let call = try context.position(selected).map { try context.calls.call(at: $0) }
        let ids = call.map { call in [call.origin].compactMap { $0 } + call.parts.reversed() } ?? []
        if let number = number ?? (ids.isEmpty ? nil : 1), ids.indices.contains(number - 1),
            context.isBeyond(ids[number - 1])
        {
            return try jump(toID: ids[number - 1], context)
        }
        try follow(context, "no origin but its trigger's") { try context.calls.origins(of: $0) }
    }

    mutating func stepBack(_ context: Context) throws {
        guard let id = past.popLast() else { return say("There is no jump to go back on.") }
        if let selected { future.append(selected) }
        try arrive(at: id, context)
    }

    mutating func stepForward(_ context: Context) throws {
        guard let id = future.popLast() else { return say("There is no jump to go forward to.") }
        if let selected { past.append(selected) }
        try arrive(at: id, context)
    }

    /// Goes to a call without a mark of where from.
    mutating func arrive(at id: Int, _ context: Context) throws {
        if context.isBeyond(id) {
            beyond = .call(id)
            return
        }
        guard let position = try context.position(id) else { return say("Call @\(id) is not shown now.") }
        try folds.reveal(position, in: context.calls)
        try select(position, context)
    }

    // MARK: Folds

    mutating func foldOrUnfold(_ context: Context) throws {
        guard let selected, let position = try context.position(selected) else { return }
        guard try context.calls.firstBelow(position) != nil else { return say("There is nothing below.") }
        folds.set(selected, open: !folds.isOpen(selected))
    }

    /// Folds the row; one that is folded leads to the row above.
    mutating func fold(_ context: Context) throws {
        guard let selected, let position = try context.position(selected) else { return }
        if try context.calls.firstBelow(position) != nil, folds.isOpen(selected) {
            return folds.set(selected, open: false)
        }
        try select(context.calls.above(position), context)
    }

    /// Unfolds the row; one that is open leads to the first below.
    mutating func unfold(_ context: Context) throws {
        guard let selected, let position = try context.position(selected) else { return }
        guard let below = try context.calls.firstBelow(position) else { return }
        if folds.isOpen(selected) { return try select(below, context) }
        folds.set(selected, open: true)
    }

    mutating func setAll(open: Bool) {
        folds = TreeFolds(isOpen: open)
        top = nil
    }

    /// After the folds, the filter or the trace changed: a call that shows is chosen, and is seen.
    mutating func settle(_ context: Context) throws {
        if let position = try context.position(selected) {
            try select(folds.shown(position, in: context.calls), context)
        } else if let selected, context.part != nil, context.calls.count > 0 {
            // The nearest one before it: the first of all may be far away.
            top = nil
            let next = try (0..<context.calls.count).partitioningIndex {
                try context.calls.call(at: $0).id > selected
            }
            try select(folds.shown(max(0, next - 1), in: context.calls), context)
        } else {
            top = nil
            try select(context.calls.firstBelow(nil), context)
        }
    }

    // MARK: The mouse

    mutating func click(_ column: Int, _ row: Int, _ context: Context) throws {
        if context.frame.isInPane(column, row) {
            let line = row - context.frame.paneRow - 1
            guard context.targets.indices.contains(line), let id = context.targets[line] else { return }
            return try jump(toID: id, context)
        }
        let line = row - 1
        guard context.rows.indices.contains(line), !isPaneLarge else { return }
        let clicked = context.rows[line]
        let isOnSign = column >= clicked.indent && column <= clicked.indent + 1
        let wasSelected = clicked.id == selected
        try select(clicked.position, context)
        if isOnSign || wasSelected { try foldOrUnfold(context) }
    }
}
