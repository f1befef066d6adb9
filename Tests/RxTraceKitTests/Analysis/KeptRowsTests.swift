import RxTraceTestSupport
import Testing

@testable import RxTraceKit

/// What walks and rules keep per subscription, beside plain lists of the same.
@Suite struct KeptRowsTests {
    @Test(arguments: 0..<4)
    func `rows that come and go stay in their order`(seed: Int) {
        var generator = SeededGenerator(seed: seed)
        var rows = OrderedRows<String>()
        var all: [Int] = []
        for row in 0..<3_000 {
            rows.add("row \(row)", for: row)
            all.append(row)
            // A third of the seeds has few at once, another many.
            while all.count > 400 * (seed % 3), let gone = all.randomElement(using: &generator),
                Bool.random(using: &generator)
            {
                #expect(rows.remove(gone) == "row \(gone)")
                #expect(rows.remove(gone) == nil)
                all.removeAll { $0 == gone }
            }
            #expect(rows.count == all.count)
            if row % 50 == 0 { #expect(Array(rows.all) == all.map { "row \($0)" }) }
        }
        #expect(all.allSatisfy { rows[$0] == "row \($0)" })
        #expect(rows[-1] == nil)
    }

    @Test func `recent rows are there, and those long before are not`() {
        var rows = RecentRows<Int>()
        for id in 0..<200_000 {
            rows[id] = id * 2
            #expect(rows[id] == id * 2 && (id < 30_000 || rows[id - 30_000] != nil))
        }
        #expect(rows[0] == nil)
    }

    @Test(arguments: 0..<3)
    func `parts are found by whom they are made for`(seed: Int) {
        var generator = SeededGenerator(seed: seed)
        let rows = (1...500).map { id in
            let parent =
                id > 1 && Int.random(in: 0..<5, using: &generator) > 0
                ? Int.random(in: max(1, id - 40)..<id, using: &generator) : nil
            return Trace.Subscription(id: id, parent: parent, node: 1)
        }
        let parts = SubscriptionParts(TraceTable(rows))
        for id in 1...500 {
            let all = rows.filter { $0.parent == id }.map(\.id)
            #expect(Array(parts[id]) == all)
            let row = Int.random(in: 1...500, using: &generator)
            #expect(parts.last(of: id, before: row) == all.last { $0 < row })
        }
    }

    @Test func `a tally counts by kind`() {
        var tally = Tally<String>()
        for kind in ["a", "b", "a", "c"] { tally.add(kind) }
        tally.remove("a")
        tally.remove("c")
        #expect([tally["a"], tally["b"], tally["c"], tally.total] == [1, 1, 0, 2])
    }
}
