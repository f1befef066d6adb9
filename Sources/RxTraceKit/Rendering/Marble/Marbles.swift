/// The marbles of a trace: for each subscription of the user's, a row for every subject and operator that its events
/// passed and one for its observer, and a column for each moment.
///
/// A moment is one emission with all that came of it at once: an element and what an operator made of it stand above
/// each other.
struct Marbles {
    struct Marble: Equatable {
        var moment: Int
        var event: Trace.Event
        /// Whether a disposed sink dropped it, or nobody took it.
        var isLost = false
        /// When, in nanoseconds.
        var time: UInt64
    }

    struct Row: Equatable {
        var name: String
        /// What it is, where it is named for the first time by a name that does not tell it.
        var kind: String?
        /// The line that made it, where the source has no name for it: `:12` in the file that subscribes.
        var place: String?
        var marbles: [Marble] = []
        /// When it was subscribed.
        var lives: [Life] = []

        /// `query (PublishSubject)`, `map :12`; with the reason, where it was left before the whole ended.
        var title: String {
            let title = kind.map { "\(name) (\($0))" } ?? place.map { "\(name) \($0)" } ?? name
            guard let reason = lives.last?.reason else { return title }
            let whole = "\(title), \(reason)"
            // The kind goes first where there is no room for both: the graph tells it, too.
            return TerminalText.columns(of: whole) > MarbleRenderer.titleLimit ? "\(name), \(reason)" : whole
        }

        func isSubscribed(at moment: Int) -> Bool { lives.contains { $0.contains(moment) } }

        /// Whether it was subscribed in the moment, and no more after it.
        func ends(in moment: Int) -> Bool {
            lives.contains { $0.end == moment && !$0.endsBetween } && !isSubscribed(at: moment + 1)
        }
    }

    /// The moments in which something was subscribed.
    struct Life: Equatable {
        /// The first, or the one that would be.
        var begin: Int
        /// The one in which it ended, or before which; nil where it did not.
        var end: Int?
        /// Whether it ended outside of any moment.
        var endsBetween = false
        /// How it ended, where no terminal event and not the end of the whole shows it.
        var reason: String?

        func contains(_ moment: Int) -> Bool {
            moment >= begin && end.map { moment < $0 || moment == $0 && !endsBetween } ?? true
        }
    }

    struct Diagram: Equatable {
        var title: String
        var rows: [Row] = []
        /// The events of the rows that went nowhere.
        var lost: [Lost] = []
    }

    /// An event that went nowhere, in words.
    struct Lost: Equatable {
        /// `@21 next(late)`.
        var event: String
        /// `nobody was subscribed`.
        var sentence: String
    }

    /// More rows nobody looks through.
    private static let mostRows = 400

    private(set) var diagrams: [Diagram] = []
    /// How many diagrams were not made, for there are too many.
    private(set) var leftOut = 0
    /// Why there is no diagram, where there is none.
    var emptiness: String? { diagrams.isEmpty ? "no subscription was made in this trace" : nil }

    /// The events that went nowhere and are in no diagram.
    private(set) var lost: [Lost] = []

    private let picture: PicturedTrace
    private let trace: Trace
    private let lifetimes: MarbleLifetimes
    private let boxes: GraphBoxes
    private let edges: GraphEdges
    private let words: GraphWords
    /// The names behind which a row has told the kind.
    private var told: Set<[String]> = []
    /// By call, the moment it is in, and when it started.
    private let moments: [Int?]
    private let times: [UInt64]
    /// By edge, the calls that went along.
    private var calls: [[Int]]
    /// By box, the places of the edges of events that lead there.
    private var incoming: [Int: [Int]] = [:]
    /// By box, those it subscribed.
    private var sources: [Int: Set<Int>] = [:]
    /// By box, that of the events it dropped.
    private var drops: [Int: Int] = [:]

    init(_ picture: PicturedTrace) {
        trace = picture.trace
        var boxes = GraphBoxes(trace, zoom: .operators, limit: nil)
        edges = GraphEdges(picture, boxes: &boxes)
        self.boxes = boxes
        words = GraphWords(trace)
        (moments, times) = Self.moments(trace)
        self.picture = picture
        lifetimes = MarbleLifetimes(picture, moments: moments, boxes: boxes)
        calls = Array(repeating: [], count: edges.edges.count)
        for step in edges.steps { calls[step.edge].append(step.call) }
        for (place, edge) in edges.edges.enumerated() {
            if edge.way.kind == .event, let to = edge.way.to { incoming[to, default: []].append(place) }
            if edge.way.kind == .subscribe, let to = edge.way.to { sources[edge.way.from, default: []].insert(to) }
            if edge.way.kind == .drop { drops[edge.way.from] = place }
        }
        var rowCount = 0
        var shown: Set<Int> = []
        for subscription in trace.subscriptions where boxes.isUsers(subscription.id) {
            guard rowCount < Self.mostRows else {
                leftOut += 1
                continue
            }
            guard let box = boxes.box(ofSubscription: subscription.id) else { continue }
            let site = subscription.site.map { "  \(TerminalText.escaped($0.description))" } ?? ""
            let title = words.state(of: subscription) + site
            var lost: Set<Int> = []
            let rows = rows(to: box, of: subscription, lost: &lost)
            diagrams.append(Diagram(title: title, rows: rows, lost: lost.sorted().map(words(ofLost:))))
            shown.formUnion(lost)
            rowCount += diagrams[diagrams.count - 1].rows.count
        }
        let others = trace.calls.indices.filter { picture.lost[trace.calls[$0].id] != nil && !shown.contains($0) }
        if leftOut == 0 { lost = others.map(words(ofLost:)) }
    }

