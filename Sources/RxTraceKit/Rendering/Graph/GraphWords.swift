/// The words in the boxes of a graph.
struct GraphWords {
    let trace: Trace
    let names: NodeNames
    /// By node, the operator that made it, in the user's words.
    private var operators: [Int: String] = [:]
    /// By node, what it was made with, in words.
    private var members: [Int: String] = [:]
    /// Those whose parts are told where something passes.
    let boxes: GraphBoxes?

    /// - Parameter members: by node, the positions of the nodes that it was made with.
    init(_ trace: Trace, boxes: GraphBoxes? = nil, members: [Int: [Int]] = [:]) {
        self.trace = trace
        self.boxes = boxes
        names = NodeNames(trace)
        self.members = members.filter { $0.value.count <= Self.mostMembers }
            .mapValues { [names] in $0.map { names.name(of: $0) }.joined(separator: ", ") }
        for call in trace.calls where call.operation == .create {
            if let node = call.node, let label = call.label, operators[node] == nil { operators[node] = label }
        }
    }

    func look(of box: GraphBoxes.Box) -> GraphPicture.Look {
        switch box.subject {
        case .node(let node): .role(trace.nodes[node].role)
        case .subscription(let subscription): .subscription(isLive: trace.subscriptions[subscription].ended == nil)
        case .code: .code
        }
    }

    func lines(of box: GraphBoxes.Box) -> [String] {
        let lines =
            switch box.subject {
            case .node(let node): lines(ofNode: node, box)
            case .subscription(let subscription): lines(ofSubscription: subscription, count: box.count)
            case .code: ["your code"]
            }
        return lines.map(Self.cut)
    }

    /// A name may have any length; a box of a thousand characters is none that anybody reads, and Graphviz refuses one of
    /// 16,384.
    private static let longestLine = 56

    static func cut(_ line: String) -> String {
        TerminalText.shortenedInMiddle(line, to: longestLine, ellipsis: "…")
    }

    /// What the source calls it, then the operator as the user wrote it and the class.
    private func lines(ofNode position: Int, _ box: GraphBoxes.Box) -> [String] {
        let node = trace.nodes[position]
        let type = TerminalText.escaped(node.type)
        var name = box.isOfOnePlace ? names.name(of: position, isNumbered: box.count == 1) : type
        if box.count > 1 { name += " ×\(Count.grouped(box.count))" }
        var lines = [name]
        let isNamed = box.isOfOnePlace && names.type(behindNameOf: position) != nil
        var word = operators[node.id].flatMap { made in
            if box.isOfOnePlace, let arguments = node.arguments { return Self.call(made, arguments) }
            return made.lowercased() == node.type.lowercased() ? nil : made
        }
        if let made = word, let object = object(of: node) { word = "\(made) of \(object)" }
        if isNamed {
            lines.append(word.map { "\(TerminalText.escaped($0)), \(type)" } ?? type)
        } else if let word {
            lines.insert(TerminalText.escaped(word), at: 0)
        }
        if box.count == 1, let members = members[position] { lines.append("made with \(members)") }
        if let site = node.site { lines.append(Self.place(site)) }
        if node.isEarly { lines.append("made before the recording") }
        return lines
    }

    /// An operator as the source has it: `merge(maxConcurrent: 2)`.
    private static func call(_ name: String, _ arguments: String) -> String {
        "\(name)(\(TerminalText.shortenedAtEnd(arguments, to: longestArguments, ellipsis: "…")))"
    }

    private static let longestArguments = 32
    private static let mostMembers = 3

    /// The type of the object whose events the node sends.
    private func object(of node: Trace.Node) -> String? {
        guard let owner = node.owner, let object = trace.nodes.first(where: { $0.id == owner }), object.role == .object
        else { return nil }
        return object.type
    }

    private func lines(ofSubscription position: Int, count: Int) -> [String] {
        let one = trace.subscriptions[position]
        let site = one.site.map { [Self.place($0)] } ?? []
        return ["subscribe", state(of: one, count: count)] + site
    }

    /// The file's own name and the line: boxes are narrow, and the folders are the same in most.
    private static func place(_ site: Trace.Site) -> String {
        TerminalText.escaped("\(site.file.split(separator: "/").last.map(String.init) ?? site.file):\(site.line)")
    }

    /// `subscription 1 "on screen", still live`, `subscription 2, disposed by bag`.
    func state(of one: Trace.Subscription, count: Int = 1) -> String {
        var line = count > 1 ? "subscriptions ×\(Count.grouped(count))" : "subscription \(one.id)"
        if let name = one.name { line += " \(MarkText.quoted(name))" }
        guard let ended = one.ended else { return line + ", still live" }
        let isWord = ended == "disposed" || Trace.Event.Kind.allCases.contains { $0.name == ended }
        return line + (isWord ? ", \(ended)" : ", disposed by \(TerminalText.escaped(ended))")
    }

    /// What the source calls it; else the operator as the user wrote it, with its name where it has one; its class where
    /// nobody wrote it.
    func title(_ position: Int) -> String {
        let node = trace.nodes[position]
        guard let word = operators[node.id], names.variable(of: position) == nil else {
            return names.name(of: position)
        }
        guard let name = node.name else { return TerminalText.escaped(word) }
        return "\(TerminalText.escaped(word)) \(MarkText.quoted(name))"
    }

    /// What the source calls it, and the operator as the user wrote it, or the class; nil where the title tells that.
    func kind(_ position: Int) -> (variable: String, kind: String)? {
        guard let variable = names.variable(of: position), let type = names.type(behindNameOf: position) else {
            return nil
        }
        return (variable, operators[trace.nodes[position].id].map(TerminalText.escaped) ?? type)
    }
}
