/// Folding of rows that repeat each other.
extension FoldedTree {
    /// Fewer cost less room than their explanation takes, and often are the point, as with two observers of one subject.
    static let minimumCount = 4
    /// The most rows that a round may have.
    static let longestRound = 12

    /// Folds the rows of every level, from the deepest up.
    ///
    /// - Parameter byWork: whether rows are told apart by the work they scheduled, where it ran on its own.
    mutating func fold(byWork: Bool) {
        var order: [Int32] = []
        var stack = [Self.root]
        while let row = stack.popLast() {
            order.append(row)
            var child = links[Int(row)].firstChild
            while child != TreeRow.none {
                stack.append(child)
                child = links[Int(child)].next
            }
        }
        for row in order.reversed() {
            foldChildren(of: row, byWork: byWork)
            let position = Int(row)
            if links[position].flags.contains(.isOpen) {
                // Nothing is like a row that is not over: a number of its own, which no shape has.
                links[position].shape = -row - 10
            } else {
                links[position].shape = shape(of: row, byWork: byWork)
            }
        }
    }

    private mutating func shape(of row: Int32, byWork: Bool) -> Int32 {
        var list: Int32?
        var child = links[Int(row)].firstChild
        while child != TreeRow.none {
            let link = links[Int(child)]
            if byWork || !link.flags.contains(.isApart) {
                list = shapes.list(list, appending: link.shape, count: link.count)
            }
            child = link.next
        }
        let key = links[Int(row)].flags.contains(.isRound) ? TreeShapes.round : links[Int(row)].key
        return shapes.shape(key: key, children: list)
    }

    private mutating func foldChildren(of row: Int32, byWork: Bool) {
        // Rows that were folded before stand for several calls each.
        var child = links[Int(row)].firstChild
        guard child != TreeRow.none, links[Int(child)].next != TreeRow.none else { return }
        var count = 0
        while child != TreeRow.none {
            count += Int(links[Int(child)].count)
            child = links[Int(child)].next
        }
        guard count >= Self.minimumCount else { return }
        let all = children(of: row)
        var left = foldRuns(all, byWork: byWork)
        left = foldRounds(left, byWork: byWork)
        guard left.count < all.count else { return }
        links[Int(row)].firstChild = TreeRow.none
        links[Int(row)].lastChild = TreeRow.none
        for child in left { append(child, below: row) }
    }

    /// Folds rows that repeat the one before them.
    private mutating func foldRuns(_ all: [Int32], byWork: Bool) -> [Int32] {
        var left: [Int32] = []
        var start = 0
        while start < all.count {
            let shape = links[Int(all[start])].shape
            var end = start + 1
            var count = links[Int(all[start])].count
            while end < all.count, links[Int(all[end])].shape == shape {
                count += links[Int(all[end])].count
                end += 1
            }
            if count >= Self.minimumCount {
                for other in all[start + 1..<end] {
                    links[Int(all[start])].count += links[Int(other)].count
                    merge(other, into: all[start], byWork: byWork)
                }
                left.append(all[start])
            } else {
                left += all[start..<end]
            }
            start = end
        }
        return left
    }

    /// Folds rows that come round and round: `a b c a b c a b c a b c` is four rounds of `a b c`.
    private mutating func foldRounds(_ all: [Int32], byWork: Bool) -> [Int32] {
        var left: [Int32] = []
        var start = 0
        while start < all.count {
            if links[Int(all[start])].flags.contains(.isRound) {
                let members = children(of: all[start])
                let end = addRounds(members, to: all[start], from: all, at: start + 1, byWork: byWork)
                left.append(all[start])
                start = end
            } else if let length = roundLength(all, at: start) {
                let members = Array(all[start..<start + length])
                let round = makeRound(of: members)
                left.append(round)
                start = addRounds(members, to: round, from: all, at: start + length, byWork: byWork)
                links[Int(round)].shape = shape(of: round, byWork: byWork)
            } else {
                left.append(all[start])
                start += 1
            }
        }
        return left
    }

