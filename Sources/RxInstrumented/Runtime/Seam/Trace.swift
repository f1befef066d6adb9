import CRxTraceBuffer
import Foundation
import RxTraceKit
import Synchronization

/// The result of a recording. Import `RxTraceKit` to render or compare it.
public typealias Trace = RxTraceKit.Trace

/// Whether a recording keeps where the user's code made calls.
enum RecordedSites {
    /// Whether the running recording keeps places in the source. Set before it starts.
    static let areKept = Atomic<Bool>(true)
}

extension Trace {
    /// The W3C traceparent to pass to other programs, which makes their traces a part of this one.
    ///
    /// ```swift
    /// request.setValue(Trace.traceparent, forHTTPHeaderField: "traceparent")
    /// environmentOfChild["TRACEPARENT"] = Trace.traceparent
    /// ```
    ///
    /// While a recording runs, it names the recording's outermost span as `rxtrace otlp` writes it: the whole program.
    /// Otherwise it is the joined traceparent (see ``join(traceparent:)``), unchanged, or nil. Thread-safe.
    public static var traceparent: String? {
        JoinedTrace.state.withLock { state in
            guard rxtrace_is_on(), let identity = state.identity else { return state.parent?.description }
            let run = Trace.Run(identity: identity, process: 0, host: "", start: 0, parent: state.parent)
            return run.traceparent.description
        }
    }

    /// Makes recordings a part of another program's trace.
    ///
    /// ```swift
    /// if let header = request.headers["traceparent"] { Trace.join(traceparent: header) }
    /// ```
    ///
    /// `rxtrace otlp` then writes them with that program's trace id, below its span. A call holds for the running
    /// recording and later ones, until the next call. The environment variable `TRACEPARENT` is joined at the process's
    /// start. Join before passing on ``traceparent``, which otherwise names the former trace. Thread-safe.
    ///
    /// - Parameter traceparent: a value of the format of https://www.w3.org/TR/trace-context/: version, trace id, span
    ///   id and flags. The flags are ignored: whether a recording runs is up to this program.
    /// - Returns: false, without effect, if the text is not a traceparent.
    @discardableResult
    public static func join(traceparent: String) -> Bool {
        guard let parent = Traceparent(traceparent) else { return false }
        JoinedTrace.state.withLock { $0.parent = parent }
        return true
    }
}

/// The trace that this process is part of.
enum JoinedTrace {
    static let state = Lock<(parent: Traceparent?, identity: String?)>(
        (getenv("TRACEPARENT").flatMap { Traceparent(String(cString: $0)) }, nil))

    /// The traceparent of the program that this one works for.
    static var parent: Traceparent? { state.withLock { $0.parent } }

    /// Notes that a recording with an identity begins.
    static func begin(identity: String?) { state.withLock { $0.identity = identity } }
}
