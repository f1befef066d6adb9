/// For each call of a source, the nearest call above it that a filter keeps: itself where it is kept.
struct FilteredLinks {
    private(set) var positions = CallPositions()
    /// The position of the nearest kept call plus one; 0 where there is none.
    private var nearest = PackedNumbers()
    /// Whether a hop to a scheduler lies between a call that is left out and the nearest that is kept.
    private var beyondHop = PackedNumbers()

    /// Takes the id of the next call, before anything is asked about it; answers its position.
    mutating func enter(_ call: Trace.Call) -> Int { positions.append(call.id) }

    mutating func keep(_ position: Int) {
        nearest.append(UInt32(position) + 1)
        beyondHop.append(0)
    }

    mutating func leaveOut(_ call: Trace.Call, above: Int?) {
        guard let above else {
            nearest.append(0)
            return beyondHop.append(0)
        }
        nearest.append(nearest[above])
        beyondHop.append(isBeyondHop(above) || isHop(call, above: above) ? 1 : 0)
    }

    private func isHop(_ call: Trace.Call, above: Int) -> Bool {
        guard let cause = call.cause else { return false }
        return positions[cause] == above
    }

    private func isBeyondHop(_ position: Int) -> Bool { beyondHop[position] != 0 }

    func isKept(_ position: Int) -> Bool { nearest[position] == UInt32(position) + 1 }

    /// Makes a kept call hang below calls that are kept.
    func relink(_ call: inout Trace.Call) {
        let parent = call.parent.flatMap { $0 < call.id ? positions[$0] : nil }
        let cause = call.cause.flatMap { $0 < call.id ? positions[$0] : nil }
        // A call that a filter leaves out handed nothing in, as far as the rest tells: the call around it did.
        call.origin = call.origin.flatMap { positions[$0] }.flatMap { kept($0) }
        call.parts = call.parts.compactMap { positions[$0].flatMap { kept($0) } }
        call.parent = parent.flatMap { isBeyondHop($0) ? nil : kept($0) }
        call.cause = cause.flatMap { kept($0) }
        // A call made by work that is left out was caused by whoever asked for that work.
        if cause == nil, let parent, isBeyondHop(parent) { call.cause = kept(parent) }
        if call.cause == call.parent { call.cause = nil }
        if call.origin == call.parent || call.origin == call.id { call.origin = nil }
    }

    private func kept(_ position: Int) -> Int? {
        nearest[position] == 0 ? nil : positions.id(at: Int(nearest[position]) - 1)
    }
}
