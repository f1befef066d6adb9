extension SourcePlaces {
    /// Where the closure that a handler call runs waits, so that its thread does: in itself, or in the function that is given
    /// in its place.
    func wait(in handler: Trace.Call, _ walk: TraceWalk) -> Trace.Site? {
        guard let site = walk.place(ofClosure: handler), let label = handler.label, let node = walk.node(handler.node)
        else { return nil }
        let owner = node.role == .observable ? node : walk.observable(of: node.id)
        let isLabelled = owner == nil || label.hasPrefix("on")
        return wait(
            inClosureOf: owner.map { walk.word(for: $0) } ?? "subscribe", label: isLabelled ? label : "", at: site)
    }

    /// The line that the closure of an operator consists of, where that is one line of its own.
    func body(ofClosureOf sink: Trace.Node, in walk: TraceWalk) -> Trace.Site? {
        guard let operation = walk.observable(of: sink.id), let site = operation.site else { return nil }
        let code = text.code(from: site, lines: 8)
        guard let content = SourceCode.closure(behind: walk.word(for: operation), in: code) else { return nil }
        let lines = content.split(separator: "\n", omittingEmptySubsequences: false)
        let filled = lines.indices.dropFirst().filter { !lines[$0].allSatisfy(\.isWhitespace) }
        guard filled.count == 1, let index = filled.first,
            lines[0].allSatisfy(\.isWhitespace) || lines[0].split(whereSeparator: \.isWhitespace).last == "in"
        else { return nil }
        let start = place(of: content.startIndex, in: code, from: site)
        return Trace.Site(file: site.file, line: start.line + index)
    }
}
