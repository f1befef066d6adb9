/// Numbers threads from 0 as they show up, so that an array can hold a value for each.
struct ThreadSlots {
    private var slots: [Int: Int] = [:]
    private var last: (thread: Int, slot: Int)?

    /// The number of a thread; the next one for a thread that is new.
    subscript(thread: Int) -> Int {
        mutating get {
            // Most calls are made on the thread of the call before.
            if let last, last.thread == thread { return last.slot }
            let slot = slots[thread] ?? slots.count
            slots[thread] = slot
            last = (thread, slot)
            return slot
        }
    }
}
