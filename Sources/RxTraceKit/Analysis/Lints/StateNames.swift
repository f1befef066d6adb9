/// Tells the subjects that are called as a state is from those of what happens.
struct StateNames {
    let text: SourceText

    /// Words of what lasts until it changes.
    private static let words: Set<String> = [
        "state", "status", "current", "is", "has", "mode", "theme", "settings", "session", "connection", "selected",
        "user", "account", "profile", "language", "locale", "cart", "basket", "balance", "token", "config",
        "configuration", "location", "position", "filter", "selection", "level", "online", "reachability", "network",
        "temperature", "price", "rate", "quota", "permission", "unit", "currency", "region", "count", "total",
    ]
    /// Words of what happens, whatever it happens to.
    private static let eventWords: Set<String> = [
        "changed", "change", "changes", "tap", "taps", "tapped", "did", "will", "event", "events", "request",
        "requests",
        "error", "errors", "alert", "alerts", "message", "messages", "toast", "toasts", "actions", "intent",
        "trigger", "refresh", "reload", "update", "updates", "show", "open", "close", "added", "removed", "picked",
        "pressed", "on", "log", "notice", "notices", "notification", "notifications",
    ]

    /// Whether the name of a subject or a share speaks of a state; or that by which others know it.
    func isState(_ node: Trace.Node) -> Bool {
        var words = SourceCode.words(of: node.variable ?? "")
        if Self.plain.isSuperset(of: words), let site = node.site, let variable = node.variable {
            words = SourceCode.words(of: property(thatGives: variable, at: site) ?? "")
        }
        return !Self.words.isDisjoint(with: words) && Self.eventWords.isDisjoint(with: words)
    }

    /// Words for a subject that say nothing of its elements.
    private static let plain: Set<String> = ["subject", "relay", "publisher", "source", "input", "stream", "output"]

    /// The property of the file that hands on a subject to others: `var user: Observable<User> { subject.asObservable() }`.
    private func property(thatGives subject: String, at site: Trace.Site) -> String? {
        text.answer(at: site, subject) {
            let lines = text.codeLines(of: site.file)
            let uses = lines.indices.filter { line in
                line != site.line - 1 && lines[line].contains(subject)
                    && lines[line].contains(
                        #/\.as(?:Observable|Signal|Driver)\(|\.(?:map|distinctUntilChanged|share)\b/#)
                    && lines[line].matches(of: #/(?:^|[^\w.])(\w+)\./#).contains { $0.1 == subject }
            }
            guard uses.count == 1 else { return nil }
            return lines[max(0, uses[0] - 2)...uses[0]].reversed().lazy
                .compactMap { $0.firstMatch(of: #/\bvar\s+(\w+)\s*:[^=]*\{/#).map { String($0.1) } }.first
        }
    }
}
