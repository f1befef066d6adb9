import Foundation

/// The frames of one build's addresses that were looked up so far, on disk.
///
/// After ``magic`` the file is a sequence of records, one per address: how many bytes it has, their checksum, and
/// these. Records are only added, under a lock on the file, so that several processes keep the sites each of them
/// finds; a replacement of the whole file would lose the others'. Nobody waits for the lock for long, and who does not
/// get it adds nothing. A record that is cut or changed ends the part of the file that is believed, and the next one
/// that is added takes its place.
final class SiteCacheFile {
    /// Its last byte is the version: a file of another form is not read.
    private static let magic = Array("rxsites\u{2}".utf8)
    /// No file may have more bytes: it begins anew.
    private static let sizeLimit = 24 << 20
    private static let headerSize = 8
    /// A record that claims to be longer is damaged.
    private static let recordLimit = 1 << 20

    private let path: String
    private let folder: SiteCacheFolder
    private var bytes: [UInt8] = []
    /// Where the records of addresses begin.
    private var offsets: [UInt64: Int] = [:]
    /// The records that this process has found to be whole. Who adds to the file reads only what others added since.
    private var whole = WholeRecords()
    /// A file that could not be added to once is not tried again.
    private var isGivenUp = false

    init(_ path: String, in folder: SiteCacheFolder) {
        self.path = path
        self.folder = folder
        guard let file = OwnFile(path, create: false) else { return }
        if file.size <= Self.sizeLimit { bytes = file.contents(from: 0, to: file.size) ?? [] }
        // The files that were not used for the longest time go first.
        futimens(file.descriptor, nil)
        guard bytes.starts(with: Self.magic) else { return }
        var offset = Self.magic.count
        while let (address, next) = Self.record(in: bytes, at: offset) {
            offsets[address] = offset
            offset = next
        }
    }

    /// The frames kept for an address; nil for none.
    func frames(at address: UInt64) -> [Symbolicator.Frame]? {
        guard let offset = offsets[address], let payload = Self.payload(in: bytes, at: offset) else { return nil }
        return bytes[payload].withUnsafeBytes { try? Self.frames(in: $0) }
    }

    /// Keeps more, if it can.
    func add(_ found: [UInt64: [Symbolicator.Frame]]) {
        guard !isGivenUp, let file = OwnFile(path, create: true), file.lock() else {
            isGivenUp = true
            return
        }
        let size = file.size
        if size > Self.sizeLimit || !whole.isBeginning(of: file) { whole = WholeRecords() }
        if size <= Self.sizeLimit { whole.readOn(file, to: size) }
        var end = whole.end
        var records: [UInt8] = []
        for (address, frames) in found.sorted(by: { $0.key < $1.key }) where !whole.addresses.contains(address) {
            Self.append(address, frames, to: &records)
        }
        if end + records.count > Self.sizeLimit { end = 0 }
        guard !records.isEmpty else { return }
        if end == 0 { records = Self.magic + records }
        if end < size || end == 0 { ftruncate(file.descriptor, off_t(end)) }
        // A write that falls short leaves a cut record, which the next one to add replaces.
        _ = pwrite(file.descriptor, records, records.count, off_t(end))
        if end == 0 || end >> 20 != (end + records.count) >> 20 { folder.prune() }
    }

    /// The whole records at a file's beginning: up to the first that is cut or changed.
    private struct WholeRecords {
        /// Where they end; 0 for a file of another form.
        private(set) var end = 0
        private(set) var addresses: Set<UInt64> = []
        /// The head of the last one and its address, by which a file that others began anew is known.
        private var last: [UInt8] = []
        private var lastOffset = 0

        func isBeginning(of file: OwnFile) -> Bool {
            end == 0 || end <= file.size && file.contents(from: lastOffset, to: lastOffset + last.count) == last
        }

