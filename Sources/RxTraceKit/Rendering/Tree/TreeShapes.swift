/// Numbers for the text of a tree's rows: equal numbers, equal text, but for ids, values, and which of several like
/// nodes is named.
///
/// A row with all below it has a number made of its own and of its children's, so that trees of any size are compared
/// by one number, exactly.
struct TreeShapes {
    /// The text of a row by itself.
    private struct Key: Hashable {
        var operation: Trace.Operation
        var kind: Int32
        var type: Int32
        var label: Int32
        var event: UInt8
        /// An error is not like any other, as one element is like the next.
        var error: Int32
        /// Why the subscription ended that is shown: a live one must not hide behind ended ones.
        var ending: Int32
        /// The name of the subscription that is shown.
        var name: Int32
        var thread: Int32
        var isWork: Bool

        /// The rest is the same where these are, but for errors and ends.
        func hash(into hasher: inout Hasher) {
            hasher.combine(UInt64(UInt32(bitPattern: kind)) << 16 | UInt64(operation.rawValue) << 8 | UInt64(event))
            hasher.combine(UInt64(UInt32(bitPattern: label)) << 32 | UInt64(UInt32(bitPattern: thread)))
        }
    }

    private struct NodeKind: Hashable {
        var type: String
        var role: Trace.Role
        var site: Trace.Site?
        var name: String?
        var isEarly: Bool
    }

    private struct Member: Hashable {
        var before: Int32
        var shape: Int32
        var count: UInt32

        func hash(into hasher: inout Hasher) {
            hasher.combine(UInt64(UInt32(bitPattern: before)) << 32 | UInt64(UInt32(bitPattern: shape)))
            hasher.combine(count)
        }
    }

    static let round: Int32 = -1
    private static let endOfList: Int32 = -1

    private let source: any TraceSource
    private var words: [String: Int32] = [:]
    /// For each length of words, the one that was asked for last: most calls have one of few.
    private var recentWords = Array(repeating: (word: "", number: Int32(-1)), count: 64)
    private var kinds: [NodeKind: Int32] = [:]
    /// For each node, the number of its kind plus one; 0 where it was not asked for.
    private var kindOfNode: [Int32]
    private var keys: [Key: Int32] = [:]
    private var members: [Member: Int32] = [:]

    init(_ source: any TraceSource) {
        self.source = source
        kindOfNode = Array(repeating: 0, count: source.nodes.count)
    }

    /// The number of `call`'s own text.
    mutating func key(of call: Trace.Call, flags: TreeLink.Flags) -> Int32 {
        var key = Key(
            operation: call.operation, kind: kind(of: call.node), type: word(call.type), label: label(of: call),
            event: call.event.map { $0.kind.rawValue + 1 } ?? 0, error: -1, ending: -1, name: -1, thread: -1,
            isWork: flags.contains(.isWork))
        if let event = call.event, event.kind == .error { key.error = word(event.value) }
        if flags.contains(.changesThread) { key.thread = Int32(truncatingIfNeeded: call.thread) }
        if flags.contains(.introduces), let id = call.subscription, let one = source.subscriptions[id: id] {
            key.ending = one.ended.map { word($0) } ?? -2
            key.name = word(one.name)
        }
        return Self.number(of: key, in: &keys)
    }

    private mutating func label(of call: Trace.Call) -> Int32 {
        guard call.operation == .mark, let text = call.label else { return word(call.label) }
        return word(String(MarkText.kind(of: text)))
    }

    /// The number of a list of shapes with one more at its end.
    mutating func list(_ before: Int32?, appending shape: Int32, count: UInt32) -> Int32 {
        Self.number(of: Member(before: before ?? Self.endOfList, shape: shape, count: count), in: &members)
    }

    /// The number of a row with all below it.
    mutating func shape(key: Int32, children: Int32?) -> Int32 {
        Self.number(
            of: Member(before: -2, shape: key, count: UInt32(bitPattern: children ?? Self.endOfList)), in: &members)
    }

    private mutating func kind(of id: Int?) -> Int32 {
        guard let position = id.flatMap({ source.nodes.position(of: $0) }) else { return -1 }
        if kindOfNode[position] > 0 { return kindOfNode[position] }
        let node = source.nodes[position]
        let kind = NodeKind(
            type: node.type, role: node.role, site: node.site, name: node.name, isEarly: node.isEarly)
        kindOfNode[position] = Self.number(of: kind, in: &kinds) + 1
        return kindOfNode[position]
    }

    private mutating func word(_ text: String?) -> Int32 {
        guard let text else { return -1 }
        let place = text.utf8.count & 63
        if recentWords[place].number >= 0, recentWords[place].word == text { return recentWords[place].number }
        let number = Self.number(of: text, in: &words)
        recentWords[place] = (text, number)
        return number
    }

    private static func number<Value: Hashable>(of value: Value, in table: inout [Value: Int32]) -> Int32 {
        if let number = table[value] { return number }
        let number = Int32(table.count)
        table[value] = number
        return number
    }
}
