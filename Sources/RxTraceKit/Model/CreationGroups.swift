/// Tells the objects that one call of the user's made: the last of them is what it gives, as of those that `share()` makes.
struct CreationGroups {
    typealias Place = Trace.PackedSource.Creation

    private struct Turn: Hashable {
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
    /// - Parameters:
    ///   - position: its node's.
    ///   - last: is given the last node that a call made, when another begins on its thread.
    mutating func add(
        _ position: Int, _ place: Place, onThread thread: Int, _ last: (Int, Place, _ thread: Int) -> Void
    ) {
        if place.maker != nil, let group = running[thread], group.site == place.site, group.maker == place.maker,
            !group.types.contains(place.type)
        {
            running[thread]?.types.append(place.type)
            running[thread]?.last = position
            return
        }
        end(running[thread], thread, last)
        running[thread] = Group(site: place.site, maker: place.maker, types: [place.type], last: position)
    }

    /// To be called when all were added.
    mutating func finish(_ last: (Int, Place, _ thread: Int) -> Void) {
        for (thread, group) in running.sorted(by: { $0.key < $1.key }) { end(group, thread, last) }
        running = [:]
    }

    private func end(_ group: Group?, _ thread: Int, _ last: (Int, Place, _ thread: Int) -> Void) {
        guard let group, let type = group.types.last else { return }
        last(group.last, Place(site: group.site, maker: group.maker, type: type), thread)
    }

    /// How often a thread has come by a place before, and comes now: of several names, each has its turn.
    mutating func nextTurn(at place: Place, onThread thread: Int) -> Int {
        let turn = turns[Turn(place: place, thread: thread), default: 0]
        turns[Turn(place: place, thread: thread)] = turn + 1
        return turn
    }
}
