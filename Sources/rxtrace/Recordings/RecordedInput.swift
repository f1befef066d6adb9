import Foundation
import RxTraceExploring
import RxTraceKit

/// What is made of a recording's index.
enum IndexUse {
    case none
    /// Calls are read by it, if it is there or can be made. Where it and the recording do not fit, which the calls tell as
    /// they are read, there is `RecordingIndexDamage`.
    case some
    /// The recording is read as a whole, and its index made anew.
    case remade
}

/// Opens a recorded trace, whichever of the formats it is in.
enum RecordedInput {
    /// The recording or trace document in the file at `path`. A recording's damage is kept for ``PendingFailure``: the
    /// calls that are there come first.
    ///
    /// - Parameters:
    ///   - name: its name in messages; nil for its path.
    ///   - use: what is made of a recording's index.
    static func open(_ path: String, named name: String? = nil, index use: IndexUse = .none) throws -> any TraceSource {
        if use == .some, let recording = byIndex(path, name) { return recording }
        let meter = Progress.shared.reading(name ?? path)
        guard isRecording(path) else {
            return TraceInMemory(try TraceReader.read(contentsOf: path, meter: meter))
        }
        let recording = try TraceRecording(
            contentsOf: path, named: name ?? path, meter: meter, indexes: use == .none ? nil : .ofUser)
        // The index that was made meanwhile, if one was.
        if use == .some, let recording = byIndex(path, name) { return recording }
        PendingFailure.set(recording.problem.flatMap { CommandFailure($0) })
        return recording
    }

    private static func byIndex(_ path: String, _ name: String?) -> TraceRecording? {
        let recording = TraceRecording(byIndexOf: path, named: name, in: .ofUser)
        if let recording { PendingFailure.set(recording.problem.flatMap { CommandFailure($0) }) }
        return recording
    }

    /// The trace on standard input. A recording is read from any place, so that one that comes through a pipe is put
    /// into a file first.
    static func openStandardInput() throws -> any TraceSource {
        let name = "standard input"
        let input = FileHandle.standardInput
        // Who types the input sees how far it is.
        let meter = isatty(STDIN_FILENO) == 1 ? nil : Progress.shared.reading(name)
        let head = try part(of: input, upTo: RecordingHead.size) ?? Data()
        guard RecordingHead.isRecording(head) else {
            var first: [UInt8]? = head.isEmpty ? nil : Array(head)
            return TraceInMemory(
                try TraceReader.read(named: name) {
                    defer { first = nil }
                    let bytes = try first ?? part(of: input, upTo: 1 << 16).map { Array($0) }
                    meter?.add(bytes?.count ?? 0)
                    return bytes
                })
        }
        let folder = try TemporaryDirectory()
        let path = folder.path("standard-input.rxtrace")
        try ReplacedFile(path: path).replace { writer in
            var next: Data? = head
            while let bytes = next, !bytes.isEmpty {
                try bytes.withUnsafeBytes { try writer.write($0) }
                meter?.add(bytes.count)
                next = try part(of: input, upTo: 1 << 16)
            }
        }
        return try open(path, named: name)
    }

    private static func part(of standardInput: FileHandle, upTo count: Int) throws -> Data? {
        do {
            return try standardInput.read(upToCount: count)
        } catch {
            let isClosed = fcntl(standardInput.fileDescriptor, F_GETFD) < 0
            throw CommandFailure(
                .noInput,
                "standard input \(isClosed ? "is closed" : "cannot be read"). Lead a trace into it, or name its file.")
        }
    }

    /// Whether a file begins as a recording does.
    static func isRecording(_ path: String) -> Bool {
        let file = try? FileHandle(forReadingFrom: URL(filePath: path))
        let head = try? file?.read(upToCount: RecordingHead.size)
        return head.map { RecordingHead.isRecording($0) } ?? false
    }
}
