/// The words that the user's code has for observables and subjects.
struct SourceWords {
    /// The operators that made observables, as the user's code calls them.
    private var operators: [Int: String] = [:]
    private let text: SourceText?

    /// - Parameter text: the source, where longer words are read; nil for none.
    init(_ text: SourceText?) {
        self.text = text
    }

    /// Takes a call that makes a node.
    mutating func note(_ create: Trace.Call) {
        if let node = create.node, let word = create.label { operators[node] = word }
    }

    /// The word for an observable or a subject; nil where the trace and the source tell none.
    func word(for node: Trace.Node) -> String? {
        // A subject that an operator made at its line has the operator's word.
        if node.role == .subject { return operators[node.id] ?? subject(node) }
        guard let word = operators[node.id] else { return nil }
        // Two operators are told from others of their base name by the label of their argument.
        if !node.isReactiveObjC, node.behaviors.contains(.hops) || node.behaviors.contains(.starts) {
            return "\(word)(on:)"
        }
        return path(to: word, at: node.site) ?? word
    }

    /// Whether an operator made a node.
    func hasOperator(_ node: Trace.Node) -> Bool { operators[node.id] != nil }

    /// The type that the user's code makes where a subject comes to be: one whose name begins as the subject's does.
    /// `ReplaySubject.create(bufferSize: 1)` makes an object of a class of the library's own.
    private func subject(_ subject: Trace.Node) -> String? {
        guard let site = subject.site, let text else { return nil }
        return text.answer(at: site, subject.type) { () -> String? in
            let line = text.code(from: site, lines: 1)
            if line.contains(subject.type) { return nil }
            let kind = subject.type.prefix(1) + subject.type.dropFirst().prefix { !$0.isUppercase }
            return line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.first { $0.hasPrefix(kind) }.map(
                String.init)
        }
    }

    /// A source that is found by `rx`, as the code has it: `NotificationCenter.default.rx.notification`.
    private func path(to word: String, at site: Trace.Site?) -> String? {
        guard let site, let text else { return nil }
        return text.answer(at: site, word) { () -> String? in
            let line = text.code(from: site, lines: 1)
            guard let end = line.range(of: ".\(word)") else { return nil }
            let path = line[..<end.lowerBound].reversed().prefix {
                $0.isLetter || $0.isNumber || $0 == "." || $0 == "_"
            }
            let whole = String(path.reversed()) + ".\(word)"
            return whole.split(separator: ".").contains("rx") ? whole : nil
        }
    }
}
