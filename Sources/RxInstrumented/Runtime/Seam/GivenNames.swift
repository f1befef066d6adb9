/// The names that the user's code gave to objects, kept for recordings that start later.
///
/// Names are found by the object's number, which no other object ever gets, so that a new object at the same address
/// does not inherit a name. Names keep no object alive. As names are added, those of released objects are dropped now
/// and then, so that there are at most about twice as many names as named objects.
enum GivenNames {
    private struct Entry {
        let name: String
        weak var object: TracedObject?
    }

    private struct Entries {
        var byNumber: [UInt32: Entry] = [:]
        /// How many names there may be before those of released objects are dropped.
        var limit = Entries.leastLimit

        static let leastLimit = 128
    }

    private static let entries = Lock(Entries())

    /// The most characters that are kept of a name.
    private static let longest = 200

    /// Names `object` in the running recording and in later ones.
    static func give(_ name: String, to object: TracedObject) {
        let name = RecordedText.capped(name, to: longest)
        let number = object.number()
        // Reading a weak reference retains the object. It is released outside of the lock, because that may run its
        // deinit.
        let seen = entries.withLock { entries in
            if number != 0 { entries.byNumber[number] = Entry(name: name, object: object) }
            return entries.byNumber.count > entries.limit ? sweep(&entries) : []
        }
        withExtendedLifetime(seen) {}
        object.nameInTrace(name)
    }

    /// The name of the object with a number. nil if the object has none.
    static func name(of number: UInt32) -> String? {
        entries.withLock { $0.byNumber[number]?.name }
    }

    /// Drops the names of released objects. Returns the objects that are alive.
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