    /// The moment of the call with an id, or else the last before it; nil where there is none.
    func moment(of id: Int) -> Int? {
        guard let position = trace.calls.lastIndex(where: { $0.id <= id }) else { return nil }
        return moments[position] ?? moments[...position].lazy.compactMap { $0 }.max()
    }

    private func words(ofLost call: Int) -> Lost {
        let call = trace.calls[call]
        let value = call.event?.value.map { "(\(TerminalText.shortenedInMiddle($0, to: 24, ellipsis: "…")))" } ?? ""
        let event = TerminalText.escaped((call.event?.kind.name ?? "") + value)
        return Lost(event: "@\(call.id) \(event)", sentence: picture.lost[call.id]?.sentence ?? "")
    }

    private static func moments(_ trace: Trace) -> (moments: [Int?], times: [UInt64]) {
        var spans = CallTimes(TraceInMemory(trace))
        for call in trace.calls { spans.add(call) }
        spans.finish()
        let positions = IdentifierIndex(trace.calls)
        var moments = [Int?](repeating: nil, count: trace.calls.count)
        var times: [UInt64] = []
        var count = 0
        for (position, call) in trace.calls.enumerated() {
            times.append(spans.span(of: call, at: position).start)
            moments[position] = call.parent.flatMap { positions[$0] }.flatMap { $0 < position ? moments[$0] : nil }
            if moments[position] == nil, call.event != nil {
                moments[position] = count
                count += 1
            }
        }
        return (moments, times)
    }

    /// The rows of all boxes that the one at `end` gets events from or subscribed, and its own; who sends stands above who
    /// receives, and a source with all that its events pass on the way to where it meets another.
    ///
    /// - Parameter lost: takes the positions of the calls whose events went nowhere.
    private mutating func rows(to end: Int, of subscription: Trace.Subscription, lost all: inout Set<Int>) -> [Row] {
        var chain = [end]
        var places = [end: 0]
        var outgoing: [Int: [Int]] = [:]
        var order: [LaneGraph.Edge] = []
        var index = 0
        while index < chain.count {
            let into = (incoming[chain[index]] ?? []).filter { isSource(edges.edges[$0].way.from) }
            for edge in into { outgoing[edges.edges[edge].way.from, default: []].append(edge) }
            let subscribed = (sources[chain[index]] ?? []).filter(isSource)
            for from in Set(into.map { edges.edges[$0].way.from }).union(subscribed).sorted() {
                if places[from] == nil {
                    places[from] = chain.count
                    chain.append(from)
                }
                order.append(LaneGraph.Edge(from: places[from] ?? 0, to: index, label: ""))
            }
            index += 1
        }
        let sorted = LaneGraph(chain.map { _ in "" }, edges: order).order
        return sorted.map { place in
            let box = chain[place]
            let isReceiver = box == end || isSubject(box)
            let passed = isReceiver ? incoming[box] ?? [] : outgoing[box] ?? []
            let lost = isReceiver ? Set(calls(drops[box])) : []
            var marbles = Set(passed.flatMap { calls(of: $0, to: end) }).map { marble($0, isLost: lost.contains($0)) }
            if !isReceiver { marbles += calls(drops[box]).map { marble($0, isLost: true) } }
            all.formUnion(
                isReceiver ? lost.intersection(passed.flatMap { calls(of: $0, to: end) }) : Set(calls(drops[box])))
            var row = row(of: box, in: subscription.site?.file)
            row.lives = lifetimes.lives(of: box, in: subscription.id, isWhole: box == end)
            row.marbles = marbles.sorted { $0.0 < $1.0 }.map(\.1)
            return row
        }
    }

    private func isSource(_ box: Int) -> Bool {
        if case .node = boxes.boxes[box].subject { return true }
        return false
    }

    private func isSubject(_ box: Int) -> Bool {
        if case .node(let node) = boxes.boxes[box].subject { return trace.nodes[node].role == .subject }
        return false
    }

    private mutating func row(of box: Int, in file: String?) -> Row {
        guard case .node(let node) = boxes.boxes[box].subject else { return Row(name: "observer") }
        let name = words.title(node)
        guard let (variable, kind) = words.kind(node) else {
            return Row(name: name, place: trace.nodes[node].site.map { Self.place($0, in: file) })
        }
        return Row(name: name, kind: told.insert([variable, kind]).inserted ? kind : nil)
    }

    /// The line alone, in a file that the title names already.
    private static func place(_ site: Trace.Site, in file: String?) -> String {
        let name = site.file.split(separator: "/").last.map { TerminalText.escaped(String($0)) } ?? ""
        return site.file == file ? ":\(site.line)" : "\(name):\(site.line)"
    }

    private func calls(_ edge: Int?) -> [Int] { edge.map { calls[$0] } ?? [] }

    /// The calls along an edge that are about the subscription of a box; all, where those are about none of it: then
    /// several subscriptions share it.
    private func calls(of edge: Int, to box: Int) -> [Int] {
        let own = calls[edge].filter { boxes.box(ofSubscription: trace.calls[$0].subscription) == box }
        return own.isEmpty ? calls[edge] : own
    }

    private func marble(_ call: Int, isLost: Bool) -> (Int, Marble) {
        let event = trace.calls[call].event ?? Trace.Event(.completed)
        return (call, Marble(moment: moments[call] ?? 0, event: event, isLost: isLost, time: times[call]))
    }
}
