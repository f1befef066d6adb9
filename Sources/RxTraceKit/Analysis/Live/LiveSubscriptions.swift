/// The subscriptions that live, by the line that made them.
package struct LiveSubscriptions: Sendable {
    /// Those to one kind of source, made at one line.
    package struct Group: Sendable, Equatable {
        package var name: String
        package var site: Trace.Site?
        /// Whether an operator makes them, rather than the user's code.
        package var isInner: Bool
        package var made = 0
        package var live = 0
        /// How many were made in the last seconds, less those that ended.
        package var growth = RecentCounts()
    }

    /// A subscription that lives.
    package struct Living: Sendable, Equatable, Identifiable {
        package var id: Int
        /// When it was made, in nanoseconds from the recording's start.
        package var start: UInt64
        /// How many of its calls were handed an event.
        package var events = 0
        fileprivate var group: Int
    }

    private struct Key: Hashable {
        var name: String
        var site: Trace.Site?
        var isInner: Bool
    }

    package private(set) var groups: [Group] = []
    private var groupOf: [Key: Int] = [:]
    private var living: [Int: Living] = [:]

    package var count: Int { living.count }

    mutating func begin(_ id: Int, name: String, site: Trace.Site?, isInner: Bool, at time: UInt64) {
        guard living[id] == nil else { return }
        let key = Key(name: name, site: site, isInner: isInner)
        let group = groupOf[key] ?? groups.count
        if group == groups.count {
            groups.append(Group(name: name, site: site, isInner: isInner))
            groupOf[key] = group
        }
        groups[group].made += 1
        groups[group].live += 1
        groups[group].growth.add(at: time)
        living[id] = Living(id: id, start: time, group: group)
    }

    mutating func noteEvent(of id: Int) { living[id]?.events += 1 }

    mutating func end(_ id: Int, at time: UInt64) {
        guard let one = living.removeValue(forKey: id) else { return }
        groups[one.group].live -= 1
        groups[one.group].growth.add(-1, at: time)
    }

    /// Those of a group, the oldest first.
    package func living(in group: Int) -> [Living] {
        living.values.filter { $0.group == group }.sorted { $0.id < $1.id }
    }

    /// For each group that has any, when the oldest that lives was made.
    package func oldest() -> [Int: UInt64] {
        living.values.reduce(into: [:]) { $0[$1.group] = min($0[$1.group] ?? .max, $1.start) }
    }

    package func group(of id: Int) -> Int? { living[id]?.group }
}
