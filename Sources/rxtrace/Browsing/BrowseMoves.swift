import RxTraceKit

/// Going from call to call, and folding.
extension BrowseState {
    /// Chooses the call at a position, which shows, and lets it be seen.
    mutating func select(_ position: Int?, _ context: Context) throws {
        guard let position else { return }
        let id = try context.calls.call(at: position).id
        if id != selected, pane == .details { paneScroll = 0 }
        selected = id
        try keepInSight(context)
    }

    mutating func move(_ steps: Int, _ context: Context) throws {
        guard let from = try context.position(selected) else {
            return try select(context.calls.firstBelow(nil), context)
        }
        try select(folds.row(steps, from: from, in: context.calls), context)
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
        if let selected {
            past.append(selected)
            past.removeFirst(max(0, past.count - 1000))
        }
        future = []
        try folds.reveal(position, in: context.calls)
        try select(position, context)
    }

    mutating func jump(toID id: Int, _ context: Context) throws {
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

    private mutating func arrive(at id: Int, _ context: Context) throws {
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
