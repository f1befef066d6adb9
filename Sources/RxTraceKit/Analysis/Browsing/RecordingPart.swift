/// A part of a long recording that is read by its index: some calls that follow each other, and those around them.
///
/// Work hangs below the call that asked for it where both are in the part; else it stands where it ran.
/// Its tables have what these calls name, so that a part takes memory and time by its own length. Ids are those of the
/// whole.
package struct RecordingPart: WrappedTrace {
    package let whole: any TraceSource
    package let nodes: TraceTable<Trace.Node>
    package let subscriptions: TraceTable<Trace.Subscription>
    /// The positions in the whole of the calls that follow each other.
    package let positions: Range<Int>
    private let calls: [Trace.Call]

    /// - Parameter hasCallsAround: whether the calls are there as well that these were made in.
    /// - Throws: ``RecordingIndexDamage`` where the index and the recording do not fit.
    package init(
        of whole: any TraceSource, by recording: NumberedRecording, _ positions: Range<Int>, hasCallsAround: Bool = true
    ) throws {
        self.whole = whole
        self.positions = positions
        var own: [Trace.Call] = []
        own.reserveCapacity(positions.count)
        for position in positions { own.append(try recording.call(at: position)) }
        let around = hasCallsAround ? try Self.calls(around: own, outside: positions, recording) : []
        calls = around + own
        let subscriptions = Self.subscriptions(of: calls, in: whole)
        self.subscriptions = TraceTable(subscriptions)
        nodes = TraceTable(Self.nodes(of: calls, subscriptions, in: whole))
    }

    package var callCount: Int { calls.count }

    package func forEachCall(_ body: (Trace.Call) throws -> Void) rethrows { try calls.forEach(body) }

    private static func calls(
        around calls: [Trace.Call], outside positions: Range<Int>, _ recording: NumberedRecording
    ) throws -> [Trace.Call] {
        var found: [Int: Trace.Call] = [:]
        for call in calls {
            var next = call.parent
            // A call is made in an earlier one.
            while let position = next.flatMap({ recording.position(of: $0) }), position < positions.lowerBound,
                found[position] == nil
            {
                let around = try recording.call(at: position)
                found[position] = around
                next = around.parent
            }
        }
        return found.sorted { $0.key < $1.key }.map(\.value)
    }

    private static func subscriptions(of calls: [Trace.Call], in whole: any TraceSource) -> [Trace.Subscription] {
        var found: [Int: Trace.Subscription] = [:]
        for call in calls {
            var next = call.subscription
            while let id = next, found[id] == nil, let one = whole.subscriptions[id: id] {
                found[id] = one
                next = one.parent
            }
        }
        return found.values.sorted { $0.id < $1.id }
    }

    private static func nodes(
        of calls: [Trace.Call], _ subscriptions: [Trace.Subscription], in whole: any TraceSource
    ) -> [Trace.Node] {
        var found: [Int: Trace.Node] = [:]
        for id in calls.lazy.compactMap(\.node) + subscriptions.map(\.node) {
            var next: Int? = id
            while let id = next, found[id] == nil, let node = whole.nodes[id: id] {
                found[id] = node
                next = node.owner
            }
        }
        return found.values.sorted { $0.id < $1.id }
    }
}
