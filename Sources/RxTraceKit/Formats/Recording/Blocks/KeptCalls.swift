/// The calls of a thread of which something was kept: by which tickets, and which ids they have in the trace.
struct KeptCalls {
    /// The tickets, and the number of the call that each names, among the thread's.
    private var tickets: [UInt64] = []
    private var named: [Int] = []
    /// The numbers of the calls, in order, each once.
    private var numbers: [Int] = []
    private var areSorted = true

    var isEmpty: Bool { tickets.isEmpty }

    mutating func add(ticket: UInt64, call: Int) {
        // As a thread gives them out; only a damaged recording has them in another order.
        if let last = tickets.last, last >= ticket { areSorted = false }
        tickets.append(ticket)
        named.append(call)
    }

    /// To be called when all are added.
    mutating func finish() {
        if !areSorted {
            let order = tickets.indices.sorted { (tickets[$0], $0) < (tickets[$1], $1) }
            (tickets, named) = (order.map { tickets[$0] }, order.map { named[$0] })
        }
        numbers = named.sorted()
        var count = 0
        for number in numbers where count == 0 || numbers[count - 1] != number {
            numbers[count] = number
            count += 1
        }
        numbers.removeSubrange(count...)
    }

    /// How many calls there are.
    var count: Int { numbers.count }

    /// Where the first call stands whose number is not below another.
    func index(from number: Int) -> Int {
        var (low, high) = (0, numbers.count)
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    subscript(index: Int) -> Int { numbers[index] }

    /// Forgets the calls below a number.
    mutating func forgetCalls(below number: Int) {
        guard !isEmpty else { return }
        let rest = named.indices.filter { named[$0] >= number }
        (tickets, named) = (rest.map { tickets[$0] }, rest.map { named[$0] })
        numbers.removeAll()
    }

    /// Gives each ticket, with where its call stands, to `body`.
    func forEachTicket(_ body: (_ ticket: UInt64, _ index: Int) -> Void) {
        for (ticket, call) in zip(tickets, named) { body(ticket, index(from: call)) }
    }

    /// Where the call stands that a ticket names; nil where none does.
    func index(ofTicket ticket: UInt64) -> Int? {
        var (low, high) = (0, tickets.count)
        while low < high {
            let middle = (low + high) / 2
            // The last of several, as later definitions take the place of earlier ones.
            if tickets[middle] <= ticket { low = middle + 1 } else { high = middle }
        }
        return low > 0 && tickets[low - 1] == ticket ? index(from: named[low - 1]) : nil
    }
}
