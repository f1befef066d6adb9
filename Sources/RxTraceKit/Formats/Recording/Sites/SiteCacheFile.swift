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
    /// Up to where the records in ``bytes`` are known to be whole.
    private var end = 0
    /// A file that could not be added to once is not tried again.
    private var isGivenUp = false

    init(_ path: String, in folder: SiteCacheFolder) {
        self.path = path
        self.folder = folder
        guard let file = OwnFile(path, create: false) else { return }
        bytes = file.contents(limit: Self.sizeLimit) ?? []
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
        let held = file.contents(limit: Self.sizeLimit) ?? []
        // Records are checked once, unless others have changed them or begun the file anew.
        if held.count < end || memcmp(held, bytes, end) != 0 { end = 0 }
        bytes = held
        checkRecords()
        var place = end
        var records: [UInt8] = []
        for (address, frames) in found.sorted(by: { $0.key < $1.key }) where offsets[address] == nil {
            Self.append(address, frames, to: &records)
        }
        if place + records.count > Self.sizeLimit { place = 0 }
        guard !records.isEmpty else { return }
        if place == 0 { records = Self.magic + records }
        if place < held.count || place == 0 { ftruncate(file.descriptor, off_t(place)) }
        // A write that falls short leaves a cut record, which the next one to add replaces.
        _ = pwrite(file.descriptor, records, records.count, off_t(place))
        if place == 0 || place >> 20 != (place + records.count) >> 20 { folder.prune() }
    }

    /// Goes on to where the first record begins that is not whole, or the file ends.
    private func checkRecords() {
        if end == 0 {
            offsets = [:]
            guard bytes.starts(with: Self.magic) else { return }
            end = Self.magic.count
        }
        while let (address, next) = Self.record(in: bytes, at: end), Self.payload(in: bytes, at: end) != nil {
            offsets[address] = end
            end = next
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

    /// All bytes; nil where there are too many, or they cannot be read.
    func contents(limit: Int) -> [UInt8]? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size <= limit else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress.map { $0 + count }, $0.count - count, off_t(count))
            }
            guard more > 0 else { return more < 0 && errno != EINTR ? nil : Array(bytes[..<count]) }
            count += more
        }
        return bytes
    }
}
