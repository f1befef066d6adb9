/// The calls of a trace found by their positions: what a view needs that is moved about in, where a trace is too long to be
/// gone through for each step.
///
/// Calls stand in their causal tree: work hangs below the call that asked for it, behind that call's own. A position counts
/// calls from 0 in the order they started.
///
/// ```swift
/// var row = try calls.firstBelow(nil)
/// while let position = row {
///     print(try calls.call(at: position).operation)
///     row = try calls.next(position)
/// }
/// ```
///
/// Every request throws ``TraceReadError`` where the calls cannot be read.
package protocol NumberedCalls {
    /// The tables of what the calls name, and the trace's own facts.
    var source: any TraceSource { get }
    /// How many calls there are.
    var count: Int { get }

    func call(at position: Int) throws -> Trace.Call
    /// nil where there is no call with the id.
    func position(of id: Int) throws -> Int?

    /// The call that one hangs below; nil for a root.
    func above(_ position: Int) throws -> Int?
    /// The first call right below one, or the first root.
    func firstBelow(_ position: Int?) throws -> Int?
    /// The last call right below one, or the last root.
    func lastBelow(_ position: Int?) throws -> Int?
    /// The next call below the same one.
    func next(_ position: Int) throws -> Int?
    /// The call before, below the same one.
    func previous(_ position: Int) throws -> Int?
    /// How many calls hang below one, at any depth; nil where that is not known.
    func countBelow(_ position: Int) throws -> Int?

    /// The work that a call asked for.
    func work(of position: Int) throws -> [Int]
    /// The calls that hand on the element that a call handed in, where it was kept in between.
    func receivers(of position: Int) throws -> [Int]
}

extension NumberedCalls {
    /// What made a call run: the call that asked for its work, or the one around it.
    package func trigger(of position: Int) throws -> Int? {
        let call = try call(at: position)
        for id in [call.cause, call.parent] {
            if let id, id < call.id, let found = try self.position(of: id) { return found }
        }
        return nil
    }

    /// The calls that handed in what a call hands on: the last of them first.
    package func origins(of position: Int) throws -> [Int] {
        let call = try call(at: position)
        var found: [Int] = []
        for id in [call.origin].compactMap({ $0 }) + call.parts.reversed() {
            if let one = try self.position(of: id), one != position, !found.contains(one) { found.append(one) }
        }
        return found
    }

    /// What came of a call: the work it asked for, those that hand its element on, and then the calls made in it.
    package func effects(of position: Int, atMost limit: Int = 100) throws -> [Int] {
        var found = try work(of: position)
        for one in try receivers(of: position) where !found.contains(one) { found.append(one) }
        var child = try firstBelow(position)
        while let one = child, found.count < limit {
            if !found.contains(one) { found.append(one) }
            child = try next(one)
        }
        return Array(found.prefix(limit))
    }
}
