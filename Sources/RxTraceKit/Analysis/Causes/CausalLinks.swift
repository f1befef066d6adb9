/// What led to each call, gathered while the calls go by: a few bits per call, and some bytes for each that hands a kept
/// element on.
struct CausalLinks {
    private var positions = CallPositions()
    /// The position of each call's trigger, plus one: of the work's `schedule`, or of the call around it.
    private var triggers = PackedNumbers()
    /// Where in ``givers`` those of a call begin.
    private var origins = SparseCallValues<UInt32>()
    /// For each call that hands on kept elements, how many numbers follow, and the ids of the calls that handed these in:
    /// the one to follow, -1 for none, and those of the parts.
    private var givers: [Int] = []
    /// By subscription, the position of the call that made it.
    private var subscribes: [Int: UInt32] = [:]

    mutating func add(_ call: Trace.Call) {
        let position = positions.append(call.id)
        triggers.append(positions.above(call).map { UInt32($0) + 1 } ?? 0)
        if call.operation == .subscribe, let subscription = call.subscription, subscribes[subscription] == nil {
            subscribes[subscription] = UInt32(position)
        }
        guard call.origin != nil || !call.parts.isEmpty else { return }
        origins.append(UInt32(givers.count), at: position)
        givers.append(1 + call.parts.count)
        givers.append(call.origin ?? -1)
        givers += call.parts
    }

    func givers(of position: UInt32) -> ArraySlice<Int> {
        guard let start = origins[Int(position)].map({ Int($0) }) else { return [] }
        return givers[start + 1...start + givers[start]]
    }

    func position(of id: Int) -> UInt32? { positions[id].map { UInt32($0) } }

    func trigger(of position: UInt32) -> UInt32? {
        triggers[Int(position)] > 0 ? triggers[Int(position)] - 1 : nil
    }

    func subscribe(of subscription: Int) -> UInt32? { subscribes[subscription] }

    var count: Int { positions.count }
}

extension CausalLinks: CausalLinkSource {}

/// The links of a recording whose calls are read by their numbers: those that are asked for, when they are.
struct NumberedLinks: CausalLinkSource {
    let recording: NumberedRecording

    var count: Int { recording.count }

    func position(of id: Int) -> UInt32? { recording.position(of: id).map { UInt32($0) } }

    func trigger(of position: UInt32) throws -> UInt32? {
        try recording.links(at: Int(position)).above.map { UInt32($0) }
    }

    func givers(of position: UInt32) throws -> ArraySlice<Int> {
        let links = try recording.links(at: Int(position))
        return links.origin == nil && links.parts.isEmpty ? [] : [links.origin ?? -1] + links.parts
    }

    func subscribe(of subscription: Int) throws -> UInt32? {
        try recording.position(ofSubscribe: subscription).map { UInt32($0) }
    }
}

/// Tells what led to each call of a trace.
protocol CausalLinkSource {
    /// How many calls there are.
    var count: Int { get }

    func position(of id: Int) -> UInt32?

    /// The position of the call that made the one at a position run; nil for a root.
    func trigger(of position: UInt32) throws -> UInt32?

    /// The ids of the calls that handed in the elements that the call at a position hands on: the one to follow, -1 for
    /// none, and those of the parts.
    func givers(of position: UInt32) throws -> ArraySlice<Int>

    /// The position of the call that made a subscription; nil where none is recorded.
    func subscribe(of subscription: Int) throws -> UInt32?
}

extension CausalLinkSource {
    /// The call that handed in the element that the one at a position hands on; nil where what triggered it leads there
    /// by itself.
    func detour(of position: UInt32) throws -> UInt32? {
        guard let id = try givers(of: position).first, let origin = self.position(of: id), origin != position else {
            return nil
        }
        var before = try trigger(of: position)
        while let one = before, one > origin { before = try trigger(of: one) }
        return before == origin ? nil : origin
    }

    /// The calls that handed in the elements of which the call at a position hands one on.
    func parts(of position: UInt32) throws -> [UInt32] {
        try givers(of: position).dropFirst().compactMap { self.position(of: $0) }
    }

    /// The positions of the calls that made one run, the nearest first; the call itself before them.
    ///
    /// - Parameter limit: the most that are answered.
    func triggers(from position: UInt32, limit: Int) throws -> [UInt32] {
        var triggers = [position]
        while triggers.count < limit, let last = triggers.last, let next = try trigger(of: last), next < last {
            triggers.append(next)
        }
        return triggers
    }

    /// The positions on the way from a call back to where its event came from, and on to the root of that; the call
    /// itself first.
    ///
    /// - Parameter limit: the most that are answered.
    func way(from position: UInt32, limit: Int = .max) throws -> [UInt32] {
        var way = [position]
        // A trace that names a later call as an origin, as only a foreign one does, could lead round and round.
        let limit = min(limit, count)
        while way.count < limit, let last = way.last, let next = try detour(of: last) ?? trigger(of: last) {
            way.append(next)
        }
        return way
    }
}
