import Foundation
import RxTraceTestSupport
import Testing

@testable import rxtrace

/// Programs of random operators and of what random threads do: whether all orders have all outcomes.
@Suite(
    .enabled(if: (try? SwiftCompiler()) != nil && isLinux, "orders are Linux's, and need swiftc in PATH"),
    .timeLimit(.generous))
struct RandomThreadTests {
    private func explore(_ folder: ProgramFolder, _ options: String..., number: Int) throws -> ExploredOrders {
        try ExploredOrders(of: folder, ["RandomThreads.swift"] + options + ["--", "\(number)"])
    }

    /// An order made by chance may be any that there is, so it finds nothing else. A program that has more orders is
    /// passed over.
    @Test(.builds)
    func chanceFindsNoOtherOutcomes() throws {
        let folder = try ProgramFolder(["RandomThreads.swift": OrderPrograms.randomThreads])
        var compared = 0
        for number in 1...TestLength.times(8, long: 160) {
            let every = try explore(folder, "--orders", "400", number: number)
            guard every.complete else { continue }
            let some = try explore(folder, "--orders", "12", "--seed", "\(number)", number: number)
            #expect(some.seen.isSubset(of: every.seen), "\(number)")
            #expect(every.lost == 0 && some.lost == 0, "\(number)")
            compared += 1
        }
        #expect(compared >= TestLength.times(5, long: 100))
    }
}
