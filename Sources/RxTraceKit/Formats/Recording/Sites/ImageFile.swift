import Foundation

/// Tells whether the file of an image still is the one that a process had in memory.
enum ImageFile {
    enum State: Equatable {
        case same, gone, rebuilt
    }

    static func state(of image: ProgramImage) -> State {
        let file = open(image.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return .gone }
        defer { close(file) }
        // Without a number on either side there is nothing to compare.
        guard let expected = image.build, let found = build(of: file) else { return .same }
        return found == expected ? .same : .rebuilt
    }

    /// A part of a file that a process has in memory.
    struct Segment {
        var addresses: Range<UInt64>
        /// Where it begins in the file.
        var offset: UInt64
    }

    private static let noteSegment: UInt32 = 4
    private static let loadedSegment: UInt32 = 1
    private static let isCode: UInt32 = 1
    #if arch(arm64)
        private static let machine: UInt16 = 183
    #else
        private static let machine: UInt16 = 62
    #endif
    private static let buildNote: UInt32 = 3
    /// No program has more headers, or longer notes: greater numbers are damage.
    private static let headerLimit = 4_096
    private static let noteLimit = 1 << 16

    /// The build number in an ELF file of 64 bits; nil for any other.
    private static func build(of file: Int32) -> String? {
        guard let (_, headers, size) = programHeaders(of: file) else { return nil }
        for header in stride(from: 0, to: headers.count, by: size) {
            guard number(headers, header, UInt32.self) == noteSegment else { continue }
            let length = Int(clamping: number(headers, header + 32, UInt64.self))
            let offset = Int(clamping: number(headers, header + 8, UInt64.self))
            let alignment = number(headers, header + 48, UInt64.self) == 8 ? 8 : 4
            guard length <= noteLimit, let notes = bytes(of: file, at: offset, count: length) else { continue }
            if let build = build(in: notes, alignment: alignment) { return build }
        }
        return nil
    }

    /// The segments of code in an ELF file of 64 bits for this processor; nil for any other.
    static func codeSegments(of file: Int32) -> [Segment]? {
        guard let (head, headers, size) = programHeaders(of: file), number(head, 18, UInt16.self) == machine else {
            return nil
        }
        return stride(from: 0, to: headers.count, by: size).compactMap { header in
            guard number(headers, header, UInt32.self) == loadedSegment,
                number(headers, header + 4, UInt32.self) & isCode != 0
            else { return nil }
            let start = number(headers, header + 16, UInt64.self)
            let (end, isTooLong) = start.addingReportingOverflow(number(headers, header + 32, UInt64.self))
            guard !isTooLong else { return nil }
            return Segment(addresses: start..<end, offset: number(headers, header + 8, UInt64.self))
        }
    }

    /// The head of an ELF file of 64 bits, its program headers, and the size of each of these; nil for any other file.
    private static func programHeaders(of file: Int32) -> (head: [UInt8], headers: [UInt8], size: Int)? {
        guard let head = bytes(of: file, at: 0, count: 64), head.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else {
            return nil
        }
        let offset = Int(clamping: number(head, 32, UInt64.self))
        let size = Int(number(head, 54, UInt16.self))
        let count = Int(number(head, 56, UInt16.self))
        guard size >= 56, count <= headerLimit, let headers = bytes(of: file, at: offset, count: size * count) else {
            return nil
        }
        return (head, headers, size)
    }

    private static func build(in notes: [UInt8], alignment: Int) -> String? {
        func aligned(_ count: UInt32) -> Int { (Int(count) + alignment - 1) & ~(alignment - 1) }
        var offset = 0
        while notes.count - offset >= 12 {
            let name = number(notes, offset, UInt32.self)
            let size = number(notes, offset + 4, UInt32.self)
            let start = offset + 12 + aligned(name)
            guard start <= notes.count, Int(size) <= notes.count - start else { return nil }
            if number(notes, offset + 8, UInt32.self) == buildNote, notes[(offset + 12)...].starts(with: "GNU\0".utf8) {
                return ProgramImage.digits(notes[start..<start + Int(size)])
            }
            offset = min(start + aligned(size), notes.count)
        }
        return nil
    }

    static func bytes(of file: Int32, at offset: Int, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return pread(file, &bytes, count, off_t(offset)) == count ? bytes : nil
    }

    private static func number<Number: FixedWidthInteger>(_ bytes: [UInt8], _ offset: Int, _: Number.Type) -> Number {
        bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
    }
}
