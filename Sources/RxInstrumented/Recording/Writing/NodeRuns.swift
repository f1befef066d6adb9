/// Something about nodes by their numbers.
///
/// It is asked for each call that is written. Calls that stand together speak of objects made together, whose numbers are
/// near each other: they are kept in runs, and a dictionary, which would take as long as all else that is done for the
/// call, is asked only where the run is not that of the call before.
struct NodeRuns<Value> {
    private static var length: UInt32 { 32 }

    private var values: [Value?] = []
    /// By run, where its values begin.
    private var places: [UInt32: Int] = [:]
    private var last: (run: UInt32, place: Int?) = (.max, nil)

    subscript(node: UInt32) -> Value? {
        mutating get {
            place(of: node / Self.length).flatMap { values[$0 + Int(node % Self.length)] }
        }
        set {
            let run = node / Self.length
            let place = place(of: run) ?? add(run)
            values[place + Int(node % Self.length)] = newValue
        }
    }

    private mutating func place(of run: UInt32) -> Int? {
        if run != last.run { last = (run, places[run]) }
        return last.place
    }

    private mutating func add(_ run: UInt32) -> Int {
        let place = values.count
        values.append(contentsOf: repeatElement(nil, count: Int(Self.length)))
        places[run] = place
        last = (run, place)
        return place
    }
}
