/// A closure that changes something does so once per subscriber.
struct RepeatedChange: LintRule {
    static let definition = LintDefinition(
        name: "repeated-change", severity: .warning,
        summary: "one event runs a closure that changes something twice",
        explanation: """
            Fires where one event of a subject or share runs the closure of one operator, such as map or filter, for
            several subscriptions, and the closure changes a variable that is not its own, as a count or a log is (read
            in the source): the change is made once per subscriber. The line is that of the operator. Fires too where
            such a closure, or that of a flatMap, changes a local variable of the function that makes the chain (var
            page = 0), and the chain is subscribed again: the second subscriber goes on with what the first has left.
            The line is then that of the variable. A note: the closure calls a method whose answer it throws away, as
            Tracker.track(item) for one, for each subscriber. Fires too where scan or reduce begins with an object of a
            class (scan(Tally())), and is subscribed again: all subscriptions change one object. No fault: a closure
            that only computes; a variable of the closure's own; an operator that is subscribed once, or stands above a
            share.
            """,
        example: """
            let titles = names.map { name in count += 1; return name.uppercased() }
            titles.subscribe(onNext: show)
            titles.subscribe(onNext: log)  // counts again
            """,
        remedy: "put share() below it, or change it in one subscribe(onNext:)",
        signalRemedy: "share it by multicast below it, or change it in one subscribeNext")
    static let opening: Set<Trace.Operation> = [.handler]

    /// The runs of an operator's closure for the last event.
    private struct Runs {
        var delivery: Int
        var sinks: Set<Int> = []
        var example: (first: Trace.Call, second: Trace.Call?)
        var events = 0

        mutating func note(_ run: Trace.Call, of sink: Int, for event: Int) {
            if delivery != event || sinks.isEmpty {
                delivery = event
                sinks.removeAll(keepingCapacity: true)
                sinks.insert(sink)
                if example.second == nil { example.first = run }
            } else if sinks.insert(sink).inserted {
                if sinks.count == 2 { events += 1 }
                if example.second == nil { example.second = run }
            }
        }
    }

