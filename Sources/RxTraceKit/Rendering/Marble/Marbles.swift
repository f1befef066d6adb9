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
        /// What it has in common with other rows; nil where no line of the source tells.
        var likeness: MarbleFolding.Likeness?

        /// `query (PublishSubject)`, `map :12`; with the reason, where it was left before the whole ended.
        var title: String {
            let title = kind.map { "\(name) (\($0))" } ?? place.map { "\(name) \($0)" } ?? name
            guard let reason = lives.last?.reason else { return title }
            let whole = "\(title), \(reason)"
            // The kind goes first where there is no room for both: the graph tells it, too.
            return TerminalText.columns(of: whole) > MarbleRenderer.titleLimit ? "\(name), \(reason)" : whole
        }

        func isSubscribed(at moment: Int) -> Bool { lives.contains { $0.contains(moment) } }

        /// The event that ended it; nil where none did.
        var ending: Marble? { marbles.first { $0.event.kind != .next && !$0.isLost } }

        /// Whether it was left after one moment and before another, in which it is not subscribed; no event had ended it.
        func isLeft(between before: Int, and next: Int) -> Bool {
            if let ending, ending.moment <= before { return false }
            guard before < 0 || isSubscribed(at: before) else { return false }
            return !isSubscribed(at: next) && lives.contains { $0.hasEnded(between: before, and: next) }
        }

        /// Whether it was subscribed in the moment, and no more after it.
        func ends(in moment: Int) -> Bool {
            lives.contains { $0.end == moment && !$0.endsBetween } && !isSubscribed(at: moment + 1)
                && !lives.contains { $0.end != moment && $0.contains(moment) }
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

        func hasEnded(between before: Int, and next: Int) -> Bool {
            end.map { $0 > before && ($0 < next || $0 == next && endsBetween) } ?? false
        }

        func contains(_ moment: Int) -> Bool {
            moment >= begin && end.map { moment < $0 || moment == $0 && !endsBetween } ?? true
        }
    }

    struct Diagram: Equatable {
        var title: String
        var rows: [Row] = []
        /// The rows that are not drawn, for they are like others.
        var folded: [MarbleFolding.Folded] = []
        /// The events of the rows that went nowhere.
        var lost: [Lost] = []

        /// How many rows are not drawn, in a line; nil where all are.
        var more: String? { MarbleFolding.line(folded).map { "… \($0); --no-fold shows them" } }
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
    /// The diagrams that were not made, for they are like others.
    private(set) var folded: [MarbleFolding.Folded] = []
    /// How many diagrams were not made, in lines.
    var more: [String] {
        let alike = MarbleFolding.line(folded).map {
            "… \($0); --no-fold shows them, --subscription one of them"
        }
        let others =
            leftOut == 0
            ? nil : "\(Count.of(leftOut, "more diagram")) left out; --no-fold shows them, --subscription one of them"
        return [alike, others].compactMap { $0 }
    }
    /// Why there is no diagram, where there is none.
    var emptiness: String? { diagrams.isEmpty ? "no subscription was made in this trace" : nil }

    /// The events that went nowhere and are in no diagram.
    private(set) var lost: [Lost] = []

    private let picture: PicturedTrace
    private let trace: Trace
    private let lifetimes: MarbleLifetimes
    private let ways: MarbleWays
    private let words: GraphWords
    /// The names behind which a row has told the kind.
    private var told: Set<[String]> = []
    /// By call, the moment it is in, and when it started.
    private let moments: [Int?]
    private let times: [UInt64]

    /// - Parameter folds: whether only a few of many that are alike are made.
    init(_ picture: PicturedTrace, folds: Bool) {
        trace = picture.trace
        ways = MarbleWays(picture)
        words = GraphWords(trace)
        (moments, times) = Self.moments(trace)
        self.picture = picture
        lifetimes = MarbleLifetimes(picture, moments: moments, boxes: ways.boxes)
        var rowCount = 0
        var shown: Set<Int> = []
        let subscriptions = trace.subscriptions.filter { ways.boxes.isUsers($0.id) }
        let isShown = folds ? MarbleFolding.shown(subscriptions.map(\.site)) : subscriptions.map { _ in true }
        for (subscription, isShown) in zip(subscriptions, isShown) {
            if !isShown, let site = subscription.site {
                MarbleFolding.add("the subscriptions at \(TerminalText.escaped(site.description))", to: &folded)
                continue
            }
            guard rowCount < Self.mostRows || !folds else {
                leftOut += 1
                continue
            }
            guard let box = ways.boxes.box(ofSubscription: subscription.id) else { continue }
            let site = subscription.site.map { "  \(TerminalText.escaped($0.description))" } ?? ""
            let title = words.state(of: subscription) + site
            var lost: Set<Int> = []
            var diagram = Diagram(title: title, rows: rows(to: box, of: subscription, lost: &lost))
            if folds { diagram.fold() }
            diagram.lost = lost.sorted().map(words(ofLost:))
            diagrams.append(diagram)
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
        let chain = MarbleChain(to: end, ways)
        return LaneGraph(chain.boxes.map { _ in "" }, edges: chain.order).order.map { place in
            let box = chain.boxes[place]
            let isReceiver = box == end || ways.isSubject(box)
            var passed = isReceiver ? received(box, to: end) : chain.handedOn(by: box)
            if ways.isSubject(box) {
                passed.formUnion(ways.handedOver(by: box, besides: passed).filter { chain.isAbout($0, of: box) })
            }
            let dropped = ways.drops[box].map { ways.calls[$0] } ?? []
            let lost = Set(dropped.filter { isReceiver ? passed.contains($0) : chain.isAbout($0, of: box) })
            all.formUnion(lost)
            var marbles = passed.map { marble($0, isLost: isReceiver && lost.contains($0)) }
            if !isReceiver { marbles += lost.map { marble($0, isLost: true) } }
            var row = row(of: box, in: subscription.site?.file)
            row.lives = lifetimes.lives(of: box, in: subscription.id, isWhole: box == end)
            row.marbles = marbles.sorted { $0.0 < $1.0 }.map(\.1)
            return row
        }
    }

    private mutating func row(of box: Int, in file: String?) -> Row {
        guard case .node(let node) = ways.boxes.boxes[box].subject else { return Row(name: "observer") }
        let name = words.title(node)
        if let (maker, number) = ways.boxes.sequences[node] {
            var row = Row(name: "sequence \(number) of \(words.title(maker))", likeness: likeness(of: maker, node))
            if words.kind(maker) == nil { row.place = trace.nodes[maker].site.map { Self.place($0, in: file) } }
            return row
        }
        guard let (variable, kind) = words.kind(node) else {
            return Row(
                name: name, place: trace.nodes[node].site.map { Self.place($0, in: file) },
                likeness: likeness(of: node, node))
        }
        let isNew = told.insert([variable, kind]).inserted
        return Row(name: name, kind: isNew ? kind : nil, likeness: likeness(of: node, node))
    }

    private func likeness(of maker: Int, _ node: Int) -> MarbleFolding.Likeness? {
        trace.nodes[maker].site.map { MarbleFolding.Likeness(site: $0, type: trace.nodes[node].type) }
    }

    /// The line alone, in a file that the title names already.
    private static func place(_ site: Trace.Site, in file: String?) -> String {
        let name = site.file.split(separator: "/").last.map { TerminalText.escaped(String($0)) } ?? ""
        return site.file == file ? ":\(site.line)" : "\(name):\(site.line)"
    }

    /// The calls that brought events to a box: along each way those about the subscription of the one at `end`; all, where those
    /// are about none of it: then several subscriptions share it.
    private func received(_ box: Int, to end: Int) -> Set<Int> {
        Set(
            (ways.incoming[box] ?? []).flatMap { edge in
                let own = ways.calls(of: edge, to: end)
                return own.isEmpty ? ways.calls[edge] : own
            })
    }

    private func marble(_ call: Int, isLost: Bool) -> (Int, Marble) {
        let event = trace.calls[call].event ?? Trace.Event(.completed)
        return (call, Marble(moment: moments[call] ?? 0, event: event, isLost: isLost, time: times[call]))
    }
}

extension Marbles.Diagram {
    /// Leaves a few of many rows that one line of the source made.
    mutating func fold() {
        let isShown = MarbleFolding.shown(rows.map(\.likeness))
        for (row, isShown) in zip(rows, isShown) where !isShown {
            // Of one line, they have the same name but for a number.
            let name = row.name.replacing(#/#\d+$/#, with: "").replacing(#/^sequence \d+ of\b/#, with: "sequence of")
            MarbleFolding.add(row.place.map { "\(name) \($0)" } ?? name, to: &folded)
        }
        rows = zip(rows, isShown).filter(\.1).map(\.0)
    }
}
