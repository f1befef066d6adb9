extension NumberedRecording {
    /// What calls have in common that no word for an event tells apart.
    package struct Sort {
        /// A call that has all that they have in common, and nothing else.
        package var call: Trace.Call
        /// The event that they were handed.
        package var handed: Trace.Event?
        /// Whether the values of the events, or the texts of the marks, are others, and differ.
        package var hasAnyValue: Bool
    }

    /// The sorts of closures, events and marks that there are.
    package var sorts: [Sort] {
        index.table.sorts.map { sort in
            let (call, handed) = decoder.words.call(of: sort)
            return Sort(call: call, handed: handed, hasAnyValue: sort.value == .any)
        }
    }

    /// How many calls of which sorts, by their places in ``sorts``, a segment has.
    package func sortCounts(inSegment number: Int) -> [(sort: Int, count: Int)] {
        index.table.segments[number].sorts.map { (Int($0.sort), Int($0.count)) }
    }
}
