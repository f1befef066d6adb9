/// The last element that each state was sent, found by what the source calls the state.
struct SentStates {
    private struct State {
        var call: Trace.Call
        var name: Int?
    }

    private struct Name {
        var states: [Int] = []
        /// The elements in their order, those too that others have followed since.
        var sends: [(call: Int, state: Int)] = []
        /// The latest of them.
        var last: Int { sends.last?.call ?? 0 }
    }

    private var states: [Int: State] = [:]
    private var numbers: [String: Int] = [:]
    private var names: [Name] = []

    mutating func note(_ call: Trace.Call, to id: Int, in walk: TraceWalk) {
        if states[id] == nil { add(id, call, walk.node(id)?.variable) }
        states[id]?.call = call
        guard let name = states[id]?.name else { return }
        names[name].sends.append((call.id, id))
        guard names[name].sends.count > 2 * names[name].states.count + 32 else { return }
        let states = states
        names[name].sends.removeAll { states[$0.state]?.call.id != $0.call }
    }

    private mutating func add(_ id: Int, _ call: Trace.Call, _ name: String?) {
        guard let name else {
            states[id] = State(call: call)
            return
        }
        let number = numbers[name] ?? names.count
        if number == names.count {
            numbers[name] = number
            names.append(Name())
        }
        names[number].states.append(id)
        states[id] = State(call: call, name: number)
    }

    /// The earliest of the elements of states of a name that are their states' last, after a call.
    func first(named name: String, after call: Int) -> Trace.Call? {
        guard let number = numbers[name], names[number].last > call else { return nil }
        let sends = names[number].sends
        return sends[sends.partitioningIndex { $0.call > call }...].lazy.compactMap { send in
            states[send.state].flatMap { $0.call.id == send.call ? $0.call : nil }
        }.first
    }

    /// The last elements of the states of a name that came after a call, and their states.
    func all(named name: String, after call: Int) -> [(state: Int, call: Trace.Call)] {
        guard let number = numbers[name], names[number].last > call else { return [] }
        return names[number].states.compactMap { id in
            states[id].flatMap { $0.call.id > call ? (id, $0.call) : nil }
        }
    }
}
