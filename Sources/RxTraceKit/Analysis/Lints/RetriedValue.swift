/// A retry asks again with a value that was read once, before its first attempt.
struct RetriedValue: LintRule {
    static let definition = LintDefinition(
        name: "retried-value", severity: .warning,
        summary: "retry asks again with a value that was read only once",
        explanation: """
            Fires where retry or retry(when:) subscribes again, after an error, to a `just(session.token)` that was made
            before it: its element is a variable that the file sets elsewhere (both read in the source), and was read as
            the observable was made. Each attempt is handed the first value, also where it was renewed meanwhile. Fires
            too where the statement hands a variable to the function that makes the request, and the closure of its
            retry(when:) sets that variable: the line is that of the call. Fires too where the closure of a create sends
            its observer a constant that the function around it has made by a call, before the first attempt: the line
            is that of the constant. Else the line is that of just. No fault: just in the closure of deferred, which is
            made anew for each attempt; a constant; a variable that nobody sets; a just that stands below the retry.
            """,
        example: """
            Observable.just(session.token)  // reads now
                .flatMap { load($0) }
                .retry(when: { $0.flatMap { _ in session.renew() } })
            """,
        remedy: "use deferred { .just(token) }, which reads it for each attempt")
    static let opening: Set<Trace.Operation> = [.subscribe, .on]

    private struct Use: Hashable {
        var observable: Int
        var retry: Int
    }

    private struct Attempts {
        var first: Int
        var again: Int?
        /// How many errors the retry had been told of at the first.
        var errors: Int
    }

    private var attempts: [Use: Attempts] = [:]
    /// The errors that each retry was told of, by its sink.
    private var errors: [Int: Int] = [:]
    /// The sources that each retry subscribed to, and the first and the last of the calls that did.
    private var sources: [Int: (first: Int, last: Int, source: Int)] = [:]
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        sort.operation == .on
            ? sort.event == .error && sort.behaviors.contains(.retries)
            : sort.role == .observable && (sort.behaviors.isEmpty || sort.behaviors == [.sentTo])
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard let id = call.node else { return }
        if call.operation == .on {
            guard call.eventKind == .error, walk.behaviors.contains(.retries), let sink = walk.sink(of: id) else {
                return
            }
            errors[sink.id, default: 0] += 1
        } else if walk.role == .observable, walk.behaviors == [.sentTo] {
            guard let retry = walk.sink(of: walk.attempt?.call.node)?.id else { return }
            sources[retry] = (sources[retry]?.first ?? call.id, call.id, id)
        } else if walk.role == .observable, walk.behaviors.isEmpty, walk.node(id)?.site != nil,
            let retry = walk.sink(of: walk.attempt?.call.node)?.id
        {
            let use = Use(observable: id, retry: retry)
            if let known = attempts[use] {
                if known.again == nil, errors[retry, default: 0] > known.errors { attempts[use]?.again = call.id }
            } else {
                attempts[use] = Attempts(first: call.id, errors: errors[retry, default: 0])
            }
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        var told: Set<Int> = []
        return handedOver(in: walk) + kept(in: walk)
            + attempts.sorted { $0.value.first < $1.value.first }.compactMap { use, attempts in
                guard let again = attempts.again, let node = walk.node(use.observable), let site = node.site,
                    walk.word(for: node) == "just", let variable = variable(at: site), told.insert(node.id).inserted
                else { return nil }
                let retry = walk.observable(of: use.retry).map { walk.name(of: $0) } ?? "retry"
                return finding(
                    "\(retry) asks again with the \(variable) that was read before the first attempt", at: site,
                    [.init("the first attempt", call: attempts.first), .init("after an error, again", call: again)])
            }
    }

    /// The requests that were handed a value which the closure of their retry sets.
    private func handedOver(in walk: TraceWalk) -> [Trace.Finding] {
        sources.filter { $0.value.first < $0.value.last }.sorted { $0.key < $1.key }.compactMap { retry, calls in
            guard let operation = walk.observable(of: retry), let site = operation.site,
                let (variable, place) = argument(ofSourceAbove: site)
            else { return nil }
            return finding(
                "\(walk.name(of: operation)) asks again with the \(variable) that was read before the first attempt",
                at: place,
                [.init("the first attempt", call: calls.first), .init("after an error, again", call: calls.last)])
        }
    }

