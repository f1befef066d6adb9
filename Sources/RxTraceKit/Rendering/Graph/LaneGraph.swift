/// A graph drawn in text from the top down: a line per node, with a lane for each edge that is on its way, as version
/// control draws its history.
///
/// ```
/// ●  name
/// ↓  next 3
/// │ ●  password
/// │ ↓  next 2
/// ●─╯  combineLatest
/// ```
struct LaneGraph {
    struct Edge {
        var from: Int
        /// nil for one that leads nowhere.
        var to: Int?
        var label: String
    }

    enum Style: Equatable { case node, edge, lost }

    struct Line: Equatable {
        var lanes: String
        var text: String
        var style: Style
        /// The node, of a node's line.
        var node: Int?
    }

    private struct Signs {
        var node, lane, join, fork, end, more, cross, across, along, back, lost: String

        static let unicode = Signs(
            node: "●", lane: "│", join: "╯", fork: "├", end: "╮", more: "┬", cross: "┼", across: "─", along: "↓",
            back: "↑", lost: "✕")
        static let ascii = Signs(
            node: "*", lane: "|", join: "'", fork: "+", end: ".", more: "+", cross: "+", across: "-", along: "v",
            back: "^", lost: "x")
    }

    private let titles: [String]
    private let edges: [Edge]
    private let signs: Signs

    init(_ titles: [String], edges: [Edge], isASCII: Bool = false) {
        self.titles = titles
        self.edges = edges
        signs = isASCII ? .ascii : .unicode
    }

    /// All nodes, each behind those that lead to it, and a branch in one piece: the one that comes first, first.
    var order: [Int] {
        var into = [[Int]](repeating: [], count: titles.count)
        var hasWayOn = [Bool](repeating: false, count: titles.count)
        for edge in edges {
            guard let to = edge.to, to != edge.from else { continue }
            into[to].append(edge.from)
            hasWayOn[edge.from] = true
        }
        var order: [Int] = []
        // What goes round has no end: then the last one is.
        // 0: not seen, 1: its sources are looked at, 2: in the order.
        var states = [UInt8](repeating: 0, count: titles.count)
        for end in titles.indices.filter({ !hasWayOn[$0] }) + titles.indices.reversed() where states[end] == 0 {
            var stack = [end]
            while let node = stack.last {
                if states[node] == 0 {
                    states[node] = 1
                    stack += into[node].sorted(by: >).filter { states[$0] == 0 }
                } else {
                    stack.removeLast()
                    if states[node] == 1 { order.append(node) }
                    states[node] = 2
                }
            }
        }
        return order
    }

    var lines: [Line] {
        var lines: [Line] = []
        /// By lane, the edge on it.
        var lanes: [Int?] = []
        var isPlaced = [Bool](repeating: false, count: titles.count)
        for node in order {
            let incoming = lanes.indices.filter { lanes[$0].map { edges[$0].to == node } ?? false }
            let column = incoming.first ?? Self.free(&lanes, from: 0)
            let last = incoming.last ?? column
            let drawn = lanes.indices.map { lane -> String in
                if lane == column { return signs.node }
                if incoming.contains(lane) { return signs.join }
                let crosses = lane > column && lane < last
                return lanes[lane] == nil ? crosses ? signs.across : " " : crosses ? signs.cross : signs.lane
            }
            lines.append(
                Line(lanes: joined(drawn, across: column..<last), text: titles[node], style: .node, node: node))
            for lane in incoming { lanes[lane] = nil }
            while lanes.count > column + 1, lanes[lanes.count - 1] == nil { lanes.removeLast() }
            isPlaced[node] = true
            lines += leave(node, from: column, &lanes, isPlaced)
            while let lane = lanes.last, lane == nil { lanes.removeLast() }
        }
        return lines
    }

    /// The lines of the edges that leave a node, each on a lane of its own.
    private func leave(_ node: Int, from column: Int, _ lanes: inout [Int?], _ isPlaced: [Bool]) -> [Line] {
        var lines: [Line] = []
        let own = edges.indices.filter { edges[$0].from == node }
        var taken: [Int] = []
        for edge in own where edges[edge].to.map({ !isPlaced[$0] }) ?? false {
            let lane = taken.isEmpty ? column : Self.free(&lanes, from: column + 1)
            lanes[lane] = edge
            taken.append(lane)
        }
        if let last = taken.last, last > column {
            let drawn = lanes.indices.map { lane -> String in
                if lane == column { return signs.fork }
                if lane == last { return signs.end }
                if taken.contains(lane) { return signs.more }
                let crosses = lane > column && lane < last
                return lanes[lane] == nil ? crosses ? signs.across : " " : crosses ? signs.cross : signs.lane
            }
            lines.append(Line(lanes: joined(drawn, across: column..<last), text: "", style: .edge))
        }
        for edge in own {
            let lane = lanes.firstIndex { $0 == edge }
            var drawn = lanes.indices.map { $0 == lane ? signs.along : lanes[$0] == nil ? " " : signs.lane }
            var text = edges[edge].label
            if lane == nil {
                while drawn.count <= column { drawn.append(" ") }
                if lanes.indices.contains(column) && lanes[column] != nil { drawn.append(" ") }
                drawn[drawn.count - 1] = edges[edge].to == nil ? signs.lost : signs.back
                if let to = edges[edge].to { text += " to \(titles[to])" }
            }
            lines.append(
                Line(lanes: joined(drawn, across: 0..<0), text: text, style: edges[edge].to == nil ? .lost : .edge))
        }
        return lines
    }

    private func joined(_ drawn: [String], across: Range<Int>) -> String {
        drawn.indices.map { drawn[$0] + (across.contains($0) ? signs.across : " ") }.joined()
    }

    /// The first lane without an edge, from `first` on.
    private static func free(_ lanes: inout [Int?], from first: Int) -> Int {
        if let lane = lanes.indices.first(where: { $0 >= first && lanes[$0] == nil }) { return lane }
        while lanes.count < first { lanes.append(nil) }
        lanes.append(nil)
        return lanes.count - 1
    }
}
