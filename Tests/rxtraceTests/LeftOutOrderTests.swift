import Foundation
import RxTraceTestSupport
import Testing

@testable import rxtrace

/// Orders that `explore` leaves out, as they differ from others in steps alone that do not touch the same: none of them has an outcome
/// of its own.
@Suite(
    .enabled(if: (try? SwiftCompiler()) != nil && isLinux, "orders are Linux's, and need swiftc in PATH"),
    .builds,
    .timeLimit(.generous))
struct LeftOutOrderTests {
    private func explore(_ folder: ProgramFolder, _ words: [String], every: Bool) throws -> ExploredOrders {
        try ExploredOrders(of: folder, words, environment: every ? ["RXTRACE_ORDERS": "every"] : [:])
    }

    /// - Returns: whether all orders there are were run, without those that are left out and with them.
    private func compare(_ folder: ProgramFolder, _ words: [String], orders: Int) throws -> (some: Bool, every: Bool) {
        let limited = words.prefix(1) + ["--orders", "\(orders)"] + words.dropFirst()
        let (some, every) = (
            try explore(folder, Array(limited), every: false), try explore(folder, Array(limited), every: true)
        )
        // What was not run to the end may lack outcomes.
        if some.complete { #expect(every.seen.isSubset(of: some.seen), "\(words)") }
        if every.complete { #expect(some.seen.isSubset(of: every.seen), "\(words)") }
        if every.complete { #expect(some.complete && some.orders <= every.orders, "\(words)") }
        return (some.complete, every.complete)
    }

    @Test(arguments: TestLength.some(OrderPrograms.all, 8))
    func noProgramLosesAnOutcome(program: OrderPrograms.Program) throws {
        let file = "\(program.name).swift"
        let folder = try ProgramFolder([file: program.source])
        let areAll = try compare(folder, [file], orders: TestLength.times(500, long: 2000))
        let has = OrderPrograms.swapped.contains { $0.name == program.name }
        let isWhole = areAll.some && areAll.every
        #expect(isWhole || program.hasMany || has, "of a program of few lines all orders can be run")
    }

    @Test(arguments: ["RandomThreads", "RandomQueues"])
    func noDrawnProgramLosesAnOutcome(name: String) throws {
        let source = name == "RandomQueues" ? OrderPrograms.randomQueues : OrderPrograms.randomThreads
        let folder = try ProgramFolder(["\(name).swift": source])
        var compared = 0
        for number in 1...TestLength.times(6, long: 80) {
            let words = ["\(name).swift", "--", "\(number)"]
            let areAll = try compare(folder, words, orders: TestLength.times(400, long: 1500))
            compared += areAll.some ? 1 : 0
        }
        #expect(compared >= TestLength.times(2, long: 30))
    }
}
