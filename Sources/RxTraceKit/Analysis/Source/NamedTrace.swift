/// A trace whose nodes have the names that the user's source has for them, as far as it can be read.
///
/// ```swift
/// try TreeRenderer().render(NamedTrace.naming(recording), to: output)   // on query next(rx), not on PublishSubject#1
/// ```
///
/// A name is that of ``Trace/Node/variable``. A node that has one keeps it.
package struct NamedTrace: WrappedTrace {
    package let whole: any TraceSource
    package let nodes: TraceTable<Trace.Node>

    /// The trace with names from `text`; the trace itself where there are none.
    ///
    /// - Throws: ``TraceReadError`` where the calls cannot be read.
    package static func naming(
        _ source: any TraceSource, from text: SourceText = SourceText()
    ) throws -> any TraceSource {
        // The canonical form is that of any run, wherever it is read.
        guard !source.isCanonical else { return source }
        let found = try search(source, text)
        guard !found.names.isEmpty || !found.arguments.isEmpty else { return source }
        let (names, arguments) = (found.names, found.arguments)
        return NamedTrace(
            whole: source,
            nodes: source.nodes.mapped { position, node in
                if node.variable == nil { node.variable = names[position] }
                node.arguments = arguments[position]
            })
    }

    private static func search(_ source: any TraceSource, _ text: SourceText) throws -> CreationNames {
        var search = CreationNames(source.nodes, text.preferring(source.packedSource))
        try source.forEachCreation { search.add($0) }
        search.finish()
        return search
    }

    /// What the source calls the objects that are made in a trace, where it can be read.
    static func declaredNames(
        in source: any TraceSource, _ text: SourceText
    ) throws -> [Trace.PackedSource.Creation: [String]] {
        try search(source, text).known.filter { !$0.value.isEmpty || !text.lines(of: $0.key.site.file).isEmpty }
    }

    /// The trace without names of the source.
    package static func unnamed(_ source: any TraceSource) -> any TraceSource {
        NamedTrace(
            whole: source,
            nodes: source.nodes.mapped {
                $1.variable = nil
                $1.arguments = nil
            })
    }

    package func forEachCall(_ body: (Trace.Call) throws -> Void) throws { try whole.forEachCall(body) }
}

extension NamedTrace: NumberedSource {
    package var numbered: NumberedRecording? { whole.numberedCalls }
}

/// Finds the names of the nodes that calls make.
///
/// One call of the user's may make several nodes, as `share()` does: the last of them is what it gives.
private struct CreationNames {
    private typealias Place = Trace.PackedSource.Creation

    private struct Turn: Hashable {
        var place: Place
        var thread: Int
    }

    /// The nodes that one call of the user's has made so far.
    private struct Creation {
        var site: Trace.Site
        var maker: String?
        var types: [String] = []
        var last: Int
    }

    private let nodes: TraceTable<Trace.Node>
    private let text: SourceText
    private var running: [Int: Creation] = [:]
    private(set) var known: [Trace.PackedSource.Creation: [String]] = [:]
    private var turns: [Turn: Int] = [:]
    private var handed: [Place: String?] = [:]
    /// The names, by the nodes' positions.
    private(set) var names = NodeTexts()
    /// What their operators are handed, by the nodes' positions.
    private(set) var arguments = NodeTexts()

    init(_ nodes: TraceTable<Trace.Node>, _ text: SourceText) {
        self.nodes = nodes
        self.text = text
    }

    mutating func add(_ made: Trace.Creation) {
        // Most of the many nodes of a long recording are the library's own, and to make a row takes far more time.
        guard made.hasPlace, let position = nodes.position(of: made.node) else { return }
        let node = nodes[position]
        guard let site = node.site, !node.behaviors.contains(.inside) else { return }
        if let maker = made.maker, let creation = running[made.thread], creation.site == site,
            creation.maker == maker, !creation.types.contains(node.type)
        {
            running[made.thread]?.types.append(node.type)
            running[made.thread]?.last = position
            return
        }
        end(running[made.thread], on: made.thread)
        running[made.thread] = Creation(site: site, maker: made.maker, types: [node.type], last: position)
    }

    /// To be called when all were added.
    mutating func finish() {
        for (thread, creation) in running { end(creation, on: thread) }
    }

    private mutating func end(_ creation: Creation?, on thread: Int) {
        guard let creation, let type = creation.types.last else { return }
        let place = Place(site: creation.site, maker: creation.maker, type: type)
        let given = handed[place] ?? place.maker.flatMap { text.arguments(of: $0, at: place.site) }
        handed[place] = .some(given)
        if let given { arguments.set(given, at: creation.last, of: nodes.count) }
        let found = known[place] ?? text.declaredNames(at: place.site, maker: place.maker, type: type)
        known[place] = found
        guard let first = found.first else { return }
        // Of several names, a thread comes by each in turn.
        let turn = Turn(place: place, thread: thread)
        let name = found.count == 1 ? first : found[turns[turn, default: 0] % found.count]
        names.set(name, at: creation.last, of: nodes.count)
        if found.count > 1 { turns[turn, default: 0] += 1 }
    }
}
