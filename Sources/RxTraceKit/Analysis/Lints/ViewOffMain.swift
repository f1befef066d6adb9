/// A closure off the main thread changes something on the screen.
struct ViewOffMain: LintRule {
    static let definition = LintDefinition(
        name: "view-off-main", severity: .warning,
        summary: "a view is changed on another thread than the main one",
        explanation: """
            Fires where a closure of a subscribe, do, create, map or the like runs off the main thread and sets a
            property of a view, as `label.text = $0` does. The rule reads the source: the object's name has to end in a
            word for a view (label, button, image view, cell, spinner …), or its type in the file in View, and the
            property has to be one that views have (text, title, image, isHidden …). A call that shows something counts
            too (imageView.setImage, banner.show, hide), and such a method that is handed over (onNext: label.show), or
            a closure that is kept in a variable. The line is the one that subscribes, or that of the operator. No
            fault: a closure that hands the change to the main queue. wrong-thread is for closures that you name.
            """,
        example: """
            load().subscribe(on: background)
                .subscribe(onNext: { self.label.text = $0 })  // on its thread
            """,
        remedy: "put observe(on: MainScheduler.instance) before it",
        signalRemedy: "put deliverOn(.mainThreadScheduler) before it")
    static let opening: Set<Trace.Operation> = [.handler]

    private static let views: Set<String> = [
        "label", "button", "view", "cell", "field", "spinner", "indicator", "slider", "switch", "bar", "badge",
        "banner", "toolbar", "table", "list", "collection", "grid",
    ]
    private static let properties: Set<String> = [
        "text", "attributedText", "title", "subtitle", "image", "isHidden", "isEnabled", "isOn", "isSelected", "alpha",
        "opacity", "backgroundColor", "textColor", "tintColor", "color", "frame", "progress", "placeholder",
        "isAnimating", "badgeValue",
    ]

    /// The closures that are looked at; some have no label in the source.
    private static let kinds = Trace.ClosureKind.toldOfEvents.union([.begins, .ended]).union(unnamed)
    private static let unnamed: ClosureKinds = [.creates, .computes, .makes]

    private struct Key: Hashable {
        var site: Trace.Site
        var label: String
    }

    /// What a closure does to a view, in words that follow its name, and the line that does.
    private struct Change {
        var deed: String
        var site: Trace.Site
    }

