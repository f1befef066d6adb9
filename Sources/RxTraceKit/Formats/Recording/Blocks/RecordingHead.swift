import Foundation

/// Tells a recording by its first bytes.
package enum RecordingHead {
    /// How many bytes tell a file's format.
    package static let size = RecordingLayout.magic.count

    /// Whether an input that begins with `bytes` is, or was, a recording.
    package static func isRecording(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.count >= 4 && bytes.prefix(4).elementsEqual(RecordingLayout.magic.prefix(4))
    }

    /// The facts that a recording which begins with `bytes` tells about itself; nil where they are not whole.
    package static func about(_ bytes: [UInt8]) -> RecordingAbout? {
        let start = RecordingLayout.magic.count + RecordingLayout.headerSize
        guard isRecording(bytes), bytes.count >= start else { return nil }
        let (kind, size) = bytes.withUnsafeBytes { bytes in
            (
                UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: Self.size + 4, as: UInt32.self)),
                UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: Self.size + 8, as: UInt32.self))
            )
        }
        guard kind == RecordingLayout.BlockKind.about.rawValue, Int(size) <= bytes.count - start else { return nil }
        return try? JSONDecoder().decode(RecordingAbout.self, from: Data(bytes[start..<start + Int(size)]))
    }

    /// How many bytes tell whether a file has an end.
    package static let endSize = RecordingLayout.headerSize

    /// Whether a recording that ends with `bytes` was ended in good order.
    package static func isEnd(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == endSize else { return false }
        let expected = [RecordingLayout.sync, UInt32(RecordingLayout.BlockKind.end.rawValue), 0].map(\.littleEndian)
        return expected.withUnsafeBytes { bytes.starts(with: $0) }
    }

    /// Throws where bytes are no recording of this version.
    static func check(_ bytes: RecordingBytes, _ name: String) throws(TraceReadError) {
        var head = [UInt8](repeating: 0, count: RecordingLayout.magic.count)
        let count: Int
        do {
            count = try head.withUnsafeMutableBytes { try bytes.read(at: 0, into: $0) }
        } catch {
            throw .unreadable(name, error)
        }
        if count == 0 { throw .empty(name) }
        let known = RecordingLayout.magic
        guard isRecording(head.prefix(count)) else { throw .notATrace(name) }
        let told = min(count, known.count - 1)
        guard head.prefix(told).elementsEqual(known.prefix(told)) else { throw .notATrace(name) }
        guard count == known.count, let version = head.last else {
            throw .incompleteRecording(name, RecordingDamage(), nil)
        }
        guard Int(version) == RecordingLayout.version else {
            throw .unsupportedVersion(
                Int(version), name, reads: "version \(RecordingLayout.version) of recordings")
        }
    }
}

extension TraceReadError {
    /// - Parameter end: how far the recording reaches, in nanoseconds.
    static func incompleteRecording(_ input: String, _ damage: RecordingDamage, _ end: UInt64?) -> TraceReadError {
        if !damage.isOrderly { return damagedRecording(input, damage) }
        let reach = end.map { " The calls of the first \(DurationText.of($0)) are there." } ?? ""
        return TraceReadError(
            kind: .truncated, input: input,
            description: "\(input): the end of the recording is missing: the program was killed, or the file was cut "
                + "short.\(reach)")
    }

    static func damagedRecording(_ input: String, _ damage: RecordingDamage) -> TraceReadError {
        let end = damage.hasEnd ? "" : ", and its end is missing"
        let fault = damage.isOrderly ? "the first block is missing" : damage.words
        return TraceReadError(
            kind: .damaged, input: input, offset: damage.firstOffset,
            description: "\(input): \(fault)\(end). The trace shows what the other blocks hold. Record it again "
                + "for the rest.")
    }
}
