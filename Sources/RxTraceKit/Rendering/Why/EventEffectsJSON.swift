/// Writes ``EventEffects`` and ``UnreachedClosure`` as JSON, for other programs.
public struct EventEffectsJSON: Sendable {
    /// Makes a renderer.
    public init() {}

    /// Writes what became of an event: each call with the id of the one it follows from, and where its branch ended.
    public func render(
        _ effects: EventEffects, of event: Int, in source: any TraceSource, to output: TextOutput
    ) throws {
        let words = EndWords(source, names: NodeNames(source.nodes), makers: effects.makers)
        var object = JSONObjectWriter(output)
        try object.begin()
        try object.add("scenario", source.scenario)
        try object.add("event", event)
        try object.add("omitted", effects.omitted == 0 ? nil : effects.omitted)
        try object.add("dropped", source.dropped == 0 ? nil : source.dropped)
        try object.add("effects", effects.effects, indent: 1) { effect, row in
            try row.addMembers(of: effect.step)
            try row.add("above", effect.above.map { effects.effects[$0].step.call.id })
            if let end = effect.end { try row.add("end") { try $0.addMembers(of: end, words) } }
        }
        try object.end()
        try output.write("\n")
    }

    /// Writes how far the events came that a closure would have been handed.
    public func render(
        _ unreached: UnreachedClosure, word: String, of source: any TraceSource, to output: TextOutput
    ) throws {
        let words = EndWords(source, names: NodeNames(source.nodes), makers: unreached.effects.makers)
        var object = JSONObjectWriter(output)
        try object.begin()
        try object.add("scenario", source.scenario)
        try object.add("closure", word)
        try object.add("dropped", source.dropped == 0 ? nil : source.dropped)
        try object.add("unreached", unreached.groups, indent: 1) { group, row in
            try row.add("count", group.count)
            try row.add("first") { try $0.addMembers(of: group.first) }
            try row.add("end") { try $0.addMembers(of: group.end, words) }
        }
        try object.add("silent", numbers: unreached.silentSubjects)
        try object.add("waiting", unreached.waiting, indent: 1) { try $1.addMembers(of: $0) }
        try object.end()
        try output.write("\n")
    }
}

extension JSONObjectWriter {
    fileprivate mutating func addMembers(of end: EventEnd, _ words: EndWords) throws {
        let (kind, node, call): (String, Int?, Int?) =
            switch end {
            case .lost(let lost): ("lost", nil, lost.link)
            case .dropped(let node, let like, _): ("dropped", node, like)
            case .kept(let node, _): ("kept", node, nil)
            case .replaced(let node, let call): ("replaced", node, call)
            case .keptToTheEnd(let node): ("keptToTheEnd", node, nil)
            case .keptForLater(let node): ("keptForLater", node, nil)
            case .taken(let node): ("taken", node, nil)
            case .unanswered: ("unanswered", nil, nil)
            case .notRun(let node): ("notRun", node, nil)
            case .givenUp(let node, let call): ("givenUp", node, call)
            }
        try add("kind", kind)
        try add("sentence", words.sentence(end))
        try add("node", node)
        try add("call", call)
    }
}