    private var runs: [Int: Runs] = [:]
    /// By sink, the operator that it works for.
    private var operations: [Int: Int] = [:]
    /// The user's subscriptions in which each operator's closure ran, with the first call.
    private var roots: [Int: [Int: Trace.Call]] = [:]
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool { sort.role == .sink && sort.runs([.computes, .makes]) }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        let kinds = walk.kinds(of: call)
        guard kinds.contains(.computes) || kinds.contains(.makes), let sink = call.node, walk.role == .sink,
            let operation = operations[sink] ?? walk.observable(of: sink)?.id
        else { return }
        operations[sink] = operation
        if let root = walk.root(of: call.subscription), roots[operation]?.keys.contains(root) != true {
            roots[operation, default: [:]][root] = call
        }
        guard kinds.contains(.computes), let delivery = walk.delivery else { return }
        runs[operation, default: Runs(delivery: delivery, example: (call, nil))].note(call, of: sink, for: delivery)
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        perEvent(in: walk) + carriedOver(in: walk) + sharedSeeds(in: walk)
    }

    /// The variables of a function that the subscriptions of its chain share.
    private func carriedOver(in walk: TraceWalk) -> [Trace.Finding] {
        roots.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.compactMap { id, calls in
            guard let operation = walk.node(id), let site = operation.site,
                let name = changed(byClosureOf: walk.word(for: operation), at: site),
                let line = local(name, above: site)
            else { return nil }
            let handlers = calls.sorted { $0.key < $1.key }.prefix(2)
            return finding(
                "\(name) is shared by \(Count.of(calls.count, "subscription")) of \(walk.name(of: operation)): "
                    + "each goes on where the one before stopped", at: line,
                handlers.map { .init("changed for one", call: $0.value.id, site: walk.site(of: $0.key)) },
                remedy: "make it within deferred { … }, once per subscription; or use scan")
        }
    }

    /// The operators whose subscriptions all accumulate in one object.
    private func sharedSeeds(in walk: TraceWalk) -> [Trace.Finding] {
        roots.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.compactMap { id, calls in
            guard let operation = walk.node(id), let site = operation.site,
                let type = text.code(from: site, lines: 1)
                    .firstMatch(of: #/\W(?:scan|reduce)\(\s*(?:into:\s*)?([A-Z]\w*)\(/#)?.1,
                SourceDeclaration.isClass(type, in: text.lines(of: site.file))
            else { return nil }
            let handlers = calls.sorted { $0.key < $1.key }.prefix(2)
            return finding(
                "\(Count.of(calls.count, "subscription")) of \(walk.name(of: operation)) change one object of \(type)",
                at: site,
                handlers.map { .init("changed for one", call: $0.value.id, site: walk.site(of: $0.key)) },
                remedy: "begin with a struct or an array; or make the object within deferred { … }")
        }
    }

    /// Where the function around a line declares a variable.
    private func local(_ name: String, above site: Trace.Site) -> Trace.Site? {
        let lines = text.lines(of: site.file)
        for index in lines.indices.prefix(site.line - 1).reversed().prefix(SourceStatement.limit) {
            let code = SourceCode.plain(lines[index])
            if code.contains(#/\bfunc\b|deferred|\.create/#) { return nil }
            if code.firstMatch(of: #/^\s+var\s+(\w+)/#)?.1 ?? "" == name {
                return SourceDeclaration.isMember(index, in: lines) ? nil : Trace.Site(file: site.file, line: index + 1)
            }
        }
        return nil
    }

    private func perEvent(in walk: TraceWalk) -> [Trace.Finding] {
        runs.sorted { $0.key < $1.key }.compactMap { id, runs in
            guard let second = runs.example.second, let operation = walk.node(id), let site = operation.site else {
                return nil
            }
            let name = changed(byClosureOf: walk.word(for: operation), at: site)
            let call = name == nil ? deed(inClosureOf: walk.word(for: operation), at: site) : nil
            guard let what = name.map({ "\($0) is changed" }) ?? call.map({ "\($0)() is called" }) else { return nil }
            return finding(
                "one event runs the closure of \(walk.name(of: operation)) once per subscriber, and \(what) each time",
                at: site,
                [runs.example.first, second].map { handler in
                    .init("it runs for one subscription", call: handler.id, site: walk.site(of: handler.subscription))
                }, severity: name == nil ? .note : nil, count: runs.events)
        }
    }

    /// Code without what is in its own brackets of closures and branches.
    private static func outermost(_ code: String) -> String {
        var depth = 0
        return code.filter { character in
            if character == "{" { depth += 1 }
            defer { if character == "}" { depth -= 1 } }
            return depth == 0
        }
    }

    /// The method of another's object that an operator's closure calls for what it does: its answer is thrown away.
    private func deed(inClosureOf word: String, at site: Trace.Site) -> String? {
        text.answer(at: site, word) {
            guard let content = SourceCode.closure(behind: word, in: text.code(from: site)) else { return nil }
            var depth = 0
            let lines = content.split { character in
                if character == "{" { depth += 1 }
                if character == "}" { depth -= 1 }
                return depth == 0 && (character == "\n" || character == ";")
            }.map { $0.drop(while: \.isWhitespace) }.filter { !$0.isEmpty && !$0.contains("{") }
            let own = Set(content.matches(of: #/\b(?:let|var|for)\s+(\w+)/#).map { String($0.1) })
                .union(SourceCode.closure(content).parameters.split { !$0.isLetter && !$0.isNumber }.map(String.init))
                .subtracting(["self"])
            for line in lines.dropLast() {
                let code = line.replacing(#/^[^{}]*\bin\b\s*/#, with: "")
                guard let match = code.wholeMatch(of: #/(?:self[?!]?\.)?(\w+)(?:[?!]?\.\w+)*?[?!]?\.(\w+)\(.*\)\s*/#),
                    !own.contains(String(match.1)), !Self.harmless.contains(SourceCode.words(of: match.2).first ?? "")
                else { continue }
                return "\(match.1).\(match.2)"
            }
            return nil
        }
    }

    /// The first words of methods that may well be called for each.
    private static let harmless: Set<String> = [
        "lock", "unlock", "wait", "signal", "sleep", "sync", "async", "assert", "check", "require", "expect", "debug",
        "dispose", "fulfill",
    ]

    /// The variable of another's that an operator's closure changes.
    private func changed(byClosureOf word: String, at site: Trace.Site) -> String? {
        text.answer(at: site, word) {
            guard let body = SourceCode.closure(behind: word, in: text.code(from: site)) else { return nil }
            let closure = SourceCode.closure(body)
            let own = Set(closure.parameters.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
                .subtracting(["self", "weak", "unowned"])
                .union(closure.body.matches(of: #/\b(?:let|var|for)\s+(\w+)/#).map { String($0.1) })
            let change =
                #/(?:^|[^\w$.])(?:self[?!]?\.)?([a-z_]\w*)(?:[?!]?\.\w+)*?[?!]?\s*(?:[-+*\/]=(?!=)|\.(?:append|insert|accept|onNext)\()/#
            for match in Self.outermost(closure.body).matches(of: change) where !own.contains(String(match.1)) {
                return String(match.1)
            }
            return nil
        }
    }
}
