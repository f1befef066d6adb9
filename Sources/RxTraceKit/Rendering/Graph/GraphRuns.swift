/// What passed along each edge of a graph with each of its numbers, and the numbers of its notes.
struct GraphRuns {
    /// What passed with one number.
    struct Run {
        let number: Int
        var passed = GraphPassage()
        /// The number of the event by which all of it came about, where the number before does not tell it.
        var reason: Int?
        /// The number of the subscription that an element had to wait for.
        var turn: Int?
        /// The number by which what was inserted too late was disposed of.
        var answer: Int?
    }

    /// By edge.
    private(set) var runs: [[Run]]
    /// By note, the numbers of each of its entries.
    private(set) var notes: [[[Int]]]
    private let trace: Trace
    /// By the position of a call, the number of the last that it told; where events went nowhere.
    private var numbers: [Int: Int] = [:]
    /// By box, the calls by which somebody left it, in the order of time; where events went nowhere.
    private var departures: [Int: [(call: Int, number: Int)]] = [:]
    private let positions: IdentifierIndex

    init(_ made: GraphEdges, _ notes: [GraphNotes.Note], in trace: Trace, _ words: GraphWords) {
        self.trace = trace
        positions = IdentifierIndex(trace.calls)
        let causes = GraphCauses(made, in: trace, positions)
        let streams = GraphStreams(made, causes, in: trace, positions)
        let count = made.edges.count
        let areEvents = made.edges.map { [.event, .drop].contains($0.way.kind) }
        var steps = made.steps.map { step in
            let kind = areEvents[step.edge] ? trace.calls[step.source].eventKind : nil
            return GraphOrder.Step(thing: step.edge, call: step.call, kind: kind)
        }
        let entries = notes.flatMap(\.entries)
        for (place, entry) in entries.enumerated() {
            steps += entry.calls.map { GraphOrder.Step(thing: count + place, call: $0) }
        }
        // Those of one call stay as they are.
        let sorted =
            notes.isEmpty
            ? Array(steps.indices) : steps.indices.sorted { (steps[$0].call, $0) < (steps[$1].call, $1) }
        let order = GraphOrder(
            notes.isEmpty ? steps : sorted.map { steps[$0] }, things: count + entries.count, in: trace, positions)
        var numberOfStep = [Int](repeating: 0, count: steps.count)
        for (place, number) in zip(sorted, order.numbers) { numberOfStep[place] = number }
        runs = Array(repeating: [], count: count)
        let hasLosses = made.edges.contains { $0.way.kind == .drop }
        for (place, step) in made.steps.enumerated() {
            let number = numberOfStep[place]
            if hasLosses {
                numbers[step.call] = number
                let way = made.edges[step.edge].way
                if way.kind == .dispose, let box = way.to { departures[box, default: []].append((step.call, number)) }
            }
            // What comes again has the number of another time.
            let known = runs[step.edge].lastIndex { $0.number == number }
            if known == nil { runs[step.edge].append(Run(number: number)) }
            let run = known ?? runs[step.edge].count - 1
            let reason = causes.reasons[place].map { numberOfStep[$0] }
            runs[step.edge][run].reason = known == nil || runs[step.edge][run].reason == reason ? reason : nil
            runs[step.edge][run].turn = streams.turns[place].map { numberOfStep[$0] }
            runs[step.edge][run].passed.add(
                trace.calls[step.source], step, value: streams.carried[place].flatMap { words.stream($0) },
                part: streams.parts[place].flatMap { words.isWithin($0, made.edges[step.edge].way) ? $0 : nil })
            if let outer = causes.outer[place], made.edges[made.steps[outer].edge].way.isLate {
                let late = made.steps[outer].edge
                if let run = runs[late].lastIndex(where: { $0.number == numberOfStep[outer] }) {
                    runs[late][run].answer = number
                }
            }
        }
        var first = count
        self.notes = []
        var own = [[Int]](repeating: [], count: entries.count)
        for (place, step) in steps.enumerated().dropFirst(made.steps.count) {
            let number = numberOfStep[place]
            if !own[step.thing - count].contains(number) { own[step.thing - count].append(number) }
        }
        for note in notes {
            self.notes.append(Array(own[(first - count)..<(first - count + note.entries.count)]))
            first += note.entries.count
        }
        // What the number before tells needs no word.
        for edge in runs.indices {
            for run in runs[edge].indices {
                let number = runs[edge][run].number
                if let reason = runs[edge][run].reason, reason + 1 >= number { runs[edge][run].reason = nil }
            }
        }
    }

    /// The number of the call with this id by which somebody left a box: that of leaving it, else of the first that is
    /// told within the call, else of what it is a part of; nil where the graph tells nothing of it.
    func number(of id: Int, leaving box: Int, before lost: LostEvent) -> Int? {
        guard let call = positions[id] else { return nil }
        // The last of the subscriptions that the call ended may be left by a later one.
        let end = positions[lost.call] ?? trace.calls.count
        if let left = departures[box]?.last(where: { $0.call >= call && $0.call < end }) { return left.number }
        let within = (call..<trace.calls.count).prefix { $0 == call || around($0).contains(call) }
        if let told = within.first(where: { numbers[$0] != nil }) { return numbers[told] }
        return around(call).lazy.compactMap { numbers[$0] }.first
    }

    /// The calls around one, outwards.
    private func around(_ call: Int) -> some Sequence<Int> {
        sequence(first: call) { each in
            trace.calls[each].parent.flatMap { positions[$0] }.flatMap { $0 < each ? $0 : nil }
        }.dropFirst()
    }
}