    private func roundLength(_ all: [Int32], at start: Int) -> Int? {
        for length in 2...Self.longestRound where start + length * Self.minimumCount <= all.count {
            let last = start + length * (Self.minimumCount - 1)
            if (start..<last).allSatisfy({ areAlike(all[$0], all[$0 + length]) }) { return length }
        }
        return nil
    }

    private func areAlike(_ one: Int32, _ other: Int32) -> Bool {
        links[Int(one)].shape == links[Int(other)].shape && links[Int(one)].count == links[Int(other)].count
    }

    private mutating func makeRound(of members: [Int32]) -> Int32 {
        let parent = Int(links[Int(members[0])].parent)
        var row = TreeRow(call: rows[Int(members[0])].call, place: RowPlaces.none)
        row.call.thread = rows[parent].call.thread
        row.turn = rows[parent].turn
        let round = add(row, TreeLink(flags: .isRound, parent: TreeRow.none))
        for member in members { append(member, below: round) }
        return round
    }

    /// Folds the rounds from `start` on into `round`, and answers where they end.
    private mutating func addRounds(
        _ members: [Int32], to round: Int32, from all: [Int32], at start: Int, byWork: Bool
    ) -> Int {
        var end = start
        while end + members.count <= all.count,
            members.indices.allSatisfy({ areAlike(members[$0], all[end + $0]) })
        {
            for (offset, member) in members.enumerated() { merge(all[end + offset], into: member, byWork: byWork) }
            links[Int(round)].count += 1
            end += members.count
        }
        return end
    }

    /// Lets `kept` stand for `other`, which reads the same with all below it.
    private mutating func merge(_ other: Int32, into kept: Int32, byWork: Bool) {
        var pairs = [(kept: kept, other: other)]
        while let pair = pairs.popLast() {
            take(pair.other, into: Int(pair.kept))
            var child = links[Int(pair.kept)].firstChild
            var lower = links[Int(pair.other)].firstChild
            while lower != TreeRow.none {
                let next = links[Int(lower)].next
                if !byWork, links[Int(lower)].flags.contains(.isApart) {
                    append(lower, below: pair.kept)
                } else {
                    while !byWork, child != TreeRow.none, links[Int(child)].flags.contains(.isApart) {
                        child = links[Int(child)].next
                    }
                    guard child != TreeRow.none else { preconditionFailure("rows of one shape have the same children") }
                    pairs.append((child, lower))
                    child = links[Int(child)].next
                }
                lower = next
            }
            release(pair.other, for: pair.kept)
        }
    }

    /// Adds the text of `other` to that of the row at `kept`.
    private mutating func take(_ row: Int32, into kept: Int) {
        let other = Int(row)
        let flags = links[other].flags
        let value = rows[other].lastValue ?? rows[other].call.value
        if let value {
            if flags.contains(.hasOtherValues) || value != rows[kept].call.value {
                links[kept].flags.insert(.hasOtherValues)
            }
            rows[kept].lastValue = value
        }
        if flags.contains(.hasOtherNodes) || rows[other].call.node != rows[kept].call.node {
            links[kept].flags.insert(.hasOtherNodes)
        }
        if !rows[other].call.hasSite(of: rows[kept].call) { rows[kept].call.site = nil }
        if flags.contains(.namesEarly) { links[kept].flags.insert(.namesEarly) }
        rows[kept].lastSubscription = rows[other].lastSubscription
        guard rows[other].works > 0 else { return }
        rows[kept].works += rows[other].works
        if rows[kept].firstWork == nil { rows[kept].firstWork = rows[other].firstWork }
    }
}

extension Trace.Call {
    /// The text that may differ in calls that are folded: the event's value, or the text of a mark.
    @inline(__always)
    fileprivate var value: String? { operation.row.label == .text ? label : eventValue }
}
