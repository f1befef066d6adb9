/// What the rows of a golden trace so far tell of the next one, so that it need not: which object of a name is called, in
/// which subscription, on which thread, by whom.
///
/// The writer leaves out what this tells, the reader fills it in: each row is added once, in the order of the file.
/// Objects and subscriptions have numbers here in the order in which rows tell them.
struct GoldenContext {
    struct Row {
        var title: GoldenTitle
        var node: Int?
        var subscription: Int?
        var thread: Int
        /// The row that it hangs below: of work, the one that asked for it.
        var above: Int?
        /// The row in which it was called.
        var caller: Int?
    }

    private struct NodeUse: Hashable {
        var caller: Int?
        /// The subscription that the call belongs to in which it is made; nil in version 1.
        var around: Int?
        var operation: Trace.Operation
        var receiver: GoldenTitle.Receiver
        /// How many calls of this kind came before it in the same call.
        var turn: Int
    }

    private struct Turn: Hashable {
        var above: Int
        var operation: Trace.Operation
        var receiver: GoldenTitle.Receiver
    }

    private struct SubscriptionUse: Hashable {
        var caller: Int?
        var node: Int?
        var operation: Trace.Operation
    }

    private struct Asker: Hashable {
        var node: Int?
        var operation: Trace.Operation
        var label: String?
    }

    private(set) var rows: [Row] = []
    private(set) var nodeCount = 0
    private(set) var subscriptionCount = 0
    private var numbered: [GoldenTitle.Receiver: [Int]] = [:]
    /// Of each object and subscription, which of its name it is, from 1.
    private var numbers: (nodes: [Int], subscriptions: [Int]) = ([], [])
    private var latest: [GoldenTitle.Receiver: Int] = [:]
    private var nodeUses: [NodeUse: Int] = [:]
    private var turns: [Turn: Int] = [:]
    private var homes: [Int: Int] = [:]
    private var hasHome: Set<Int> = []
    private var subscriptionUses: [SubscriptionUse: Int?] = [:]
    private var subscriptionsOf: [GoldenTitle.Receiver?: [Int]] = [:]
    private var threadsOfWork: [Asker: Int] = [:]
    private var lastRootThread: Int
    private var titles: [GoldenTitle: [Int]] = [:]

    private let version: Int
    let objects: GoldenObjects
    /// Objects of a name that have one subscription each, in the order in which they were last called.
    private var recent: [GoldenTitle.Receiver: [Int]] = [:]
    /// The subscriptions that were made to each object, in order; and of each row, how many events it has handed on.
    private var subscribers: [Int: [Int]] = [:]
    private var handedOn: [Int: Int] = [:]
    /// The names of objects that run or connect, and the last one of each that was handed no event yet.
    private var areToldApart: Set<GoldenTitle.Receiver> = []
    /// The names of objects that a `create` told.
    private var areMade: Set<GoldenTitle.Receiver> = []
    private var silent: [GoldenTitle.Receiver: Int] = [:]

    /// - Parameters:
    ///   - thread: that of the first row.
    ///   - objects: what the file tells of objects at its end.
    ///   - version: that of the file.
    init(thread: Int, objects: GoldenObjects = GoldenObjects(), version: Int = GoldenText.version) {
        lastRootThread = thread
        self.objects = objects
        self.version = version
    }

    // MARK: Objects

    /// An object that a row tells for the first time.
    ///
    /// - Parameter hasHome: whether all its calls are of one subscription, as a sink's are.
    mutating func addNode(_ receiver: GoldenTitle.Receiver, hasHome: Bool) -> Int {
        defer { nodeCount += 1 }
        numbered[receiver, default: []].append(nodeCount)
        numbers.nodes.append(numbered[receiver]?.count ?? 1)
        if hasHome { self.hasHome.insert(nodeCount) }
        return nodeCount
    }