    private var changes: [Key: Change?] = [:]
    private var found: [Key: (count: Int, call: Trace.Call)] = [:]
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool { sort.runs(kinds) }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard let label = call.label, !walk.isMain(call.thread),
            !walk.kinds(of: call).isDisjoint(with: Self.kinds),
            let site = walk.place(ofClosure: call), !walk.isOnMainScheduler
        else { return }
        let isNamed = walk.kinds(of: call).isDisjoint(with: Self.unnamed)
        let word = isNamed ? nil : call.node.flatMap { walk.observable(of: $0) }.map { walk.word(for: $0) }
        guard isNamed || word != nil else { return }
        let key = Key(site: site, label: word ?? label)
        let change =
            changes[key]
            ?? (isNamed ? change(in: key, isOperators: walk.role == .sink) : change(inClosureOf: key.label, at: site))
        changes[key] = change
        if change != nil { found[key] = ((found[key]?.count ?? 0) + 1, found[key]?.call ?? call) }
    }

    /// The change that the closure of an operator makes, which has no label; nil if it makes none.
    private func change(inClosureOf word: String, at site: Trace.Site) -> Change? {
        let code = text.code(from: site)
        guard let body = SourceCode.closure(behind: word, in: code) else { return nil }
        return change(in: body, of: code, from: site)
    }

    /// The change that a closure makes; nil if it makes none.
    private func change(in key: Key, isOperators: Bool) -> Change? {
        let function = isOperators ? #/do(?=\()/# : #/subscribe(?!\(on:)|bind(?=\(onNext:)/#
        let code = text.code(from: key.site)
        guard let start = code.firstRange(of: function) else { return nil }
        let rest = code[start.upperBound...]
        guard let body = SourceCode.argument("\(key.label):", ofCallAt: rest) else {
            let method = rest.prefixMatch(of: #/\(\s*(\w+):\s*(?:self[?!]?\.)?([a-z]\w*)\s*[,)]/#)
            guard let method, "\(method.1)" == key.label else { return change(byMethodIn: rest, key) }
            return change(byMethod: method.2, at: key.site)
        }
        return change(in: body, of: code, from: key.site)
    }

    /// The change where the method of a view is handed over in place of a closure: `onNext: titleLabel.show`.
    private func change(byMethodIn arguments: Substring, _ key: Key) -> Change? {
        let method = arguments.prefixMatch(
            of: #/\(\s*(\w+):\s*(?:self[?!]?\.)?(\w+)[?!]?\.((?:set|show|display|render|reload)\w*|hide)\s*[,)]/#)
        guard let method, "\(method.1)" == key.label,
            isView(method.2, of: key.site.file)
        else { return nil }
        return Change(deed: "calls \(method.2).\(method.3)()", site: key.site)
    }

    /// The change that a method makes which the closure calls; the line is the closure's.
    private func change(byMethod name: Substring, at site: Trace.Site) -> Change? {
        let lines = text.lines(of: site.file)
        // A function, or a closure that is kept in a variable.
        let declaration = #/\b(?:func\s+(\w+)|(?:let|var)\s+(\w+)\b[^={]*=\s*\{)/#
        let heads = lines.indices.filter { index in
            guard lines[index].contains(name), let match = lines[index].firstMatch(of: declaration) else {
                return false
            }
            return (match.1 ?? match.2) == name
        }
        guard heads.count == 1 else { return nil }
        let code = text.code(from: Trace.Site(file: site.file, line: heads[0] + 1), lines: 30)
        guard let brace = code.firstIndex(of: "{"), let body = SourceCode.bracketed(code[brace...]),
            !SourceCode.handsOnToMain(String(body)), let deed = deed(in: body, of: site.file)
        else { return nil }
        return Change(deed: deed.text, site: site)
    }

    /// Whether an object is a view, by its name or by the type that the file declares it with: `let avatar: AvatarView`.
    private func isView(_ name: Substring, of file: String) -> Bool {
        if Self.views.contains(SourceCode.words(of: name).last ?? "") { return true }
        let types = text.codeLines(of: file).lazy.filter { $0.contains(name) }.flatMap { line in
            line.matches(of: #/(\w+)\s*[:=]\s*([A-Z]\w*)/#).filter { $0.1 == name }.map(\.2)
        }
        return !types.isEmpty && types.allSatisfy { SourceCode.words(of: $0).last == "view" }
    }

    /// The first thing that a closure does to a view: sets a property of it, or calls a method that shows something.
    private func deed(in body: Substring, of file: String) -> (text: String, start: String.Index)? {
        for match in body.matches(
            of: #/(\w+)[?!]?\.(?:set(?:[A-Z]\w*)?|show\w*|display\w*|render\w*|reload\w*|hide)\(/#)
        {
            guard isView(match.1, of: file) else { continue }
            return ("calls \(match.0))", match.range.lowerBound)
        }
        for match in body.matches(of: #/(\w+)[?!]?\.(\w+)\s*=(?!=)/#) {
            guard Self.properties.contains(String(match.2)), isView(match.1, of: file) else { continue }
            return ("sets \(match.1).\(match.2)", match.range.lowerBound)
        }
        return nil
    }

    private func change(in body: Substring, of code: String, from site: Trace.Site) -> Change? {
        guard !SourceCode.handsOnToMain(String(body)) else { return nil }
        if let deed = deed(in: body, of: site.file) {
            let place = SourcePlaces(text: text).place(of: deed.start, in: code, from: site)
            return Change(deed: deed.text, site: place)
        }
        return body.matches(of: #/\bself[?!]?\.([a-z]\w*)\(/#).lazy.compactMap { change(byMethod: $0.1, at: site) }
            .first
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        found.compactMap { key, entry in
            guard let change = changes[key] ?? nil else { return nil }
            let thread = walk.threadName(entry.call.thread)
            return finding(
                "\(entry.call.label == key.label ? key.label : "the closure of \(key.label)") \(change.deed) on \(thread), not on the main thread",
                at: key.site,
                [.init("\(key.label) runs on \(thread)", call: entry.call.id, site: change.site)], count: entry.count)
        }
    }
}
