/// Numbers for the text of a tree's rows: equal numbers, equal text, but for ids, values, and which of several like
/// nodes is named.
///
/// A row with all below it has a number made of its own and of its children's, so that trees of any size are compared
/// by one number, exactly.
struct TreeShapes {
    /// What is told besides of few rows.
    private struct Addition: Hashable {
        /// The type of the receiver, where it is not its node's.
        var type = Int32(-1)
        /// An error is not like any other, as one element is like the next.
        var error = Int32(-1)
        /// Why the subscription ended that is shown: a live one must not hide behind ended ones.
        var ending = Int32(-1)
        /// The name of the subscription that is shown, and the line that subscribed.
        var name = Int32(-1)
        var line = Int32(-1)
        var thread = Int32(-1)
        /// Why nobody took the event.
        var lost = Int32(-1)
        /// Whether another thread still sent to the receiver.
        var overlaps = false
    }

    private struct NodeKind: Hashable {
        var type: String
        var role: Trace.Role
        var site: Trace.Site?
        var name: String?
        var variable: String?
        var isEarly: Bool
    }

    static let round: Int32 = -1
    private static let endOfList: Int32 = -1
    /// Numbers of a second kind go down from here.
    private static let firstOther: Int32 = -2

    private let nodes: TraceTable<Trace.Node>
    private let names: NodeNames
    private let subscriptions: TraceTable<Trace.Subscription>
    private var words: [String: Int32] = [:]
    /// For each length of words, the one that was asked for last: most calls have one of few.
    private var recentWords = Array(repeating: (word: "", number: Int32(-1)), count: 64)
    /// The lines of the user's code; for some, the one that was asked for last: most calls come from few.
    private var sites: [Trace.Site: Int32] = [:]
    private var recentSites = Array(repeating: (site: Trace.Site(file: "", line: 0), number: Int32(-1)), count: 64)
    private var kinds: [NodeKind: Int32] = [:]
    /// For each node, the number of its kind plus one; 0 where it was not asked for.
    private var kindOfNode: [Int32]
    private var additions: [Addition: Int32] = [:]
    /// The texts of rows by themselves: of their kinds and labels, with the rest, and with additions.
    private var texts = PairNumbers()
    private var keys = PairNumbers()
    private var longKeys = PairNumbers()
    /// Lists of rows that are one below the other; those whose last row stands for several, made of the list and the row,
    /// and of the count.
    private var lists = PairNumbers()
    private var folded = PairNumbers()
    private var counts = PairNumbers()
    /// Rows with all below them.
    private var shapes = PairNumbers()

    init(_ source: any TraceSource, names: NodeNames) {
        nodes = source.nodes
        self.names = names
        subscriptions = source.subscriptions
        kindOfNode = Array(repeating: 0, count: nodes.count)
    }

    /// The number of `call`'s own text.
    mutating func key(of call: Trace.Call, flags: TreeLink.Flags, lost: LostEvent? = nil) -> Int32 {
        let event = call.eventKind.map { Int32($0.rawValue) + 1 } ?? 0
        let isWork: Int32 = flags.contains(.isWork) ? 1 : 0
        let text = texts.number(of: kind(of: call.node), label(of: call))
        var key = keys.number(of: text, Int32(call.operation.rawValue) << 8 | event << 1 | isWork)
        // Rows of different lines tell of different code. No pair of a text has a number below 0.
        if let site = call.site { key = keys.number(of: key, Self.firstOther - number(of: site)) }
        var addition = Addition()
        addition.type = word(call.type)
        addition.lost = word(lost?.sentence(withNumbers: false))
        addition.overlaps = flags.contains(.overlaps)
        if call.eventKind == .error { addition.error = word(call.eventValue) }
        if flags.contains(.changesThread) { addition.thread = Int32(truncatingIfNeeded: call.thread) }
        if flags.contains(.introduces), let id = call.subscription, let one = subscriptions[id: id] {
            addition.ending = one.ended.map { word($0) } ?? -2
            addition.name = word(one.name)
            if let site = one.site { addition.line = number(of: site) }
        }
        guard addition != Addition() else { return key }
        return Self.firstOther - longKeys.number(of: key, Self.number(of: addition, in: &additions))
    }

    private mutating func label(of call: Trace.Call) -> Int32 {
        guard call.operation.row.label == .text, let text = call.label else { return word(call.label) }
        return word(String(MarkText.kind(of: text)))
    }

    /// The number of a list of shapes with one more at its end.
    mutating func list(_ before: Int32?, appending shape: Int32, count: UInt32) -> Int32 {
        let before = before ?? Self.endOfList
        if count == 1 { return lists.number(of: before, shape) }
        return Self.firstOther - counts.number(of: folded.number(of: before, shape), Int32(bitPattern: count))
    }

    /// The number of a row with all below it.
    mutating func shape(key: Int32, children: Int32?) -> Int32 {
        shapes.number(of: key, children ?? Self.endOfList)
    }

    private mutating func kind(of id: Int?) -> Int32 {
        guard let position = id.flatMap({ nodes.position(of: $0) }) else { return -1 }
        if kindOfNode[position] > 0 { return kindOfNode[position] }
        let node = nodes[position]
        let kind = NodeKind(
            type: node.type, role: node.role, site: node.site, name: node.name, variable: names.variable(of: position),
            isEarly: node.isEarly)
        kindOfNode[position] = Self.number(of: kind, in: &kinds) + 1
        return kindOfNode[position]
    }

    private mutating func number(of site: Trace.Site) -> Int32 {
        let place = site.line & 63
        if recentSites[place].number >= 0, recentSites[place].site == site { return recentSites[place].number }
        let number = Self.number(of: site, in: &sites)
        recentSites[place] = (site, number)
        return number
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
