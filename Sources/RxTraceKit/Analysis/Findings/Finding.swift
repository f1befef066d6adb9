extension Trace {
    /// A fault that a trace shows, with its place in the source and the calls that prove it.
    public struct Finding: Sendable, Equatable {
        /// How much a finding matters.
        public enum Severity: UInt8, Sendable, CaseIterable, Comparable {
            /// Something to know of: it may well be meant.
            case note
            /// Something that costs, or hides a fault.
            case warning
            /// Something that makes the program behave as it was not meant to.
            case error

            /// Its word: `note`, `warning` or `error`.
            public var name: String { String(describing: self) }

            public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
        }

        /// One line of proof.
        public struct Evidence: Sendable, Equatable {
            /// What it shows, in words.
            public var text: String
            /// The id of the call that shows it.
            public var call: Int?
            /// Its place in the source.
            public var site: Site?

            /// Makes a line of evidence.
            public init(_ text: String, call: Int? = nil, site: Site? = nil) {
                self.text = text
                self.call = call
                self.site = site
            }
        }

        /// The name of the rule, such as `reentrance`.
        public var rule: String
        /// How much it matters.
        public var severity: Severity
        /// One sentence without a full stop.
        public var message: String
        /// The line to look at; nil where the recording knows no place in the source.
        public var site: Site?
        /// The calls that show it, in order.
        public var evidence: [Evidence]
        /// The way out, in one line without a full stop.
        public var remedy: String
        /// How many such findings there are at the place; the others are not told.
        public var count: Int

        /// The message, and how many times it is true.
        public var sentence: String { count > 1 ? "\(message) (\(Count.of(count, "time")))" : message }

        /// Makes a finding of a rule.
        public init(
            rule: String, severity: Severity = .warning, message: String, site: Site?, evidence: [Evidence] = [],
            remedy: String = "", count: Int = 1
        ) {
            self.rule = rule
            self.severity = severity
            self.message = message
            self.site = site
            self.evidence = evidence
            self.remedy = remedy
            self.count = count
        }
    }
}

extension Trace.Finding {
    /// One finding in place of those of the same rule at the same place, which tells how many there were. Those that name
    /// other ones of `titles`, for which the source has names, stay apart.
    static func merged(_ findings: [Self], titles: [String: String]) -> [Self] {
        struct Fault: Hashable {
            var rule: String
            var site: Trace.Site?
            /// Where no place tells them apart.
            var message: String?
            var names: Set<String>
        }
        var result: [Self] = []
        var positions: [Fault: Int] = [:]
        var names: [String: Set<String>] = [:]
        for finding in findings {
            let named = names[finding.message] ?? Set(titles.keys.lazy.filter { finding.message.contains($0) })
            names[finding.message] = named
            let fault = Fault(
                rule: finding.rule, site: finding.site, message: finding.site == nil ? finding.message : nil,
                names: named)
            guard let known = positions[fault] else {
                positions[fault] = result.count
                result.append(finding)
                continue
            }
            let count = result[known].count + finding.count
            if finding.severity > result[known].severity { result[known] = finding }
            result[known].count = count
        }
        return result
    }

    /// The finding with the command that runs the program's other orders.
    var namingExplore: Self {
        var result = self
        result.remedy += "; `rxtrace explore` runs the other orders of its threads"
        return result
    }

    /// The finding with each of `titles` told in full once, where it is first read, and by its short form after that.
    func tellingOnce(_ titles: [String: String]) -> Self {
        var result = self
        for (title, short) in titles {
            var isTold = false
            result.message = Self.shortening(title, to: short, in: result.message, &isTold)
            for index in result.evidence.indices {
                let text = result.evidence[index].text
                result.evidence[index].text = Self.shortening(title, to: short, in: text, &isTold)
            }
        }
        return result
    }

    private static func shortening(
        _ title: String, to short: String, in text: String, _ isTold: inout Bool
    ) -> String {
        guard text.contains(title) else { return text }
        var (result, rest) = ("", text[...])
        while let range = rest.range(of: title) {
            let before = rest[..<range.lowerBound]
            result += before
            // The end of a longer name is another one.
            let last = before.last ?? result.last
            let isWhole = last.map { !$0.isLetter && !$0.isNumber && $0 != "_" } ?? true
            result += isTold && isWhole ? short : title
            if isWhole { isTold = true }
            rest = rest[range.upperBound...]
        }
        return result + rest
    }

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
