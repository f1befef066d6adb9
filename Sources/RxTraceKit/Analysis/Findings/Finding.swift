extension Trace {
    /// A fault that a trace shows, with its place in the source and the calls that prove it.
    public struct Finding: Sendable, Equatable {
        public enum Severity: UInt8, Sendable, CaseIterable {
            /// Something that costs, or hides a fault.
            case warning
            /// Something that makes the program do what it was not meant to.
            case error

            public var name: String { String(describing: self) }
        }

        /// One line of proof.
        public struct Evidence: Sendable, Equatable {
            public var text: String
            /// The id of the call that shows it.
            public var call: Int?
            public var site: Site?

            public init(_ text: String, call: Int? = nil, site: Site? = nil) {
                self.text = text
                self.call = call
                self.site = site
            }
        }

        /// The name of the rule, such as `reentrance`.
        public var rule: String
        public var severity: Severity
        /// One sentence without a full stop.
        public var message: String
        /// The line to look at; nil where the recording knows no place in the source.
        public var site: Site?
        public var evidence: [Evidence]

        public init(
            rule: String, severity: Severity = .warning, message: String, site: Site?, evidence: [Evidence] = []
        ) {
            self.rule = rule
            self.severity = severity
            self.message = message
            self.site = site
            self.evidence = evidence
        }
    }
}

extension Trace.Finding {
    /// The order of a report: by place in the source, those without one last.
    static func isBefore(_ left: Self, _ right: Self) -> Bool {
        switch (left.site, right.site) {
        case (nil, nil): (left.rule, left.message) < (right.rule, right.message)
        case (nil, _): false
        case (_, nil): true
        case (let a?, let b?): (a.file, a.line, left.rule, left.message) < (b.file, b.line, right.rule, right.message)
        }
    }
}
