/// The events that went nowhere and have no row yet: few calls have one, and each call asks.
struct PendingLosses {
    /// Of calls that are to come, in their order from ``next`` on.
    private var coming: [(call: Int, event: LostEvent)] = []
    private var next = 0
    /// Of calls that have begun, or that were passed by.
    private var begun: [Int: LostEvent] = [:]
    private var last = Int.min

    /// Adds one, at the call that shows it, which has not ended.
    mutating func add(_ event: LostEvent, at call: Int) {
        guard call > last else {
            begun[call] = event
            return
        }
        let place =
            coming.last.map { $0.call < call } ?? true
            ? coming.count : coming.partitioningIndex { $0.call >= call }
        coming.insert((call, event), at: place)
    }

    /// The event of the next call, if it is known already that it went nowhere.
    mutating func begin(_ call: Int) -> LostEvent? {
        last = max(last, call)
        while next < coming.count, coming[next].call <= call {
            let (found, event) = coming[next]
            next += 1
            if next == coming.count {
                coming.removeAll(keepingCapacity: true)
                next = 0
            }
            if found == call { return event }
            begun[found] = event
        }
        return nil
    }

    /// The event of a call that has ended.
    mutating func end(_ call: Int) -> LostEvent? { begun.isEmpty ? nil : begun.removeValue(forKey: call) }
}
