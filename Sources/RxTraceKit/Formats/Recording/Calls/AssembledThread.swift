/// A thread of a recording while its calls are made those of a trace.
struct AssembledThread {
    /// Work that was asked for: the call's id (0 for one that is no part of the trace), its subscription and, if it has
    /// none, the one around it.
    typealias Work = (id: Int32, subscription: Int32, around: Int32)

    var open = RecordedStack()
    /// The thread's number in the trace, from its first call in it.
    var number: Int?
    /// The work that the thread asked for, by ticket.
    private var scheduled: [Work] = []
    /// The count of the first of these tickets: of a recording's last part, earlier ones are gone.
    private var firstTicket = 0
    /// How many ranges of tickets it has asked for work by.
    var ticketRangeCount = 0
    /// The ids of the thread's ``KeptCalls``; 0 for those that have not come, or are no part of the trace.
    var keepers: [Int32] = []
    /// The same by ticket, of calls that were gone through before these, as far as they are remembered.
    private var earlier = RecentNumbers()

    func keeper(of ticket: UInt64, at place: Int?) -> Int {
        guard let place else { return earlier.isEmpty ? 0 : Int(earlier[ticket] ?? 0) }
        return keepers.isEmpty ? 0 : Int(keepers[place])
    }

    /// Remembers the keepers, as the thread is about to get others.
    mutating func resume(after kept: KeptCalls) {
        guard !keepers.isEmpty else { return }
        kept.forEachTicket { ticket, index in
            if keepers[index] != 0 { earlier[ticket] = keepers[index] }
        }
        keepers = []
    }

    func work(forTicket count: Int) -> Work? {
        let index = count - firstTicket
        return scheduled.indices.contains(index) ? scheduled[index] : nil
    }

    /// - Parameters:
    ///   - calls: how many calls the trace has so far.
    ///   - limit: how much work is remembered, that which was asked for last.
    mutating func remember(_ work: Work, ofTicket ticket: Int, afterCalls calls: Int, atMost limit: Int) {
        // Where so many tickets are missing, the work known before them is given up: memory is in proportion to the calls.
        if ticket - firstTicket > 1 << 16 + 64 * calls { scheduled.removeAll() }
        if scheduled.isEmpty { firstTicket = ticket }
        let index = ticket - firstTicket
        guard index >= 0 else { return }
        while scheduled.count <= index { scheduled.append((0, -1, -1)) }
        scheduled[index] = work
        let excess = scheduled.count - limit
        guard excess > limit else { return }
        scheduled.removeFirst(excess)
        firstTicket += excess
    }
}
