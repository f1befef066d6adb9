/// The names of calls by what was called, not by which: `on MapSink`, `handler onNext AnonymousObserver`, `mark "load"`.
///
/// Each name is made once: a long trace has millions of calls and few names.
struct CallNames {
    /// A name that depends on more than the operation and the node's type.
    private struct Special: Hashable {
        var place: Int
        var label: String?
        var type: String?
    }

    private static let operations = Trace.Operation.allCases.map(\.name)

    private let nodes: TraceTable<Trace.Node>
    private var types: [String] = []
    /// For each node, the number of its type.
    private var typeOfNode: [Int32] = []
    private var names: [String] = []
    /// By type and operation, the number of the name; -1 where it was not asked for.
    private var usual: [Int32]
    private var special: [Special: Int] = [:]
    /// By type and operation, the one of these that was asked for last: most calls have the same.
    private var recent: [(name: Special, number: Int)?]

    init(_ nodes: TraceTable<Trace.Node>) {
        self.nodes = nodes
        var numbers: [String: Int32] = [:]
        typeOfNode.reserveCapacity(nodes.count)
        for node in nodes {
            let number = numbers[node.type] ?? Int32(types.count)
            if number == types.count {
                types.append(node.type)
                numbers[node.type] = number
            }
            typeOfNode.append(number)
        }
        usual = Array(repeating: -1, count: (types.count + 1) * Self.operations.count)
        recent = Array(repeating: nil, count: usual.count)
    }

    /// How many names there are so far.
    var count: Int { names.count }

    /// The number of the call's name: equal ones count up from 0 as they are asked for.
    mutating func number(of call: Trace.Call) -> Int {
        let type = call.node.flatMap { nodes.position(of: $0) }.map { Int(typeOfNode[$0]) } ?? types.count
        let place = type * Self.operations.count + Int(call.operation.rawValue)
        let label = call.operation.isNamedByLabel ? call.label : nil
        if label == nil, call.type == nil {
            if usual[place] < 0 {
                usual[place] = Int32(names.count)
                names.append(name(of: call, type))
            }
            return Int(usual[place])
        }
        let key = Special(place: place, label: label, type: call.type)
        if let recent = recent[place], recent.name == key { return recent.number }
        let number = special[key] ?? names.count
        if number == names.count {
            special[key] = number
            names.append(name(of: call, type))
        }
        recent[place] = (key, number)
        return number
    }

    /// The name that has a number.
    func name(_ number: Int) -> String { names[number] }

    private func name(of call: Trace.Call, _ type: Int) -> String {
        if call.operation.row.label == .text { return "\(call.operation.name) \(MarkText.quoted(call.label ?? ""))" }
        return Self.name(
            of: call.operation, label: call.operation.isNamedByLabel ? call.label : nil,
            type: call.type ?? (type < types.count ? types[type] : nil))
    }

    static func name(of operation: Trace.Operation, label: String?, type: String?) -> String {
        var name = operations[Int(operation.rawValue)]
        if let label { name += " \(TerminalText.escaped(label))" }
        if let type { name += " \(TerminalText.escaped(type))" }
        return name
    }
}
