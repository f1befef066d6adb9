/// A pass through the calls of a trace that goes before another one, and tells it what it finds.
package protocol LeadingPass {
    associatedtype Finding: Sendable

    /// Takes the next call.
    mutating func take(_ call: Trace.Call, _ found: (Finding) -> Void)

    /// Says that all calls have come by.
    mutating func finish(_ found: (Finding) -> Void)
}

/// A source that several threads read: a pass can go ahead of another on a thread of its own.
package protocol ParallelSource: TraceSource {
    /// Whether there is another thread for it.
    var readsAhead: Bool { get }

    /// As ``TraceSource/forEachCall(behind:found:_:)``.
    func readCalls<Pass: LeadingPass>(
        behind pass: Pass, found: (Pass.Finding) -> Void, _ body: (Trace.Call) throws -> Void) throws
}

extension TraceSource {
    /// Whether a pass that goes ahead of another has a thread of its own.
    var readsAhead: Bool { (self as? any ParallelSource)?.readsAhead ?? false }

    /// Gives every call to a pass and then to `body`, which is told before what the pass found by that call.
    ///
    /// Where several threads read the source, the pass goes some thousand calls ahead on another thread: what it holds is to
    /// be used by nobody else until this returns, unless that may be used by any thread.
    ///
    /// - Parameters:
    ///   - found: is told what the pass found, on the caller's thread; what it finds last, behind the last call.
    /// - Throws: the errors of `body`, and ``TraceReadError`` where the calls cannot be read.
    func forEachCall<Pass: LeadingPass>(
        behind pass: Pass, found: (Pass.Finding) -> Void, _ body: (Trace.Call) throws -> Void
    ) throws {
        if let parallel = self as? any ParallelSource, parallel.readsAhead {
            return try parallel.readCalls(behind: pass, found: found, body)
        }
        var pass = pass
        try forEachCall { call in
            pass.take(call, found)
            try body(call)
        }
        pass.finish(found)
    }
}
