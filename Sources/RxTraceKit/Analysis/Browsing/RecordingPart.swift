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
        var own: [Trace.Call] = []
        own.reserveCapacity(positions.count)
        for position in positions { own.append(try recording.call(at: position)) }
        let around = hasCallsAround ? try Self.calls(around: own, outside: positions, recording) : []
        self.init(whole, positions, around + own)
    }

    /// Some calls by themselves, which need not follow each other.
    package init(of whole: any TraceSource, calls: [Trace.Call]) { self.init(whole, 0..<0, calls) }

    private init(_ whole: any TraceSource, _ positions: Range<Int>, _ calls: [Trace.Call]) {
        (self.whole, self.positions, self.calls) = (whole, positions, calls)
        let subscriptions = Self.rows(calls.lazy.compactMap(\.subscription), of: whole.subscriptions) { $0.parent }
        self.subscriptions = TraceTable(subscriptions)
        let named = calls.compactMap(\.node) + calls.compactMap(\.disposable) + subscriptions.map(\.node)
        nodes = TraceTable(Self.rows(named, of: whole.nodes) { $0.owner })
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

    /// The rows with some ids, and those that these lead to, by ascending ids.
    private static func rows<Row>(
        _ ids: some Sequence<Int>, of table: TraceTable<Row>, _ above: (Row) -> Int?
    ) -> [Row] {
        var found: [Int: Row] = [:]
        for id in ids {
            var next: Int? = id
            while let id = next, found[id] == nil, let row = table[id: id] {
                found[id] = row
                next = above(row)
            }
        }
        return found.values.sorted { $0.id < $1.id }
    }
}
