/// Tells the objects that one call of the user's made: the last of them is what it gives, as of those that `share()` makes.
struct CreationGroups {
    typealias Place = Trace.PackedSource.Creation

    /// What a call of the user's gave: the last node that it made.
    struct Given {
        /// The node's.
        let position: Int
        fileprivate let turn: Turn

        /// Where it was made.
        var place: Place { turn.place }
    }

    fileprivate struct Turn: Hashable {
        var place: Place
        var thread: Int
    }

    /// The nodes that one call of the user's has made so far.
    private struct Group {
        var site: Trace.Site
        var maker: String?
        var types: [String] = []
        var last: Int
    }

    private var running: [Int: Group] = [:]
    private var turns: [Turn: Int] = [:]

    /// Takes the next object that was made at a place of the user's, and is not a library's own inside.
    ///
    /// - Parameter position: its node's.
    /// - Returns: what the call before it on its thread gave, where another call begins with it.
    mutating func add(_ position: Int, _ place: Place, onThread thread: Int) -> Given? {
        if place.maker != nil, let group = running[thread], group.site == place.site, group.maker == place.maker,
            !group.types.contains(place.type)
        {
            running[thread]?.types.append(place.type)
            running[thread]?.last = position
            return nil
        }
        let before = running.updateValue(
            Group(site: place.site, maker: place.maker, types: [place.type], last: position), forKey: thread)
        return before.flatMap { given($0, thread) }
    }

    /// To be called when all were added: what the last call of each thread gave.
    mutating func finish() -> [Given] {
        defer { running = [:] }
        return running.sorted { $0.key < $1.key }.compactMap { given($1, $0) }
    }

    private func given(_ group: Group, _ thread: Int) -> Given? {
        group.types.last.map { type in
            let place = Place(site: group.site, maker: group.maker, type: type)
            return Given(position: group.last, turn: Turn(place: place, thread: thread))
        }
    }

    /// How often the thread has come by the place before, and comes now: of several names, each has its turn.
    mutating func nextTurn(of given: Given) -> Int {
        let turn = turns[given.turn, default: 0]
        turns[given.turn] = turn + 1
        return turn
    }
}
