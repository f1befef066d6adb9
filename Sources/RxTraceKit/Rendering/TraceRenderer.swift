/// A way to write a trace as text: one renderer is one file in this folder.
///
/// ```swift
/// print(try TreeRenderer().string(from: trace))
/// ```
public protocol TraceRenderer {
    /// Writes the whole rendering of `source`, ending in a newline.
    ///
    /// - Throws: the errors of `output`, and ``TraceReadError`` where the calls cannot be read.
    func render(_ source: any TraceSource, to output: TextOutput) throws
}

/// A renderer that goes through the calls one by one, so that the length of a trace is no matter of memory.
public protocol TraceSourceRenderer: TraceRenderer {}

extension TraceRenderer {
    /// Writes the whole rendering of `trace`, ending in a newline.
    ///
    /// - Throws: only the errors of `output`.
    public func render(_ trace: Trace, to output: TextOutput) throws {
        try render(TraceInMemory(trace), to: output)
    }

    /// The whole rendering as one string, for tests and short traces.
    public func string(from trace: Trace) -> String {
        var bytes: [UInt8] = []
        let output = TextOutput { bytes.append(contentsOf: $0) }
        do {
            try render(trace, to: output)
            try output.flush()
        } catch {
            preconditionFailure("an output in memory does not fail: \(error)")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
