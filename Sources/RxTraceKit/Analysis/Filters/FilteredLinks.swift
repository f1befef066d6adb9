/// For each call of a source, the nearest call above it that a filter keeps: itself where it is kept.
struct FilteredLinks {
    private(set) var positions = CallPositions()
    /// The position of the nearest kept call plus one; 0 where there is none.
    private var nearest = PackedNumbers()
    /// How many hops to a scheduler lie between a call that is left out and the nearest that is kept; with no need to
    /// count them, 1 stands for any number.
    private var hops = PackedNumbers()
    /// The same for calls that are kept, where they are counted.
    private var ownHops = PackedNumbers()
    private let countsHops: Bool

    /// - Parameter countsHops: whether ``hops(of:)`` will be asked.
    init(countsHops: Bool = false) {
        self.countsHops = countsHops
    }

    /// Takes the id of the next call, before anything is asked about it; answers its position.
    mutating func enter(_ call: Trace.Call) -> Int { positions.append(call.id) }

    mutating func keep(_ call: Trace.Call, at position: Int, above: Int?) {
        nearest.append(UInt32(position) + 1)
        hops.append(0)
        if countsHops { ownHops.append(above.map { count(of: call, above: $0) } ?? 0) }
    }

    mutating func leaveOut(_ call: Trace.Call, above: Int?) {
        guard let above else {
            nearest.append(0)
            hops.append(0)
            if countsHops { ownHops.append(0) }
            return
        }
        nearest.append(nearest[above])
        let count = count(of: call, above: above)
        hops.append(countsHops ? count : min(count, 1))
        if countsHops { ownHops.append(count) }
    }

    private func count(of call: Trace.Call, above: Int) -> UInt32 {
        hops[above] + (isHop(call, above: above) ? 1 : 0)
    }

    private func isHop(_ call: Trace.Call, above: Int) -> Bool {
        guard let cause = call.cause else { return false }
        return positions[cause] == above
    }

    private func isBeyondHop(_ position: Int) -> Bool { hops[position] != 0 }

    func isKept(_ position: Int) -> Bool { nearest[position] == UInt32(position) + 1 }

    /// How many hops of calls that are left out lie between the kept call of that id and the one it hangs below: of two
    /// that hang below the same, the one with more of them comes later.
    func hops(of id: Int) -> UInt32 {
        guard countsHops, let position = positions[id] else { return 0 }
        return ownHops[position]
    }

    private func kept(_ position: Int) -> Int? {
        nearest[position] == 0 ? nil : positions.id(at: Int(nearest[position]) - 1)
    }

    /// Makes a kept call hang below calls that are kept.
    func relink(_ call: inout Trace.Call) {
        call.relink(
            position: { positions[$0] }, nearest: { NearestKeptCall(id: kept($0), isBeyondHop: isBeyondHop($0)) })
    }
}

/// The nearest call above another that a filter keeps: itself where it is kept.
struct NearestKeptCall {
    /// nil where there is none.
    var id: Int?
    /// Whether a hop to a scheduler lies between the two.
    var isBeyondHop = false
}

extension Trace.Call {
    /// Makes a kept call hang below calls that are kept.
    ///
    /// - Parameters:
    ///   - position: where the call with an id stands; nil for no call.
    ///   - nearest: the nearest kept call from the one at a position on.
    @inline(__always)
    mutating func relink(
        position: (Int) throws -> Int?, nearest: (Int) throws -> NearestKeptCall
    ) rethrows {
        let parent = try self.parent.flatMap { $0 < id ? try position($0) : nil }.map { try nearest($0) }
        let cause = try self.cause.flatMap { $0 < id ? try position($0) : nil }.map { try nearest($0) }
        // A call that a filter leaves out handed nothing in, as far as the rest tells: the call around it did.
        if let origin { self.origin = try position(origin).flatMap { try nearest($0).id } }
        if !parts.isEmpty { parts = try parts.compactMap { try position($0).flatMap { try nearest($0).id } } }
        self.parent = parent.flatMap { $0.isBeyondHop ? nil : $0.id }
        self.cause = cause?.id
        // A call made by work that is left out was caused by whoever asked for that work.
        if cause == nil, let parent, parent.isBeyondHop { self.cause = parent.id }
        if self.cause == self.parent { self.cause = nil }
        if origin == self.parent || origin == id { origin = nil }
    }
}
