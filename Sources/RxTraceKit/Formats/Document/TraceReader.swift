/// Reads a trace from the trace document, from JSON Lines or from a golden trace's text; which of these it is, the reader
/// finds out.
///
/// The input is taken in blocks: besides the trace that results, one block of it is in memory. Keys may come in any
/// order, and those this version does not know are ignored. The resulting trace is sound: every id is given once, every
/// id that is named exists, and a call or a subscription has a later id than its parent.
///
/// JSON Lines that end between two lines are a trace as well, of the calls up to there.
///
/// ```swift
/// let trace = try TraceReader.read(contentsOf: "out.json")
/// ```
public enum TraceReader {
    /// Reads the file at `path`.
    public static func read(contentsOf path: String) throws(TraceReadError) -> Trace {
        try read(contentsOf: path, meter: nil)
    }

    /// - Parameter meter: is told how far the file was read.
    package static func read(contentsOf path: String, meter: ReadingMeter?) throws(TraceReadError) -> Trace {
        let file: FileBlocks
        do {
            file = try FileBlocks(path: path, meter: meter)
        } catch {
            throw .unreadable(path, error)
        }
        return try read(named: path) { try file.next() }
    }

    /// Reads the rest of an open file, such as standard input; leaves it open.
    ///
    /// `name` is the input's name in messages.
    public static func read(fileDescriptor: Int32, named name: String) throws(TraceReadError) -> Trace {
        let file = FileBlocks(fileDescriptor: fileDescriptor)
        return try read(named: name) { try file.next() }
    }

    /// Reads a trace that is in memory.
    public static func read(_ text: String, named name: String) throws(TraceReadError) -> Trace {
        var rest: [UInt8]? = Array(text.utf8)
        return try read(named: name) {
            defer { rest = nil }
            return rest
        }
    }

    /// Reads a trace from blocks of any length.
    ///
    /// - Parameters:
    ///   - name: the input's name in messages.
    ///   - nextBlock: gives the bytes that follow, nil at the end. An error it throws becomes one of kind
    ///     ``TraceReadError/Kind/unreadable``.
    public static func read(
        named name: String, _ nextBlock: @escaping () throws -> [UInt8]?
    ) throws(TraceReadError) -> Trace {
        var start: [UInt8]? = []
        do {
            // A block may have fewer bytes than tell one from the other.
            while let bytes = start, bytes.count < GoldenText.magic.utf8.count, let block = try nextBlock() {
                start = bytes + block
            }
            if let bytes = start, GoldenText.isGolden(bytes) { return try readGolden(bytes, name, nextBlock) }
        } catch let error as TraceReadError {
            throw error
        } catch {
            throw .unreadable(name, error)
        }
        var document = TraceDocument(
            JSONScanner {
                defer { start = nil }
                return try start ?? nextBlock()
            })
        do {
            try document.read()
        } catch {
            throw describe(error, in: document, name)
        }
        if let problem = document.trace.inconsistency() { throw .inconsistent(name, problem) }
        return document.trace
    }

    /// Reads a golden trace, whose first bytes were read.
    private static func readGolden(
        _ start: [UInt8], _ name: String, _ nextBlock: () throws -> [UInt8]?
    ) throws -> Trace {
        var bytes = start
        while let block = try nextBlock() { bytes += block }
        do {
            let trace = try GoldenText.trace(String(decoding: bytes, as: UTF8.self))
            if let problem = trace.inconsistency() { throw TraceReadError.inconsistent(name, problem) }
            return trace
        } catch let damage as GoldenText.Damage {
            throw TraceReadError.damagedGolden(name, damage)
        } catch let foreign as GoldenText.ForeignVersion {
            throw TraceReadError.unsupportedVersion(
                foreign.version, name, reads: "versions 1 to \(GoldenText.version) of golden traces")
        }
    }

    private static func describe(_ error: any Error, in document: TraceDocument, _ name: String) -> TraceReadError {
        if case TraceDocument.Foreign.version(let version) = error { return .unsupportedVersion(version, name) }
        guard let failure = error as? JSONScanner.Failure else { return .notATrace(name) }
        switch failure.reason {
        case .input(let error): return .unreadable(name, error)
        case .ended where document.isEmpty: return .empty(name)
        case _ where !document.isRecognized: return .notATrace(name)
        case .ended: return .truncated(name, document.place.ofEnd, failure)
        case .malformed(let message): return .damaged(name, document.place.ofDamage, message, failure)
        }
    }
}
