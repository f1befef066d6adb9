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
    /// - Complexity: goes through the calls once.
    package static func naming(
        _ source: any TraceSource, from text: SourceText = SourceText()
    ) throws -> any TraceSource {
        var search = CreationNames(source.nodes, text)
        // The canonical form is that of any run, wherever it is read.
        guard !source.isCanonical else { return source }
        try source.forEachCall { if $0.operation == .create { search.add($0) } }
        let names = search.finish()
        guard !names.isEmpty else { return source }
        return NamedTrace(
            whole: source,
            nodes: source.nodes.mapped { position, node in
                if node.variable == nil { node.variable = names[position] }
            })
    }

    /// The trace without names of the source.
    package static func unnamed(_ source: any TraceSource) -> any TraceSource {
        NamedTrace(whole: source, nodes: source.nodes.mapped { $1.variable = nil })
    }

    package func forEachCall(_ body: (Trace.Call) throws -> Void) throws { try whole.forEachCall(body) }
}

/// Finds the names of the nodes that calls make.
///
/// One call of the user's may make several nodes, as `share()` does: the last of them is what it gives.
private struct CreationNames {
    private struct Place: Hashable {
        var site: Trace.Site
        var maker: String?
        var type: String
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
    private var known: [Place: String?] = [:]
    private var names: [Int: String] = [:]

    init(_ nodes: TraceTable<Trace.Node>, _ text: SourceText) {
        self.nodes = nodes
        self.text = text
    }

    mutating func add(_ call: Trace.Call) {
        guard let position = call.node.flatMap({ nodes.position(of: $0) }) else { return }
        let node = nodes[position]
        guard let site = node.site, !node.behaviors.contains(.inside) else { return }
        if let creation = running[call.thread], creation.site == site, creation.maker == call.label,
            !creation.types.contains(node.type)
        {
            running[call.thread]?.types.append(node.type)
            running[call.thread]?.last = position
            return
        }
        end(running[call.thread])
        running[call.thread] = Creation(site: site, maker: call.label, types: [node.type], last: position)
    }

    /// The names, by the nodes' positions.
    mutating func finish() -> [Int: String] {
        for creation in running.values { end(creation) }
        return names
    }

    private mutating func end(_ creation: Creation?) {
        guard let creation, let type = creation.types.last else { return }
        let place = Place(site: creation.site, maker: creation.maker, type: type)
        let name: String?
        if let found = known[place] {
            name = found
        } else {
            name = text.declaredName(at: place.site, maker: place.maker, type: type)
            known[place] = name
        }
        if let name { names[creation.last] = name }
    }
}
