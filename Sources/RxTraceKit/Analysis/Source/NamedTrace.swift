import Synchronization

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
        if let creations = source.numberedCalls?.creations {
            let names = LateNames(creations, text.preferring(source.packedSource))
            return NamedTrace(whole: source, nodes: source.nodes.mapped { names.name(&$1, at: $0) })
        }
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

extension NamedTrace: ParallelSource {
    package var readsAhead: Bool { whole.readsAhead }

    package func readCalls<Pass: LeadingPass>(
        behind pass: Pass, found: (Pass.Finding) -> Void, _ body: (Trace.Call) throws -> Void
    ) throws {
        try whole.forEachCall(behind: pass, found: found, body)
    }
}

/// Finds the names of the nodes that calls make.
private struct CreationNames {
    private typealias Place = Trace.PackedSource.Creation

    private let nodes: TraceTable<Trace.Node>
    private var texts: CreationTexts
    private var groups = CreationGroups()
    /// The names, by the nodes' positions.
    private(set) var names = NodeTexts()
    /// What their operators are handed, by the nodes' positions.
    private(set) var arguments = NodeTexts()

    init(_ nodes: TraceTable<Trace.Node>, _ text: SourceText) {
        self.nodes = nodes
        texts = CreationTexts(text)
    }

    /// What the source calls the objects that are made at each place, in their order.
    var known: [Trace.PackedSource.Creation: [String]] { texts.names }

    mutating func add(_ made: Trace.Creation) {
        // Most of the many nodes of a long recording are the library's own, and to make a row takes far more time.
        guard made.hasPlace, let position = nodes.position(of: made.node) else { return }
        let node = nodes[position]
        guard let site = node.site, !node.behaviors.contains(.inside) else { return }
        let place = Place(site: site, maker: made.maker, type: node.type)
        if let given = groups.add(position, place, onThread: made.thread) { name(given) }
    }

    /// To be called when all were added.
    mutating func finish() {
        for given in groups.finish() { name(given) }
    }

    private mutating func name(_ given: CreationGroups.Given) {
        if let handed = texts.arguments(at: given.place) { arguments.set(handed, at: given.position, of: nodes.count) }
        let found = texts.names(at: given.place)
        guard let first = found.first else { return }
        let name = found.count == 1 ? first : found[groups.nextTurn(of: given) % found.count]
        names.set(name, at: given.position, of: nodes.count)
    }
}

/// What the source says at the places where objects are made.
private struct CreationTexts {
    private typealias Place = Trace.PackedSource.Creation

    private let text: SourceText
    private(set) var names: [Trace.PackedSource.Creation: [String]] = [:]
    private var handed: [Place: String?] = [:]

    init(_ text: SourceText) { self.text = text }

    /// What it calls them, in their order.
    mutating func names(at place: Trace.PackedSource.Creation) -> [String] {
        if let known = names[place] { return known }
        let found = text.declaredNames(at: place.site, maker: place.maker, type: place.type)
        names[place] = found
        return found
    }

    /// What it hands to the operator that makes them.
    mutating func arguments(at place: Trace.PackedSource.Creation) -> String? {
        if let known = handed[place] { return known }
        let given = place.maker.flatMap { text.arguments(of: $0, at: place.site) }
        handed[place] = .some(given)
        return given
    }
}

/// Names the nodes of a recording that is read by its index when they are asked for.
private final class LateNames: @unchecked Sendable {
    private let creations: NumberedCreations
    /// Used under the lock alone.
    private var texts: CreationTexts
    private let lock = Mutex(())

    init(_ creations: NumberedCreations, _ text: SourceText) {
        self.creations = creations
        texts = CreationTexts(text)
    }

    func name(_ node: inout Trace.Node, at position: Int) {
        guard let site = node.site, let (maker, turn) = creations.creation(at: position) else { return }
        let place = Trace.PackedSource.Creation(site: site, maker: maker, type: node.type)
        lock.withLock { _ in
            node.arguments = texts.arguments(at: place)
            let found = texts.names(at: place)
            if node.variable == nil, !found.isEmpty { node.variable = found[turn % found.count] }
        }
    }
}
