/// Tells for people why a closure for events never ran.
///
/// ```
/// cart: no closure onNext ran
///   query next(a … c) ×3  Cart.swift:14
///     … kept by combineLatest, which still waits for coupon (Cart.swift:9)
///   nothing was sent into coupon (Cart.swift:9)
///   subscription 1, still live  Cart.swift:12
/// ```
public struct UnreachedClosureRenderer: Sendable {
    /// The columns that a line may have; nil for any number.
    public var width: Int?
    /// The characters of arrows and the like.
    public var branches: BranchStyle
    /// Whether lines are coloured, for a terminal.
    public var usesColor: Bool

    /// Makes a renderer.
    public init(width: Int? = nil, branches: BranchStyle = .unicode, usesColor: Bool = false) {
        self.width = width
        self.branches = branches
        self.usesColor = usesColor
    }

    /// Writes how far the events came.
    public func render(
        _ unreached: UnreachedClosure, word: String, of source: any TraceSource, to output: TextOutput
    ) throws {
        let words = EndWords(source, names: NodeNames(source.nodes), makers: unreached.effects.makers)
        var line = TreeLine()
        func write() throws {
            try line.write(to: output, width: width, ellipsis: branches.ellipsis, usesColor: usesColor)
            line.clear()
        }
        line.add(TerminalText.escaped(source.title), .event)
        line.add(": no closure \(TerminalText.escaped(word)) ran", .plain, glued: true)
        try write()
        for group in unreached.groups {
            describe(group, words, on: &line)
            try write()
            line.add("    \(branches.cross) \(words.sentence(group.end))", .error)
            try write()
        }
        for subject in unreached.silentSubjects {
            line.add("  nothing was sent into \(words.placed(subject))", .error)
            try write()
        }
        if unreached.groups.isEmpty, unreached.silentSubjects.isEmpty {
            line.add(source.drops.total == 0 ? "  no such event was sent" : "  the trace has no such event", .error)
            try write()
        }
        if let dropped = DropsText.of(source.drops) {
            line.add("  calls are missing in which it may have run: \(dropped)", .error)
            try write()
        }
        for one in unreached.waiting {
            line.add("  subscription \(one.id)", .subscribe)
            if let name = one.name { line.add(MarkText.quoted(name), .plain, minimum: 8) }
            line.add("to \(words.name(one.node)) is still live", .note, minimum: 12)
            if let site = one.site { line.setSite(site) }
            try write()
        }
    }

    private func describe(_ group: UnreachedClosure.Group, _ words: EndWords, on line: inout TreeLine) {
        let step = group.first
        let name = step.call.type.map(TerminalText.escaped) ?? step.node.map { words.name($0.id) } ?? "an observer"
        line.add("  \(name)", .plain, minimum: 12)
        if let event = step.event {
            line.add(event.kind.name, .event)
            if let value = event.value {
                let last =
                    group.lastValue.map { $0 == value ? "" : " \(branches.ellipsis) \(TerminalText.escaped($0))" } ?? ""
                line.add("(\(TerminalText.escaped(value))\(last))", .value, glued: true, minimum: 8)
            }
        }
        line.add(group.count > 1 ? "\(branches.times)\(Count.grouped(group.count))" : "@\(step.call.id)", .note)
        if let site = step.site { line.setSite(site) }
    }
}
