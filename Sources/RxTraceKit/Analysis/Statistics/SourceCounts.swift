/// How many events each source of an operator handed to it, as the calls of a trace go by.
///
/// Sources of one name and place are one, such as all that a closure of `flatMap` made.
struct SourceCounts {
    private var operators: OperatorSources
    /// The sources, by their number.
    private var sources: [StatisticsGroups.Row] = []
    private var numbers: [StatisticsGroups.Row: Int] = [:]
    /// By node, the number of the source that it is.
    private var known: [Int: Int] = [:]
    /// By row, its sources in the order of their first events.
    private var counts: [Int: [(source: Int, count: Int)]] = [:]

    init(_ source: any TraceSource) {
        operators = OperatorSources(source)
    }

    /// Takes each call in order.
    ///
    /// - Parameter row: the one that the call is counted in; less than 0 for none.
    mutating func add(_ call: Trace.Call, row: Int, in groups: StatisticsGroups) {
        operators.add(call)
        guard row >= 0, let sender = operators.sender(of: call) else { return }
        count(sender, 1, row, groups)
    }

    /// The sources of each row that has several, and has itself subscribed to them: those that sent nothing too.
    mutating func sources(in groups: StatisticsGroups) -> [Int: [TraceStatistics.Source]] {
        var asking: Set<Int> = []
        for (sink, subscriptions) in operators.made.sorted(by: { $0.key < $1.key }) {
            guard let row = groups.number(ofNode: sink) else { continue }
            asking.insert(row)
            for node in subscriptions.compactMap(operators.source) { count(node, 0, row, groups) }
        }
        return counts.filter { asking.contains($0.key) && $0.value.count > 1 }.mapValues { counts in
            counts.map { .init(name: sources[$0.source].name, site: sources[$0.source].site, eventsIn: $0.count) }
        }
    }

    private mutating func count(_ node: Int, _ more: Int, _ row: Int, _ groups: StatisticsGroups) {
        guard let source = number(of: node, groups) else { return }
        if let place = counts[row]?.firstIndex(where: { $0.source == source }) {
            counts[row]?[place].count += more
        } else {
            counts[row, default: []].append((source, more))
        }
    }

    private mutating func number(of node: Int, _ groups: StatisticsGroups) -> Int? {
        if let number = known[node] { return number }
        guard let source = groups.row(ofSource: node) else { return nil }
        let number = numbers[source] ?? sources.count
        if number == sources.count {
            sources.append(source)
            numbers[source] = number
        }
        known[node] = number
        return number
    }
}
