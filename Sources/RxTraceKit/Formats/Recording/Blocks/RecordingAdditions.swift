/// What was made of a recording after it had ended, and stands at its end.
struct RecordingAdditions {
    private(set) var tail = RecordingTail()
    /// Where stacks lead, and the names of what is made there.
    private(set) var places = RecordedPlaces()
    private var files = Trace.PackedSource()

    /// The source that the recording carries along.
    var source: Trace.PackedSource {
        var source = files
        source.names = places.names
        return source
    }

    /// Notes whether a block is of the tail, or the tail begins behind it.
    mutating func note(_ head: BlockHead, _ place: BlockSequence.Place, at offset: Int, in sequence: BlockSequence) {
        let payload = offset + RecordingLayout.headerSize
        tail.mark = sequence.mark
        if RecordingLayout.additions.contains(head.kind), place == .last {
            tail.add(RecordingTail.Addition(head, at: payload))
        } else if head.kind == RecordingLayout.BlockKind.end.rawValue, place == .last {
            tail.recordingEnd = payload + head.payload
        } else {
            tail.end(at: payload + head.payload, number: sequence.following)
        }
    }

    /// Notes damaged bytes. What an addition was may be made again.
    mutating func noteDamage(of head: BlockHead?, upTo end: Int, in sequence: BlockSequence) {
        if let head, RecordingLayout.additions.contains(head.kind) { return }
        tail.end(at: end, number: sequence.following)
    }

    mutating func addPlaces(_ payload: UnsafeRawBufferPointer) throws(ByteReader.Damage) { try places.add(payload) }
    mutating func addSource(_ payload: UnsafeRawBufferPointer) throws(ByteReader.Damage) { try files.addFiles(payload) }
}