    /// The object that is meant where a row does not say which: nil for a new one, and where there is none of that name.
    ///
    /// - Parameters:
    ///   - above: the row that it hangs below.
    ///   - open: the rows around it, innermost last.
    func node(_ receiver: GoldenTitle.Receiver, of operation: Trace.Operation, above: Int?, open: [Int]) -> Int? {
        guard let all = numbered[receiver], let last = all.last else { return nil }
        if version == 1, all.count == 1 { return last }
        // Work is an object of its own each time.
        if version > 1, operation == .invoke, objects.role(of: receiver) == .item { return nil }
        if let used = nodeUses[use(receiver, operation, above: above)] { return used }
        let around = open.suffix(Self.lookBack).last { rows[$0].title.receiver == receiver }.flatMap { rows[$0].node }
        if version > 1 {
            if isNew(receiver, of: operation, above: above, isAround: around != nil) { return nil }
            if operation == .on, let silent = silent[receiver] { return silent }
        }
        return around ?? latest[receiver] ?? last
    }

    private static let lookBack = 64

    /// Whether a call goes without saying to an object that no row before told: what works for one subscription has an
    /// observer and disposables of its own.
    private func isNew(
        _ receiver: GoldenTitle.Receiver, of operation: Trace.Operation, above: Int?, isAround: Bool
    ) -> Bool {
        let caller = above.map { rows[$0].title }
        let role = objects.role(of: receiver) ?? (areMade.contains(receiver) ? nil : .disposable)
        switch (role, operation) {
        case (.sink, .run): return caller?.operation == .run
        // A sink that runs, or connects, does so before it is handed an event.
        case (.sink, .on), (.observer, .on): return caller?.receiver != nil && !areToldApart.contains(receiver)
        case (.disposable, .dispose): return !isAround || caller?.receiver == receiver
        default: return false
        }
    }

    private func use(_ receiver: GoldenTitle.Receiver, _ operation: Trace.Operation, above: Int?) -> NodeUse {
        let turn = above.flatMap { turns[Turn(above: $0, operation: operation, receiver: receiver)] } ?? 0
        let caller = above.map { rows[$0] }
        return NodeUse(
            caller: caller?.node, around: version == 1 ? nil : caller?.subscription, operation: operation,
            receiver: receiver, turn: turn)
    }

    /// The mark and number that tell an object from others of its name: `#2` of the second that the file tells, `~2` of the
    /// last but one that was called.
    func mark(ofNode node: Int, _ receiver: GoldenTitle.Receiver) -> String {
        guard let last = recent[receiver]?.lastIndex(of: node) else { return "#\(number(ofNode: node))" }
        return "~\((recent[receiver]?.count ?? 0) - last)"
    }

    /// The object of a mark; nil where there is none.
    func node(_ receiver: GoldenTitle.Receiver, _ mark: GoldenTitle.Mark) -> Int? {
        switch mark {
        case .number(let number): node(receiver, number: number)
        case .recent(let distance):
            recent[receiver].flatMap {
                (1...max(1, $0.count)).contains(distance) && !$0.isEmpty ? $0[$0.count - distance] : nil
            }
        }
    }

    /// The number, from 1, that tells an object from others of its name; and the object of a number.
    func number(ofNode node: Int) -> Int { numbers.nodes[node] }

    func node(_ receiver: GoldenTitle.Receiver, number: Int) -> Int? {
        numbered[receiver].flatMap { $0.indices.contains(number - 1) ? $0[number - 1] : nil }
    }

    // MARK: Subscriptions

    /// A subscription that is told for the first time, to an object of a name.
    mutating func addSubscription(to receiver: GoldenTitle.Receiver?) -> Int {
        defer { subscriptionCount += 1 }
        subscriptionsOf[receiver, default: []].append(subscriptionCount)
        numbers.subscriptions.append(subscriptionsOf[receiver]?.count ?? 1)
        return subscriptionCount
    }

    /// The subscription that a call belongs to where its row does not say so.
    func subscription(of node: Int?, _ operation: Trace.Operation, above: Int?) -> Int? {
        let around = above.flatMap { rows[$0].subscription }
        if let used = subscriptionUses[SubscriptionUse(caller: around, node: node, operation: operation)] {
            return used
        }
        if let home = node.flatMap({ homes[$0] }) { return home }
        guard version > 1 else { return around }
        if operation == .create { return nil }
        // What a subject hands on goes to its subscriptions in turn.
        guard operation == .on, let above, let caller = rows[above].node, let all = subscribers[caller] else {
            return around
        }
        let turn = handedOn[above] ?? 0
        return turn < all.count ? all[turn] : around
    }

