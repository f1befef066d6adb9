/// Looks for calls by a text of theirs: a part of the operation, the receiver, what it is called in the source, the closure,
/// the value or the place; as a pattern where `*` or `?` is in it. Letters match in either case; `next(3)` is an event with
/// exactly that value.
///
/// ```swift
/// let search = CallSearch("query", in: source)
/// let found = try search.next(after: 811, in: calls)
/// ```
package struct CallSearch {
    private let text: String
    private let pattern: TracePattern?
    private let event: (kind: String, value: String)?
    /// By the position of a node, whether its own words match.
    private let nodes: [Bool]
    private let subscriptions: Set<Int>
    private let operations: [Bool]

    package init(_ text: String, in source: any TraceSource) {
        let isPattern = text.contains("*") || text.contains("?")
        self.text = text.lowercased()
        pattern = isPattern ? TracePattern(text) : nil
        event = Self.event(text)
        let (small, wanted) = (text.lowercased(), isPattern ? TracePattern(text) : nil)
        func matches(_ other: String?) -> Bool { Self.matches(other, text: small, wanted) }
        let names = NodeWords(source)
        nodes = source.nodes.indices.map { position in names.words(of: position).contains { matches($0) } }
        subscriptions = Set(
            source.subscriptions.filter { matches($0.name) || matches($0.site?.description) }.map(\.id))
        operations = Trace.Operation.allCases.map { matches($0.name) }
    }

    /// `next(3)` as the kind and the value; nil for what is no such text.
    private static func event(_ text: String) -> (kind: String, value: String)? {
        guard text.hasSuffix(")"), let open = text.firstIndex(of: "(") else { return nil }
        let kind = text[..<open].lowercased()
        guard Trace.Event.Kind.allCases.contains(where: { $0.name == kind }) else { return nil }
        return (kind, String(text[text.index(after: open)...].dropLast()))
    }

    private static func matches(_ other: String?, text: String, _ pattern: TracePattern?) -> Bool {
        guard let other else { return false }
        if let pattern { return pattern.matches(other) }
        return other.lowercased().contains(text)
    }

    private func matches(_ other: String?) -> Bool { Self.matches(other, text: text, pattern) }

    package func matches(_ call: Trace.Call, in source: any TraceSource) -> Bool {
        if let event {
            return call.event.map { $0.kind.name == event.kind && $0.value == event.value } ?? false
        }
        if operations[Int(call.operation.rawValue)] { return true }
        if let position = call.node.flatMap({ source.nodes.position(of: $0) }), nodes[position] { return true }
        if call.operation == .subscribe, let id = call.subscription, subscriptions.contains(id) { return true }
        return matches(call.label) || matches(call.event?.value) || matches(call.event?.kind.name) || matches(call.type)
            || call.site.map { matches($0.description) } ?? false
    }

    /// The next call that matches, in the order they started, and all around from the other end; nil where none does.
    ///
    /// - Parameter backward: whether to look at those before.
    package func next(
        after position: Int, backward: Bool = false, in calls: some NumberedCalls
    ) throws -> (position: Int, isAround: Bool)? {
        guard calls.count > 0 else { return nil }
        for step in 1...calls.count {
            let place = position + (backward ? -step : step)
            let wrapped = (place % calls.count + calls.count) % calls.count
            if matches(try calls.call(at: wrapped), in: calls.source) { return (wrapped, wrapped != place) }
        }
        return nil
    }
}

/// The words that a node is found by.
private struct NodeWords {
    private let nodes: TraceTable<Trace.Node>

    init(_ source: any TraceSource) { nodes = source.nodes }

    func words(of position: Int) -> [String] {
        let node = nodes[position]
        let owner = node.role == .sink ? node.owner.flatMap { nodes[id: $0] } : nil
        return [
            node.type, node.generic, node.name, node.variable, node.site?.description, owner?.variable,
            owner?.site?.description,
        ].compactMap { $0 }
    }
}
