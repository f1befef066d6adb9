import Foundation

@testable import RxTraceKit

/// The file of places that were looked up. Checksums are mended, so that changed contents get behind them.
enum SiteCacheTarget: FuzzTarget {
    private static let magic = Array("rxsites\u{2}".utf8)

    static func read(_ bytes: [UInt8]) {
        let (mended, addresses) = mended(magic + bytes)
        let file = ScratchFile.shared
        file.write(mended)
        guard let folder = SiteCacheFolder(file.folder) else { return }
        let cache = SiteCacheFile(file.path, in: folder)
        for address in addresses { _ = cache.frames(at: address) }
        let added = [Symbolicator.Frame(function: "f", path: "/a.swift", line: 1)]
        cache.add([7: added])
        let again = SiteCacheFile(file.path, in: folder)
        require(addresses.contains(7) || again.frames(at: 7) == added, "what was added is not there")
    }

    /// The bytes with right checksums, and the addresses of the records.
    private static func mended(_ bytes: [UInt8]) -> ([UInt8], [UInt64]) {
        var mended = bytes
        var addresses: [UInt64] = []
        var offset = magic.count
        while mended.count - offset >= 16 {
            let size = number(mended[offset..<offset + 4])
            guard size >= 8, size <= mended.count - offset - 8 else { break }
            let payload = offset + 8..<offset + 8 + Int(size)
            let sum = mended[payload].withUnsafeBytes { RecordingChecksum.of($0) }
            let checksum = UInt32(truncatingIfNeeded: sum ^ sum >> 32)
            withUnsafeBytes(of: checksum.littleEndian) { mended.replaceSubrange(offset + 4..<offset + 8, with: $0) }
            addresses.append(number(mended[offset + 8..<offset + 16]))
            offset = payload.upperBound
        }
        return (mended, addresses)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