    func number(ofSubscription subscription: Int) -> Int { numbers.subscriptions[subscription] }

    func subscription(to receiver: GoldenTitle.Receiver?, number: Int) -> Int? {
        subscriptionsOf[receiver].flatMap { $0.indices.contains(number - 1) ? $0[number - 1] : nil }
    }

    // MARK: Threads and calls

    /// The thread of a row that does not say which.
    ///
    /// - Parameter isWork: whether it is work that the row above asked for.
    func thread(above: Int?, caller: Int?, isWork: Bool) -> Int {
        if let caller { return rows[caller].thread }
        guard let above else { return lastRootThread }
        return isWork ? threadsOfWork[asker(above)] ?? rows[above].thread : rows[above].thread
    }

    private func asker(_ row: Int) -> Asker {
        Asker(node: rows[row].node, operation: rows[row].title.operation, label: rows[row].title.label)
    }

    /// The call in which work runs that is called within the queue that it waited in: another one of those that asked
    /// for work there, around the row that asked for this.
    func queueCall(around asker: Int) -> Int? {
        var next = rows[asker].caller
        for _ in 0..<4_096 {
            guard let row = next else { return nil }
            if rows[row].title.operation == rows[asker].title.operation, rows[row].node == rows[asker].node {
                return row
            }
            next = rows[row].caller
        }
        return nil
    }

    /// How many rows of the same title as `row` stand between here and it, from 1; negative for those behind.
    func distance(to row: Int, from position: Int) -> Int {
        let same = titles[rows[row].title] ?? []
        let place = Self.place(of: row, in: same).index
        let here = Self.place(of: position, in: same)
        return row < position ? here.index - place : here.index - place - (here.isThere ? 0 : 1)
    }

    /// The row of a title at a distance.
    func row(_ title: GoldenTitle, at distance: Int, from position: Int) -> Int? {
        let same = titles[title] ?? []
        let here = Self.place(of: position, in: same)
        let place = distance > 0 ? here.index - distance : here.index - distance - (here.isThere ? 0 : 1)
        return same.indices.contains(place) ? same[place] : nil
    }

    /// How many of the sorted rows are before one, and whether that is among them.
    private static func place(of row: Int, in sorted: [Int]) -> (index: Int, isThere: Bool) {
        let index = sorted.partitioningIndex { $0 >= row }
        return (index, index < sorted.count && sorted[index] == row)
    }

    // MARK: Rows

    /// Adds a row and learns from it.
    ///
    /// - Parameter isWork: whether it is work that the row above asked for.
    mutating func add(_ row: Row, isWork: Bool) {
        let position = rows.count
        titles[row.title, default: []].append(position)
        let around = row.above.flatMap { rows[$0].subscription }
        subscriptionUses[
            SubscriptionUse(caller: around, node: row.node, operation: row.title.operation)] = .some(row.subscription)
        if let node = row.node, let receiver = row.title.receiver {
            nodeUses[use(receiver, row.title.operation, above: row.above)] = node
            latest[receiver] = node
            if version > 1, hasHome.contains(node) {
                if let last = recent[receiver]?.lastIndex(of: node) { recent[receiver]?.remove(at: last) }
                recent[receiver, default: []].append(node)
            }
            switch row.title.operation {
            case .run, .connect:
                areToldApart.insert(receiver)
                silent[receiver] = node
            case .on where silent[receiver] == node: silent[receiver] = nil
            case .create: areMade.insert(receiver)
            default: break
            }
            if row.title.operation == .subscribe, let subscription = row.subscription {
                subscribers[node, default: []].append(subscription)
            }
            if let subscription = row.subscription, hasHome.contains(node), homes[node] == nil {
                homes[node] = subscription
            }
            if let above = row.above {
                turns[Turn(above: above, operation: row.title.operation, receiver: receiver), default: 0] += 1
                if row.title.operation == .on { handedOn[above, default: 0] += 1 }
            }
        }
        if let above = row.above, isWork, row.caller == nil { threadsOfWork[asker(above)] = row.thread }
        if row.above == nil { lastRootThread = row.thread }
        rows.append(row)
    }
}
