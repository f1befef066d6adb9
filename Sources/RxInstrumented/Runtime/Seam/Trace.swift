import CRxTraceBuffer
import Foundation
import RxTraceKit
import Synchronization

/// The result of a recording; import `RxTraceKit` to render or compare it.
public typealias Trace = RxTraceKit.Trace

/// Where the user's code made a call.
enum RecordedSites {
    /// Whether the running recording keeps places in the source. Set before it starts.
    static let areKept = Atomic<Bool>(true)
}

extension Trace {
    /// The W3C traceparent to hand on to programs that work for this one, so that their traces and this one's are one.
    ///
    /// ```swift
    /// request.setValue(Trace.traceparent, forHTTPHeaderField: "traceparent")
    /// environmentOfChild["TRACEPARENT"] = Trace.traceparent
    /// ```
    ///
    /// While a recording runs, it names that recording's outermost span as `rxtrace otlp` writes it: the whole program.
    /// Otherwise it is that of the program which this one works for, handed on as it came; nil where there is none. May
    /// be asked on any thread.
    public static var traceparent: String? {
        JoinedTrace.state.withLock { state in
            guard rxtrace_is_on(), let identity = state.identity else { return state.parent?.description }
            let run = Trace.Run(identity: identity, process: 0, host: "", start: 0, parent: state.parent)
            return run.traceparent.description
        }
    }

    /// Makes the recording part of the trace of a program that this one works for.
    ///
    /// ```swift
    /// if let header = request.headers["traceparent"] { Trace.join(traceparent: header) }
    /// ```
    ///
    /// `rxtrace otlp` then writes it with the trace id of that program, below its span. It counts for the recording that
    /// runs and for those to come, until the next one; a process whose environment has `TRACEPARENT` has joined from its
    /// start. Join before ``traceparent`` is handed on: what was handed on earlier names the former trace. May be called
    /// on any thread, whether or not a recording runs.
    ///
    /// - Parameter traceparent: as of https://www.w3.org/TR/trace-context/: the version, the trace's id, the span's id and
    ///   the flags. The flags are not obeyed: that a recording runs was decided for this program.
    /// - Returns: false for a text that is none, which changes nothing.
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

    /// The program that this one works for.
    static var parent: Traceparent? { state.withLock { $0.parent } }

    /// A recording begins that is told from others by `identity`.
    static func begin(identity: String?) { state.withLock { $0.identity = identity } }
}
