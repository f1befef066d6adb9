/// What a walk calls the nodes that it comes across.
extension TraceWalk {
    /// The name of a node in the user's words: a sink and an observable by what the source calls it, and the operator that
    /// the user wrote. What an operator made for itself has the operator's name.
    func name(of node: Trace.Node) -> String {
        let shown = node.role == .sink || node.role == .observer ? observable(of: node.id) ?? node : node
        if let maker = maker(of: shown) {
            return shown.behaviors.contains(.handedOver) ? "a sequence of \(name(of: maker))" : name(of: maker)
        }
        guard let word = words.word(for: shown) else { return titled(CallText.name(node), node) }
        return titled(CallText.named(word, node.name ?? shown.name, variable: shown.variable), shown)
    }

    /// Notes the title of a node that the source has a name for.
    private func titled(_ title: String, _ node: Trace.Node) -> String {
        if node.name == nil, let variable = node.variable, title.hasSuffix(")") { titles[title] = variable }
        return title
    }

    /// The user's word for an observable, without the name that tells it from others.
    func word(for node: Trace.Node) -> String {
        maker(of: node) == nil ? words.word(for: node) ?? CallText.shown(node) : name(of: node)
    }

    /// Where the user's code made a node, or the operator that made it for itself.
    func place(of node: Trace.Node) -> Trace.Site? { node.site ?? maker(of: node)?.site }

    /// The operator that made a subject or an observable for itself, which the user's code has no word for; nil for others.
    func maker(of node: Trace.Node) -> Trace.Node? {
        guard node.site == nil, node.name == nil, NodeMakers.areMade(node.role) else { return nil }
        var maker: Trace.Node?
        // A damaged trace may lead in a circle.
        for _ in 0..<8 {
            guard let next = makers.maker(of: (maker ?? node).id).flatMap(self.node) else { break }
            maker = observable(of: next.id) ?? next
            if maker?.site != nil { break }
        }
        guard let maker, maker.id != node.id, NodeMakers.areMade(maker.role) else { return nil }
        return maker
    }

    /// Whether an operator made a subject, at whose line it stands: the user's code has nothing to send to it.
    func isOperators(_ subject: Trace.Node) -> Bool {
        subject.role == .subject && (words.hasOperator(subject) || maker(of: subject) != nil)
    }
}
