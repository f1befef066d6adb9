import Foundation
import RxTraceTestSupport
import Testing

@testable import rxtrace

/// Programs whose threads read and write plain variables: whether the orders have all outcomes there are, and no others.
@Suite(
    .enabled(if: (try? SwiftCompiler()) != nil && isLinux, "orders are Linux's, and need swiftc in PATH"),
    .timeLimit(.generous))
struct RandomRaceTests {
    private static let numbersOfFewOrders = [2, 7, 10, 12, 15]

    @Test func allOrdersOfReadsAndWritesAreTried() throws {
        let folder = try ProgramFolder(["RandomRaces.swift": OrderPrograms.randomRaces])
        var complete = 0
        let numbers = TestLength.isLong ? Array(1...200) : Self.numbersOfFewOrders
        for number in numbers {
            let found = try ExploredOrders(of: folder, ["RandomRaces.swift", "--", "\(number)"])
            let outputs = Set(found.outcomes.map(\.output))
            let model = RaceModel(number: number)
            #expect(outputs.isSubset(of: model.outputs), "\(number)")
            #expect(found.lost == 0, "\(number)")
            guard found.complete else { continue }
            complete += 1
            #expect(outputs == model.outputs, "\(number)")
        }
        #expect(complete * 2 >= numbers.count)
    }
}
