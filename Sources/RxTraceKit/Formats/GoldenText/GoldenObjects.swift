/// What a golden trace tells at its end of the objects that a row tells only the name of: a sink, a disposable, a scheduler.
///
/// Those of a name are told in the order in which the rows come to them, a line each; the last line is that of all that
/// come after. So the line of an object stays where it is, whichever row is its first. A name that no line tells is that of
/// disposables, which a row first tells as it disposes them.
struct GoldenObjects {
    static let head = "objects"

    private(set) var kinds: [GoldenTitle.Receiver: [GoldenRow.Object]] = [:]
    private var told: [GoldenTitle.Receiver: Int] = [:]

    init() {}

    /// What `trace` has of the objects that are told by calls which do not make them.
    init(_ trace: Trace, _ tree: GoldenTree, _ nodes: IdentifierIndex) {
        var isTold = Array(repeating: false, count: trace.nodes.count)
        var others: Set<GoldenTitle.Receiver> = []
        for call in tree.order.map({ trace.calls[$0] }) {
            guard let position = call.node.flatMap({ nodes[$0] }), !isTold[position] else { continue }
            isTold[position] = true
            let node = trace.nodes[position]
            let receiver = GoldenTitle.Receiver(node)
            if call.operation != .create { add(GoldenRow.Object(role: node.role), receiver) }
            if call.operation != .dispose || !Self.isPlain(node) { others.insert(receiver) }
        }
        kinds = kinds.filter { others.contains($0.key) }
    }

    /// Whether a name tells the whole of what a disposable is.
    private static func isPlain(_ node: Trace.Node) -> Bool {
        node.role == .disposable && node.generic == node.type && node.site == nil && !node.isEarly
    }

    /// Whether lines tell of the objects of a name.
    func tell(of receiver: GoldenTitle.Receiver) -> Bool { kinds[receiver] != nil }

    func role(of receiver: GoldenTitle.Receiver) -> Trace.Role? { kinds[receiver]?.first?.role }

    mutating func add(_ object: GoldenRow.Object, _ receiver: GoldenTitle.Receiver) {
        kinds[receiver, default: []].append(object)
    }

    /// Takes what is told of the next object of a name, which a call is made to; nil where nothing is.
    mutating func take(_ receiver: GoldenTitle.Receiver, _ operation: Trace.Operation) -> GoldenRow.Object? {
        guard let kinds = kinds[receiver] else {
            return operation == .dispose ? GoldenRow.Object(role: .disposable) : nil
        }
        defer { told[receiver, default: 0] += 1 }
        return kinds[min(told[receiver] ?? 0, kinds.count - 1)]
    }

    /// The lines that tell of objects, each with its name; of each name, up to the one that those behind it are like.
    static func lines(_ objects: [(receiver: String, text: String)]) -> [String] {
        let told = Dictionary(grouping: objects, by: \.receiver).sorted { $0.key < $1.key }
        let lines = told.flatMap { receiver, objects in
            let last = objects.lastIndex { $0.text != objects.last?.text } ?? -1
            return objects.prefix(last + 2).map { "  \(receiver): \($0.text)" }
        }
        return lines.isEmpty ? [] : ["", head] + lines
    }

    /// Reads the lines of objects, each with its number among the file's.
    static func read(_ lines: some Sequence<(number: Int, text: Substring)>) throws -> Self {
        var objects = Self()
        for line in lines where !line.text.isEmpty {
            try GoldenText.Damage.at(line.number) {
                var cursor = GoldenCursor(line.text)
                try cursor.require("  ")
                let receiver = try GoldenTitle.Receiver(&cursor)
                try cursor.require(": ")
                objects.add(try GoldenRow.Object(&cursor), receiver)
                guard cursor.isAtEnd else { throw GoldenText.Damage("'\(cursor.rest.prefix(20))' is too much") }
            }
        }
        return objects
    }
}
