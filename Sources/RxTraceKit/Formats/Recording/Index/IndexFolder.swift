import Foundation

/// Where the indexes of recordings are kept: a file per recording, in the user's own cache.
///
/// A file is ``magic``, the recording's mark, how many bytes the recording had (8 bytes each), and the blocks of the index.
/// It is written beside its place and then put there as a whole.
package struct IndexFolder: Sendable {
    /// Its last byte is the version.
    private static let magic = Array("rxindex\u{1}".utf8)
    static let headerSize = magic.count + 16
    /// How many bytes all files may have together; those not used for the longest time go first.
    private static let limit = 256 << 20
    /// Recordings of fewer bytes are read as fast without.
    package static let usualLeast = 1 << 20
    package static let usualSegmentSize = 1 << 14

    private let folder: SiteCacheFolder
    /// How many bytes a recording has to have for an index to be made of it.
    let least: Int
    /// How many calls a segment has.
    let segmentSize: Int
    /// Above so many sorts, calls are not told apart by the values they were handed.
    let sortLimit: Int

    /// The user's; nil where none can be kept.
    package static let ofUser: IndexFolder? =
        PrivateFolder.cachePath(ProcessInfo.processInfo.environment).flatMap { IndexFolder("\($0)/indexes") }

    /// - Parameters:
    ///   - path: absolute; made where it is not there yet.
    ///   - least: of recordings of fewer bytes no index is made.
    ///   - segmentSize: how many calls a segment has.
    ///   - sortLimit: above so many sorts, calls are not told apart by the values they were handed.
    package init?(
        _ path: String, least: Int = Self.usualLeast, segmentSize: Int = Self.usualSegmentSize, sortLimit: Int = 1 << 12
    ) {
        guard let folder = SiteCacheFolder(path, limit: Self.limit) else { return nil }
        self.folder = folder
        self.least = least
        self.segmentSize = segmentSize
        self.sortLimit = sortLimit
    }

    /// The path of the file for a recording with a mark.
    func path(of mark: UInt64) -> String {
        let digits = String(mark, radix: 16)
        return "\(folder.path)/\(String(repeating: "0", count: 16 - digits.count))\(digits)"
    }

    /// The file that is kept for a recording; nil where there is none.
    func file(of mark: UInt64) -> RecordingBytes? {
        let path = path(of: mark)
        guard PrivateFolder.isPrivate(path, kind: S_IFREG) else { return nil }
        // The files that were not used for the longest time go first.
        utimes(path, nil)
        return try? RecordingBytes(path: path)
    }

    func remove(_ mark: UInt64) { unlink(path(of: mark)) }

    func prune() { folder.prune() }

    static func header(mark: UInt64, length: Int) -> [UInt8] {
        var bytes = magic
        bytes.add(whole: mark)
        bytes.add(whole: UInt64(length))
        return bytes
    }

    /// Whether a file is for a recording with a mark and so many bytes.
    static func isOf(_ mark: UInt64, length: Int, _ file: RecordingBytes) throws -> Bool {
        var head = [UInt8](repeating: 0, count: headerSize)
        let count = try head.withUnsafeMutableBytes { try file.read(at: 0, into: $0) }
        return count == headerSize && head == header(mark: mark, length: length)
    }
}
