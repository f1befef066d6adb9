@testable import RxTraceKit

/// Recordings. Sizes and checksums of the blocks are mended, so that changed contents get behind them.
enum RecordingTarget: FuzzTarget {
    static func read(_ bytes: [UInt8]) {
        let mended = mended(bytes)
        guard
            let recording = try? TraceRecording(
                RecordingBytes(mended), named: "fuzzed", extent: RecordingExtent(), symbolicator: .images([]))
        else { return }
        require(recording.callCount <= mended.count, "more calls than bytes")
        SourceReadings.read(recording, choice: bytes.count)
    }

    /// The bytes with each stretch that begins like a block made one that is whole.
    private static func mended(_ bytes: [UInt8]) -> [UInt8] {
        let sync = withUnsafeBytes(of: RecordingLayout.sync.littleEndian) { Array($0) }
        var mended = bytes
        let starts = bytes.indices.filter { bytes[$0] == sync[0] && bytes[$0...].starts(with: sync) }
        for (start, end) in zip(starts, starts.dropFirst() + [bytes.count]) {
            let payload = start + RecordingLayout.headerSize
            guard payload <= end else { continue }
            set(UInt32(end - payload), at: start + 8, &mended)
            set(mended[payload..<end].withUnsafeBytes { RecordingChecksum.of($0) }, at: start + 48, &mended)
            set(mended[start..<start + 56].withUnsafeBytes { RecordingChecksum.of($0) }, at: start + 56, &mended)
        }
        return mended
    }

    private static func set<Number: FixedWidthInteger>(_ number: Number, at offset: Int, _ bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes.replaceSubrange(offset..<offset + $0.count, with: $0) }
    }
}
