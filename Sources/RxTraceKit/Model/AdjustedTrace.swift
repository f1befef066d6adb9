/// A trace under another name, or without its events' values.
///
/// ```swift
/// let shared = AdjustedTrace(recording, scenario: "search", hasValues: false)
/// ```
package struct AdjustedTrace: WrappedTrace {
    package let scenario: String
    package let whole: any TraceSource
    private let hasValues: Bool

    /// - Parameter scenario: the other name; nil to keep the trace's own.
    package init(_ base: any TraceSource, scenario: String? = nil, hasValues: Bool = true) {
        whole = base
        self.scenario = scenario ?? base.scenario
        self.hasValues = hasValues
    }

    package func forEachCreation(_ body: (Trace.Creation) throws -> Void) throws {
        try whole.forEachCreation(body)
    }

    package func forEachCall(_ body: (Trace.Call) throws -> Void) throws {
        guard !hasValues else { return try whole.forEachCall(body) }
        try whole.forEachCall { call in
            var call = call
            call.event?.value = nil
            try body(call)
        }
    }
}
