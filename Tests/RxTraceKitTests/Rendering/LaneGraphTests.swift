import Testing

@testable import RxTraceKit

/// Graphs in text: a lane for each edge on its way.
struct LaneGraphTests {
    private func drawing(_ titles: [String], _ edges: [(Int, Int?, String)], isASCII: Bool = false) -> [String] {
        LaneGraph(titles, edges: edges.map { LaneGraph.Edge(from: $0.0, to: $0.1, label: $0.2) }, isASCII: isASCII)
            .lines.map { "\($0.lanes)\($0.text)" }
    }

    @Test func lanesMeetWhereEventsDo() {
        #expect(
            drawing(["name", "password", "combine", "observer"], [(0, 2, "ada"), (1, 2, "12"), (2, 3, "ok")]) == [
                "● name", "↓ ada", "│ ● password", "│ ↓ 12", "●─╯ combine", "↓ ok", "● observer",
            ])
    }

    @Test func lanesPartWhereSeveralListen() {
        #expect(
            drawing(["subject", "map", "one", "two"], [(0, 1, "a"), (0, 3, "b"), (1, 2, "c")], isASCII: true) == [
                "* subject", "+-. ", "v | a", "| v b", "* | map", "v | c", "* | one", "  * two",
            ])
    }

    @Test func whatIsLostOrGoesRoundHasALineOfItsOwn() {
        let lines = drawing(["a", "b"], [(0, 1, "x"), (1, 0, "back"), (1, nil, "late")])
        #expect(lines.contains { $0.contains("✕") && $0.hasSuffix("late") })
        #expect(lines.contains { $0.contains("↑") && $0.contains("back to a") })
        #expect(lines.count { $0.contains("●") } == 2)
    }

    @Test func everyNodeHasOneLineWhateverTheEdges() {
        var state: UInt64 = 7
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        for count in 1...30 {
            let titles = (0..<count).map { "n\($0)" }
            let edges = (0..<2 * count).map { _ in
                LaneGraph.Edge(from: random(count), to: random(5) == 0 ? nil : random(count), label: "e")
            }
            let lines = LaneGraph(titles, edges: edges).lines
            #expect(lines.compactMap(\.node).sorted() == Array(0..<count))
            #expect(lines.count { $0.style != .node && !$0.text.isEmpty } == edges.count)
        }
    }
}
