/// Two steps run at once, of which one reads what the other changes.
struct UnorderedSteps: LintRule {
    static let definition = LintDefinition(
        name: "unordered-steps", severity: .note,
        summary: "of two steps at once, one reads what the other changes",
        explanation: """
            Fires where merge, zip or combineLatest begins two sources at once, the function that makes one of them
            changes a variable, the function that makes the other reads it (both read in the source), and the change
            came, if at all, after the second had begun. The line is that of the operator. Fires too where two
            statements subscribe one right behind the other, and the first one's function replaces a variable only when
            that of the second has changed it: the line is that of the first. It is a note, for the order may be all the
            same. No fault: concat and andThen; functions that share no variable; a source that has ended before the
            next one begins.
            """,
        example: """
            Completable.zip(database.migrate(), database.importNotes())
                .subscribe(onCompleted: start)  // imports into the old tables
            """,
        remedy: "use concat or andThen, which begin the second when the first has ended")
    static let dependsOnOrder = true
    static let opening: Set<Trace.Operation> = []

    private let text: SourceText

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {}

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        var parts: [Int: [Int]] = [:]
        for row in walk.source.subscriptions {
            guard let parent = row.parent, walk.facts(of: row.id)?.isSetup == true else { continue }
            parts[parent, default: []].append(row.id)
        }
        var told: Set<Trace.Site> = []
        let joined = parts.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
        let parted = joined.compactMap { parent, rows -> Trace.Finding? in
            guard let joint = walk.node(walk.facts(of: parent)?.chain.last), let site = joint.site,
                let steps = steps(of: walk.word(for: joint), at: site), steps.count == rows.count,
                let pair = pair(of: steps, rows, in: walk), told.insert(site).inserted
            else { return nil }
            return finding(
                "\(steps[pair.reader].function)() reads \(pair.variable), which \(steps[pair.changer].function)() changes: "
                    + "they run at once", at: site,
                [
                    .init("begun", call: walk.facts(of: rows[pair.changer])?.call),
                    .init("begun before that has ended", call: walk.facts(of: rows[pair.reader])?.call),
                ])
        }
        return parted + overwritten(in: walk)
    }

    /// Two statements, one right behind the other, of which the first one's change comes after that of the second.
    private func overwritten(in walk: TraceWalk) -> [Trace.Finding] {
        let rows = walk.users.filter { $0.site != nil }
        return zip(rows, rows.dropFirst()).compactMap { first, second -> Trace.Finding? in
            guard let before = walk.facts(of: first.id), let after = walk.facts(of: second.id),
                before.stretch == after.stretch, let left = before.end, let done = after.end, done < left,
                done > after.call, !before.isDisposed, !after.isDisposed, let site = first.site, let next = second.site,
                site != next, let step = called(inStatementAt: site), let other = called(inStatementAt: next),
                step.function != other.function, let variable = step.replaced.intersection(other.changed).min()
            else { return nil }
            return finding(
                "\(step.function)() replaces \(variable) only when \(other.function)() has changed it", at: site,
                [
                    .init("begun first", call: before.call, site: site),
                    .init("begun next", call: after.call, site: next),
                    .init("the second has ended", call: done), .init("only then the first", call: left),
                ])
        }
    }

    /// The function that the first line of a statement calls.
    private func called(inStatementAt site: Trace.Site) -> Step? {
        let lines = text.lines(of: site.file)
        guard lines.indices.contains(site.line - 1) else { return nil }
        let head = SourceCode.plain(lines[SourceStatement.start(of: site.line - 1, in: lines)])
        return head.firstMatch(of: #/([a-z]\w*)\(/#).flatMap { step(String($0.1), in: lines) }
    }

    /// A function that makes a source.
    private struct Step {
        var function: String
        var changed: Set<String>
        /// Those of them that get another value, whatever they had.
        var replaced: Set<String>
        var used: Set<String>
    }

    /// The functions that make the sources of an operator; nil where the source does not tell.
    private func steps(of word: String, at site: Trace.Site) -> [Step]? {
        text.answer(at: site, word) {
            guard ["merge", "zip", "combineLatest"].contains(word) else { return nil }
            let code = text.code(from: site, lines: 12)
            guard let start = code.firstRange(of: "\(word)("),
                let handed = SourceCode.bracketed(code[code.index(before: start.upperBound)...])
            else { return nil }
            let lines = text.lines(of: site.file)
            let steps = arguments(handed).compactMap { argument -> Step? in
                argument.firstMatch(of: #/([a-z]\w*)\(/#).flatMap { step(String($0.1), in: lines) }
            }
            return steps.count == arguments(handed).count ? steps : nil
        }
    }

    private func arguments(_ handed: Substring) -> [Substring] {
        var depth = 0
        return handed.split { character in
            if "({[".contains(character) { depth += 1 }
            if ")}]".contains(character) { depth -= 1 }
            return depth == 0 && character == ","
        }
    }

    private func step(_ function: String, in lines: [String]) -> Step? {
        let heads = lines.indices.filter { lines[$0].firstMatch(of: #/\bfunc\s+(\w+)/#)?.1 ?? "" == function }
        guard heads.count == 1, let head = heads.first else { return nil }
        let code = lines[head..<min(lines.count, head + 40)].joined(separator: "\n")
        guard let brace = code.firstIndex(of: "{"), let body = SourceCode.bracketed(code[brace...]) else { return nil }
        let variables = Set(
            lines.compactMap { line in
                line.firstMatch(of: #/^\s*(?:\w+(?:\(\w+\))?\s+)*?var\s+(\w+)/#).map { String($0.1) }
            })
        let change =
            #/(?:^|[^\w.])(?:self[?!]?\.)?([a-z_]\w*)(?:\[[^\]\n]*\])?\s*(?:[-+*\/]?=(?!=)|\.(?:append|insert|remove\w*|updateValue|merge)\s*[({])/#
        let changed = Set(body.matches(of: change).map { String($0.1) }).intersection(variables)
        let used = Set(body.matches(of: #/[A-Za-z_]\w*/#).map { String($0.0) }).intersection(variables)
        let replace = #/(?:^|[^\w.])(?:self[?!]?\.)?([a-z_]\w*)\s*(?:=(?!=)|\.removeAll\()/#
        let replaced = Set(body.matches(of: replace).map { String($0.1) }).intersection(changed)
        return Step(function: function, changed: changed, replaced: replaced, used: used)
    }

    /// One that changes what another only reads, while both run.
    private func pair(
        of steps: [Step], _ rows: [Int], in walk: TraceWalk
    ) -> (changer: Int, reader: Int, variable: String)? {
        for (changer, step) in steps.enumerated() {
            for (reader, other) in steps.enumerated() where reader != changer {
                guard let variable = step.changed.intersection(other.used).subtracting(other.changed).min(),
                    let end = walk.facts(of: rows[changer])?.end ?? Optional(Int.max),
                    let begun = walk.facts(of: rows[reader])?.call, begun < end
                else { continue }
                return (changer, reader, variable)
            }
        }
        return nil
    }
}
