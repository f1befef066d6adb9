import Testing

@testable import RxTraceKit

/// A trace whose calls are found by their positions: its tree, its folds, what leads from call to call, and searching.
struct BrowsingTests {
    private static let traces = [
        TraceScript.create(), TraceScript.observeOn(), TraceScript.keptElements(), TraceScript.hostile(),
        TraceScript.tangle(300), TraceScript.innerSubscriptions(20),
    ]

    private func calls(_ trace: Trace) throws -> CallsInMemory { try CallsInMemory(TraceInMemory(trace)) }

    /// All rows that show, from the first on.
    private func rows(_ folds: TreeFolds, _ calls: CallsInMemory) throws -> [Int] {
        var rows: [Int] = []
        var next = calls.firstBelow(nil)
        while let row = next, rows.count <= calls.count {
            rows.append(row)
            next = try folds.after(row, in: calls)
        }
        return rows
    }

    @Test(arguments: traces)
    func everyCallIsOneRowForwardAndBackward(trace: Trace) throws {
        let calls = try calls(trace)
        let rows = try rows(TreeFolds(), calls)
        #expect(rows.sorted() == Array(trace.calls.indices))
        #expect(try TreeFolds().last(in: calls) == rows.last)
        for (row, next) in zip(rows, rows.dropFirst()) { #expect(try TreeFolds().before(next, in: calls) == row) }
        #expect(try rows.first.map { try TreeFolds().before($0, in: calls) } == .some(nil))
        // A call comes behind the one it hangs below, and that one counts it.
        for (place, row) in rows.enumerated() {
            if let above = calls.above(row) { #expect(rows.prefix(place).contains(above)) }
            let below = rows.count { other in
                var up = calls.above(other)
                while let one = up, one != row { up = calls.above(one) }
                return up == row
            }
            #expect(calls.countBelow(row) == below)
        }
    }

    @Test func aFoldedRowHidesAllBelowIt() throws {
        let trace = TraceScript.create()
        let calls = try calls(trace)
        let all = try rows(TreeFolds(), calls)
        let folded = try #require(all.first { calls.countBelow($0) ?? 0 > 3 })
        var folds = TreeFolds()
        folds.set(trace.calls[folded].id, open: false)
        #expect(try rows(folds, calls).count == all.count - (calls.countBelow(folded) ?? 0))
        let hidden = try #require(calls.firstBelow(folded))
        #expect(try folds.shown(hidden, in: calls) == folded)
        #expect(try folds.row(1, from: folded, in: calls) == calls.next(folded) ?? folded)
        try folds.reveal(hidden, in: calls)
        #expect(try rows(folds, calls) == all)
        // With all folded, the roots are left.
        let roots = all.filter { calls.above($0) == nil }
        #expect(try rows(TreeFolds(isOpen: false), calls) == roots)
    }

    @Test func turnsOfWorkThatSchedulesItselfStandSideBySide() throws {
        let script = TraceScript()
        script.node("queue", "QueueScheduler", .scheduler)
        var asked = script.call(.schedule, "queue")
        for _ in 1...100 {
            let cause = asked
            script.call(.invoke, "queue", cause: cause) { asked = script.call(.schedule, "queue") }
        }
        let calls = try calls(script.trace)
        let works = script.trace.calls.indices.filter { script.trace.calls[$0].operation == .invoke }
        #expect(works.allSatisfy { calls.above($0) == 0 })
        // The work of each is found nevertheless.
        #expect(works.dropLast().allSatisfy { calls.work(of: $0 + 1) == [$0 + 2] })
    }

    @Test func causesAndEffectsLeadBothWays() throws {
        let trace = TraceScript.keptElements()
        let calls = try calls(trace)
        let work = try #require(trace.calls.firstIndex { $0.operation == .invoke })
        let asked = try #require(try calls.trigger(of: work))
        #expect(trace.calls[asked].operation == .schedule)
        #expect(try calls.effects(of: asked).first == work)
        let kept = try #require(trace.calls.indices.first { trace.calls[$0].origin != nil })
        let origin = try #require(try calls.origins(of: kept).first)
        #expect(trace.calls[origin].id == trace.calls[kept].origin)
        #expect(calls.receivers(of: origin) == [kept])
        #expect(try calls.effects(of: origin).contains(kept))
        #expect(try calls.trigger(of: 0) == nil)
    }

    @Test func aSearchGoesAllAroundInBothDirections() throws {
        let script = TraceScript()
        script.node("query", "PublishSubject", .subject, site: Trace.Site(file: "Cell.swift", line: 12))
        script.setVariable("query", of: "query")
        for value in ["3", "30", "x", "3"] { script.call(.on, "query", .next(value)) }
        script.call(.mark, label: "Checkout opened")
        let calls = try calls(script.trace)
        func found(_ text: String, from: Int, backward: Bool = false) throws -> Int? {
            try CallSearch(text, in: calls.source).next(after: from, backward: backward, in: calls)?.position
        }
        #expect(try found("next(3)", from: 0) == 3)
        #expect(try found("next(3)", from: 3) == 0)
        #expect(try found("next(3)", from: 3, backward: true) == 0)
        #expect(try found("30", from: 0) == 1)
        #expect(try found("QUERY", from: 1) == 2)
        #expect(try found("cell.swift:12", from: 0) == 1)
        #expect(try found("check*opened", from: 0) == 4)
        #expect(try found("nothing", from: 0) == nil)
        #expect(try CallSearch("x", in: calls.source).next(after: 3, in: calls)?.isAround == true)
    }
}