        /// Adds those that follow, up to the file's size.
        mutating func readOn(_ file: OwnFile, to size: Int) {
            guard size > end, let bytes = file.contents(from: end, to: size) else { return }
            let start = end
            var offset = 0
            if start == 0 {
                guard bytes.starts(with: SiteCacheFile.magic) else { return }
                offset = SiteCacheFile.magic.count
            }
            while let (address, next) = SiteCacheFile.record(in: bytes, at: offset),
                SiteCacheFile.payload(in: bytes, at: offset) != nil
            {
                addresses.insert(address)
                last = Array(bytes[offset..<offset + SiteCacheFile.headerSize + 8])
                lastOffset = start + offset
                offset = next
            }
            end = start + offset
        }
    }

    /// The address of the record at `offset`, and where the next one begins; nil where there is none.
    private static func record(in bytes: [UInt8], at offset: Int) -> (address: UInt64, next: Int)? {
        guard bytes.count - offset >= headerSize + 8 else { return nil }
        let size = Int(number(bytes, offset, UInt32.self))
        guard size >= 8, size <= recordLimit, size <= bytes.count - offset - headerSize else { return nil }
        return (number(bytes, offset + headerSize, UInt64.self), offset + headerSize + size)
    }

    /// The contents of a record; nil where its checksum says that it was changed.
    private static func payload(in bytes: [UInt8], at offset: Int) -> Range<Int>? {
        let start = offset + headerSize
        let payload = start..<start + Int(number(bytes, offset, UInt32.self))
        return number(bytes, offset + 4, UInt32.self) == checksum(bytes[payload]) ? payload : nil
    }

    private static func frames(in bytes: UnsafeRawBufferPointer) throws -> [Symbolicator.Frame] {
        var reader = ByteReader(bytes)
        _ = try reader.whole(UInt64.self)
        var frames: [Symbolicator.Frame] = []
        while !reader.isAtEnd {
            var frame = Symbolicator.Frame(function: try reader.text())
            frame.line = try reader.count()
            if frame.line > 0 { frame.path = try reader.text() }
            frames.append(frame)
        }
        return frames
    }

    private static func append(_ address: UInt64, _ frames: [Symbolicator.Frame], to records: inout [UInt8]) {
        var payload: [UInt8] = []
        payload.add(whole: address)
        for frame in frames {
            payload.add(text: frame.function)
            payload.add(number: UInt64(frame.path == nil ? 0 : frame.line))
            if let path = frame.path { payload.add(text: path) }
        }
        guard payload.count <= recordLimit else { return }
        records.add(whole: UInt32(payload.count))
        records.add(whole: checksum(payload[...]))
        records += payload
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        let sum = bytes.withUnsafeBytes { RecordingChecksum.of($0) }
        return UInt32(truncatingIfNeeded: sum ^ sum >> 32)
    }

    private static func number<Number: FixedWidthInteger>(_ bytes: [UInt8], _ offset: Int, _: Number.Type) -> Number {
        bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
    }
}

/// A file of the user's own that nobody else may write to; closed with its last reference.
private final class OwnFile {
    private let own: OwnDescriptor
    /// -1 once it is another file's.
    var descriptor: Int32 { own.isOwn ? own.number : -1 }
    private static let lockAttempts = 500

    init?(_ path: String, create: Bool) {
        let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let opened = create ? open(path, flags | O_CREAT, 0o600) : open(path, flags)
        guard let own = OwnDescriptor(taking: opened) else { return nil }
        self.own = own
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mode & 0o022 == 0
        else { return nil }
    }

    deinit { own.close() }

    /// Waits for the lock, but not for long: it ends with the descriptor.
    func lock() -> Bool {
        for _ in 0..<Self.lockAttempts {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
            guard errno == EWOULDBLOCK || errno == EINTR else { return false }
            usleep(1_000)
        }
        return false
    }

    /// How many bytes it has; 0 where the system does not say.
    var size: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// The bytes from an offset to another, fewer where the file ends before; nil where they cannot be read.
    func contents(from start: Int, to end: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: end - start)
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress.map { $0 + count }, $0.count - count, off_t(start + count))
            }
            guard more > 0 else { return more < 0 && errno != EINTR ? nil : Array(bytes[..<count]) }
            count += more
        }
        return bytes
    }
}
