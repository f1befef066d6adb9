import Foundation

/// The outcomes of a program in the orders that its threads allow.
///
/// ```swift
/// let program = ExploredProgram(name: "Search", executable: "/tmp/Search", timeLimit: 10)
/// let exploration = try Exploration(program, OrderSearch.Limits())
/// print(exploration.outcomes.count, exploration.isComplete)
/// ```
package struct Exploration {
    package let name: String
    /// How many orders were run.
    package let orders: Int
    /// Whether these are all there are.
    package let isComplete: Bool
    /// From the commonest on.
    package let outcomes: [OrderFinding]
    /// The outcomes that did not come again when their order was run once more: they are not among the others.
    let lost: [OrderOutcome]
    /// How many runs had a thread that waited where it is not seen, and where.
    let outOfSight: (count: Int, place: String?)
    /// Whether the program's stop request ended it before it was done.
    package let isStopped: Bool
    private let search: OrderSearch
    private let hasSeveral: Bool
    private let isOfTest: Bool

    /// Runs the orders: for as long, and as many, as the limits say.
    ///
    /// - Throws: ``ProcessFailure`` where the program cannot be started or controlled.
    package init(_ program: ExploredProgram, _ limits: OrderSearch.Limits) throws {
        search = try OrderSearch(program, limits)
        let findings: OrderFindings
        do {
            try search.search()
            findings = try OrderFindings(search)
            isStopped = false
        } catch is StopRequest.Stopped {
            findings = OrderFindings(unchecked: search)
            isStopped = true
        }
        name = program.name
        orders = search.orderCount
        isComplete = search.isComplete
        outcomes = findings.findings
        lost = findings.lost
        outOfSight = search.outOfSight
        hasSeveral = search.outcomes.count > 1
        isOfTest = program.output == .test
    }

    /// Whether there is more than one outcome, or one that is a fault: a deadlock, a trap, a failure, or one that takes too long. A
    /// test that does not end is one, too.
    package var isFault: Bool {
        hasSeveral || outcomes.contains { $0.outcome.isFault || isOfTest && $0.outcome.end != .finished }
    }

    /// The bytes of an outcome's recording; nil where the program leaves none.
    package func recording(of outcome: OrderFinding) throws -> Data? { try search.recording(of: outcome.order) }
}