    /// The requests whose create sends what their function had asked for before.
    private func kept(in walk: TraceWalk) -> [Trace.Finding] {
        sources.filter { $0.value.first < $0.value.last && errors[$0.key, default: 0] > 0 }.sorted { $0.key < $1.key }
            .compactMap { retry, calls in
                guard let operation = walk.observable(of: retry), let made = walk.node(calls.source)?.site,
                    let (constant, place) = constant(sentByCreateAt: made)
                else { return nil }
                return finding(
                    "\(walk.name(of: operation)) is answered with the \(constant) that was made before the first attempt",
                    at: place,
                    [.init("the first attempt", call: calls.first), .init("after an error, again", call: calls.last)],
                    remedy: "make it in the closure of create, which each attempt runs")
            }
    }

    /// The constant that the closure of a create hands its observer, which the function around it makes by a call.
    private func constant(sentByCreateAt site: Trace.Site) -> (name: String, place: Trace.Site)? {
        guard let content = CreateClosure.content(in: text.code(from: site)) else { return nil }
        let sent = CreateClosure.uses(of: CreateClosure.observer(in: content), in: content).compactMap { use in
            content[use.upperBound...].prefixMatch(of: #/(?:\.on\w*)?\((?:\.\w+\()?([a-z]\w*)\)/#).map { String($0.1) }
        }
        let lines = text.lines(of: site.file)
        let depth = SourceDeclaration.indentation(of: lines[site.line - 1])
        for index in (max(0, site.line - 20)..<(site.line - 1)).reversed() {
            let code = SourceCode.plain(lines[index])
            if code.contains(#/\b(?:func|init|class|struct)\s/#) { return nil }
            guard SourceDeclaration.indentation(of: code) == depth,
                let match = code.firstMatch(of: #/^\s+let\s+(\w+)\s*(?::[^=]+)?=.*\w\(.*\)\s*$/#),
                sent.contains(String(match.1))
            else { continue }
            return (String(match.1), Trace.Site(file: site.file, line: index + 1))
        }
        return nil
    }

    /// The variable that the first line of a statement hands to a function, if the closure of the retry below sets it.
    private func argument(ofSourceAbove site: Trace.Site) -> (variable: String, place: Trace.Site)? {
        let lines = text.lines(of: site.file)
        guard lines.indices.contains(site.line - 1) else { return nil }
        let start = SourceStatement.start(of: site.line - 1, in: lines)
        let head = SourceCode.plain(lines[start])
        guard !head.contains("{"), let retry = SourceCode.closure(behind: "retry", in: text.code(from: site, lines: 16))
        else {
            return nil
        }
        let set = Set(
            retry.matches(of: #/(?:^|[^\w.])(?:self[?!]?\.)?((?:\w+[?!]?\.)*\w+)\s*=(?!=)/#).map { String($0.1) })
        for match in head.matches(of: #/[(,]\s*(?:\w+:\s*)?(?:self\.)?((?:\w+\.)*\w+)(?=\s*[,)])/#)
        where set.contains(String(match.1)) {
            return (String(match.1), Trace.Site(file: site.file, line: start + 1))
        }
        return nil
    }

    /// The variable that a just at a site is handed, if its file sets it.
    private func variable(at site: Trace.Site) -> String? {
        let line = text.code(from: site, lines: 1)
        guard line.matches(of: #/just\(/#).count == 1,
            let match = line.firstMatch(of: #/just\(\s*((?:\w+\.)*([a-z]\w*))\s*\)/#)
        else { return nil }
        let name = String(match.2)
        let isSet = text.lines(of: site.file).contains { line in
            let code = SourceCode.plain(line)
            return code.matches(of: #/(?:(\w+)\s+)?(?:\w+\.)*([a-z]\w*)\s*=(?!=)/#).contains { set in
                set.2 == name && set.1 != "let" && set.1 != "var"
            }
        }
        return isSet ? String(match.1) : nil
    }
}
