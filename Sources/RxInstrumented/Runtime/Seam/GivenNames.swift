/// The names that the user's code gave to objects, for recordings that start later.
///
/// An object is found by its number, which no other object is ever given: an object that takes another's place in
/// memory never inherits its name. Names keep nothing alive. Those of objects that are gone are dropped now and then,
/// as names are added: at any time there are at most about twice as many as objects that have one.
enum GivenNames {
    private struct Entry {
        let name: String
        weak var object: TracedObject?
    }

    private struct Entries {
        var byNumber: [UInt32: Entry] = [:]
        /// How many there may be before those of objects that are gone are dropped.
        var limit = Entries.leastLimit

        static let leastLimit = 128
    }

    private static let entries = Lock(Entries())

    /// Of a longer name the start is kept.
    private static let longest = 200

    /// Names `object`, in the running recording and in those to come.
    static func give(_ name: String, to object: TracedObject) {
        let name = RecordedText.capped(name, to: longest)
        let number = object.number()
        // To look at an object is to hold it. An object that is let go in the lock may be let go for good, and run
        // other code.
        let seen = entries.withLock { entries in
            if number != 0 { entries.byNumber[number] = Entry(name: name, object: object) }
            return entries.byNumber.count > entries.limit ? sweep(&entries) : []
        }
        withExtendedLifetime(seen) {}
        object.nameInTrace(name)
    }

    /// The name of the object with a number; nil if it has none.
    static func name(of number: UInt32) -> String? {
        entries.withLock { $0.byNumber[number]?.name }
    }

    /// Drops the names of objects that are gone, and answers the others.
    private static func sweep(_ entries: inout Entries) -> [TracedObject] {
        var alive: [TracedObject] = []
        alive.reserveCapacity(entries.byNumber.count)
        entries.byNumber = entries.byNumber.filter { _, entry in
            guard let object = entry.object else { return false }
            alive.append(object)
            return true
        }
        entries.limit = max(Entries.leastLimit, 2 * entries.byNumber.count)
        return alive
    }
}
