extension Trace {
    /// The run of a program that a trace was recorded in.
    ///
    /// ```swift
    /// if let run = trace.run { print("process \(run.process) on \(run.host)") }
    /// ```
    public struct Run: Sendable, Equatable {
        /// Tells the trace from all others: 32 hexadecimal digits, made at random as the recording began.
        public var identity: String
        /// The number of the process.
        public var process: Int
        /// The name of the machine.
        public var host: String
        /// When the trace starts, in nanoseconds since 1970.
        public var start: UInt64
        /// The program that this one works for, where it joined that one's trace.
        public var parent: Traceparent?

        /// Makes a run from its parts.
        public init(identity: String, process: Int, host: String, start: UInt64, parent: Traceparent? = nil) {
            self.identity = identity
            self.process = process
            self.host = host
            self.start = start
            self.parent = parent
        }

        /// What the program hands on to those that work for it: its own span, in the trace that it belongs to.
        public var traceparent: Traceparent { SpanIdentity(self).traceparent }
    }
}
