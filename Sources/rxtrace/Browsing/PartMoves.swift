import RxTraceKit

/// Goes on in other parts of a long recording, where a key leads out of the part that is shown.
///
/// Part after part is read until one has what is looked for; where none has it, or the user stops, all stays as it was.
struct PartMoves {
    /// Called before each part that is read after the first, with the share of the recording that was seen; false stops.
    var goesOn: (Double) throws -> Bool
    /// What the keys are about, in a trace as it is now.
    var context: (BrowsedTrace) -> BrowseState.Context

    /// Shows what the last key asks for: what the filter leaves, what lies beyond the part, and what is around the chosen
    /// call.
    func settle(_ state: inout BrowseState, _ trace: inout BrowsedTrace) throws {
        if state.filter != trace.filter {
            try trace.show(state.filter)
            try fill(&state, &trace)
        }
        while let beyond = state.beyond {
            state.beyond = nil
            try follow(beyond, &state, &trace)
        }
        if let id = state.selected, !trace.isWithin(id - 1) { try trace.show(partAround: id - 1) }
    }

    private func follow(_ beyond: BrowseState.Beyond, _ state: inout BrowseState, _ trace: inout BrowsedTrace) throws {
        let before = (state, trace)
        var failure: String?
        switch beyond {
        case .call(let id):
            try trace.show(partAround: id - 1)
            if try context(trace).position(id) == nil {
                failure = "Call @\(id) is not shown now: a shows all, z what is inside operators."
            } else {
                try state.arrive(at: id, context(trace))
            }
        case .first: if try !forward(from: 0, &state, &trace) { failure = "No call is shown now." }
        case .last: if try !backward(from: trace.whole.callCount, &state, &trace) { failure = "No call is shown now." }
        case .rows(let steps):
            if try !step(steps, &state, &trace) {
                failure = "\(steps > 0 ? "No row follows" : "No row comes before")."
            }
        case .match(let isBackward):
            if try !find(backward: isBackward, &state, &trace) { failure = "No call here has '\(state.search)'." }
        }
        if let failure {
            (state, trace) = before
            state.say(failure)
        }
    }

    /// Looks for calls that a filter shows where it shows none of the part's.
    private func fill(_ state: inout BrowseState, _ trace: inout BrowsedTrace) throws {
        guard let part = trace.part, trace.calls.count == 0 else { return }
        let before = trace
        if try forward(from: part.upperBound, &state, &trace) { return }
        trace = before
        if try backward(from: part.lowerBound, &state, &trace) { return }
        trace = before
        state.say("No call is shown now.")
    }

    private func step(_ steps: Int, _ state: inout BrowseState, _ trace: inout BrowsedTrace) throws -> Bool {
        guard let part = trace.part, let id = state.selected else { return false }
        guard steps > 0 else {
            guard try backward(from: part.lowerBound, &state, &trace) else { return false }
            if steps < -1 { try state.move(steps + 1, context(trace)) }
            return true
        }
        let isFolded = !state.folds.isOpen(id)
        let next = isFolded ? try trace.position(afterEndOf: id - 1) : part.upperBound
        guard try forward(from: max(next, part.upperBound), &state, &trace) else { return false }
        if steps > 1 { try state.move(steps - 1, context(trace)) }
        return true
    }

    /// Chooses the first row of calls from a position of the whole on.
    private func forward(from position: Int, _ state: inout BrowseState, _ trace: inout BrowsedTrace) throws -> Bool {
        var target = position
        while target < trace.whole.callCount {
            try trace.show(partFrom: target - trace.margin)
            let calls = trace.calls
            let first = try (0..<calls.count).partitioningIndex { try calls.call(at: $0).id > target }
            for place in first..<calls.count {
                let row = try state.folds.shown(place, in: calls)
                guard try calls.call(at: row).id != state.selected else { continue }
                try state.select(row, context(trace))
                return true
            }
            target = trace.part?.upperBound ?? .max
            guard try goesOn(share(target, trace)) else { return false }
        }
        return false
    }

    /// Chooses the last row of calls before a position of the whole.
    private func backward(from position: Int, _ state: inout BrowseState, _ trace: inout BrowsedTrace) throws -> Bool {
        var target = position
        while target > 0, let old = trace.part {
            try trace.show(partFrom: target + trace.margin - old.count)
            let (calls, context) = (trace.calls, context(trace))
            guard let part = trace.part else { return false }
            if target < trace.whole.callCount, let chosen = try context.position(state.selected) {
                if let row = try state.folds.before(chosen, in: calls),
                    try !state.leavesPart(from: chosen, to: row, context)
                {
                    try state.select(row, context)
                    return true
                }
            } else {
                let end = try (0..<calls.count).partitioningIndex { try calls.call(at: $0).id > target }
                if end > 0, try part.lowerBound == 0 || calls.call(at: end - 1).id > part.lowerBound {
                    try state.select(state.folds.shown(end - 1, in: calls), context)
                    return true
                }
            }
            target = part.lowerBound
            guard try goesOn(1 - share(target, trace)) else { return false }
        }
        return false
    }

    private func find(backward: Bool, _ state: inout BrowseState, _ trace: inout BrowsedTrace) throws -> Bool {
        let all = trace.whole.callCount
        let start = (state.selected ?? 1) - 1
        var range = trace.positions(beyond: backward ? start..<start : start..<(start + 1), backward: backward)
        var (seen, isAround) = (0, false)
        while seen < all {
            if range.isEmpty {
                guard !isAround else { return false }
                isAround = true
                range = trace.positions(beyond: backward ? all..<all : 0..<0, backward: backward)
            }
            if let id = try match(state.search, in: range, backward: backward, &trace) {
                state.leave()
                try trace.show(partAround: id - 1)
                try state.arrive(at: id, context(trace))
                if isAround { state.say("From the \(backward ? "end" : "start") again.") }
                return true
            }
            seen += range.count
            range = trace.positions(beyond: range, backward: backward)
            guard try goesOn(share(seen, trace)) else { return false }
        }
        return false
    }

    /// The first call at some positions of the whole that has a text and is shown; the last one where `backward`.
    private func match(
        _ text: String, in positions: Range<Int>, backward: Bool, _ trace: inout BrowsedTrace
    ) throws -> Int? {
        // Most parts have none: then nothing is filtered and put in order.
        guard let part = try trace.calls(at: positions) else { return nil }
        let search = CallSearch(text, in: part)
        var isThere = false
        part.forEachCall { if search.matches($0, in: part) { isThere = true } }
        guard isThere else { return nil }
        try trace.show(partFrom: positions.lowerBound)
        let calls = trace.calls
        let shown = CallSearch(text, in: calls.source)
        let order = backward ? Array((0..<calls.count).reversed()) : Array(0..<calls.count)
        for place in order {
            let call = try calls.call(at: place)
            if positions.contains(call.id - 1), shown.matches(call, in: calls.source) { return call.id }
        }
        return nil
    }

    private func share(_ position: Int, _ trace: BrowsedTrace) -> Double {
        min(1, Double(position) / Double(max(1, trace.whole.callCount)))
    }
}
