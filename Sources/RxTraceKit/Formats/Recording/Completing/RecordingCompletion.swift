import Foundation

/// Adds blocks to a recording that nobody writes any more: what was made of it, so that it need not be made again.
///
/// ```swift
/// let recording = try TraceRecording(contentsOf: "app.rxtrace")
/// try RecordingCompletion(of: recording, at: "app.rxtrace").write([.places: [payload]])
/// ```
///
/// They stand right before the block of the end; of a recording without an end, behind its last whole block. The recorder's
/// own blocks stay as they are, and where they are. Blocks of the kinds that are given take the place of those of the same
/// kind; those of other kinds are kept, also of kinds that this version does not know. An index tells where the blocks stand,
/// so that one which was there is kept no longer; one that is given stands behind the other blocks.
///
/// A new file takes the recording's place, or nothing is changed. Who has the old one open goes on reading it.
package struct RecordingCompletion {
    /// Why a recording is left as it is.
    package enum Failure: Error, Equatable {
        /// A program still writes it: the number of its process.
        case isWritten(by: Int)
        /// Another file has taken its place since it was read, or it has changed.
        case isReplaced
        /// A block would be larger than readers take.
        case isTooLarge
        /// It has no block that can be read.
        case isNoRecording
    }

    private static let copySize = 1 << 20

    private let bytes: RecordingBytes
    private let tail: RecordingTail
    private let about: RecordingAbout
    private let path: String

    /// - Parameters:
    ///   - recording: the recording as it was opened from `path`.
    ///   - path: its file.
    /// - Throws: ``Failure``.
    package init(of recording: TraceRecording, at path: String) throws(Failure) {
        guard let about = recording.blocks.about else { throw .isNoRecording }
        (bytes, tail, self.path) = (recording.blocks.bytes, recording.blocks.additions.tail, path)
        self.about = about
        guard bytes.isFile(at: path) else { throw .isReplaced }
        if tail.recordingEnd == nil, RecordingWriter(about).holds(path) { throw .isWritten(by: about.process) }
    }

    /// The payloads of a kind that are there already, in the order of the file.
    ///
    /// - Throws: where they cannot be read.
    package func payloads(of kind: RecordingLayout.BlockKind) throws -> [[UInt8]] {
        try tail.additions.filter { $0.kind == kind.rawValue }.map { try bytes.read($0.payload) }
    }

    /// Puts blocks in place of all of their kinds; a kind without payloads is taken out.
    ///
    /// - Throws: ``Failure``, ``OutputError`` where the new file cannot be written, and the system's reason where the old
    ///   one cannot be read.
    package func write(_ payloads: [RecordingLayout.BlockKind: [[UInt8]]]) throws { try write(payloads, index: nil) }

    /// - Parameter index: is put in behind the other blocks.
    func write(_ payloads: [RecordingLayout.BlockKind: [[UInt8]]], index: IndexBlocks?) throws {
        guard let mark = tail.mark else { throw Failure.isNoRecording }
        guard payloads.values.joined().allSatisfy({ $0.count <= RecordingLayout.maximumPayload }) else {
            throw Failure.isTooLarge
        }
        var blocks: [(kind: UInt8, payload: [UInt8])] = []
        let replaced = Set(payloads.keys.map(\.rawValue)).union([RecordingLayout.BlockKind.index.rawValue])
        for addition in tail.additions where !replaced.contains(addition.kind) {
            blocks.append((addition.kind, try bytes.read(addition.payload)))
        }
        for (kind, payloads) in payloads { blocks += payloads.map { (kind.rawValue, $0) } }
        blocks.sort { $0.kind < $1.kind }

        try ReplacedFile(path: path).replace { writer in
            try copy(0..<tail.start, to: writer)
            var output = Output(writer: writer, mark: mark, offset: tail.start, number: tail.number)
            for block in blocks { try output.write(block.kind, block.payload) }
            let start = output.offset
            try index?.forEachPayload { try output.write(RecordingLayout.BlockKind.index.rawValue, $0) }
            if let end = tail.recordingEnd {
                let places = index.map { (UInt64(start), UInt64(start + $0.tableStart - $0.start)) }
                try output.write(RecordingLayout.BlockKind.end.rawValue, [], index: places ?? (0, 0))
                // What somebody put behind the end is no part of the recording, and stays where it is.
                try copy(end..<bytes.count, to: writer)
            }
            try writer.synchronize()
            guard bytes.isFile(at: path) else { throw Failure.isReplaced }
        }
    }

    /// Writes blocks behind each other.
    private struct Output {
        let writer: DescriptorWriter
        let mark: UInt64
        /// Where the next block stands.
        var offset: Int
        /// Its number.
        var number: UInt64

        mutating func write(_ kind: UInt8, _ payload: [UInt8], index: (start: UInt64, table: UInt64) = (0, 0)) throws {
            var block = [UInt8](repeating: 0, count: RecordingLayout.headerSize)
            payload.withUnsafeBytes { payload in
                var head = BlockHead(kind: kind, thread: 0, number: number, mark: mark, payload: payload)
                head.index = index
                block.withUnsafeMutableBytes { head.store(to: $0) }
            }
            block += payload
            try block.withUnsafeBytes { try writer.write($0) }
            offset += block.count
            number += 1
        }
    }

    private func copy(_ range: Range<Int>, to writer: DescriptorWriter) throws {
        for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.copySize) {
            let part = try bytes.read(start..<min(range.upperBound, start + Self.copySize))
            try part.withUnsafeBytes { try writer.write($0) }
        }
    }
}

extension RecordingCompletion.Failure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .isWritten(let process): "process \(process) still writes it. Wait for its end."
        case .isReplaced: "it has changed meanwhile. Try again."
        case .isTooLarge: "what is to be added is too large."
        case .isNoRecording: "it has nothing that can be read."
        }
    }
}
