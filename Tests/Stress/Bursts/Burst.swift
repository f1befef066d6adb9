import RxTraceTestSupport

/// A sequence of six sends to an operator's sources, and what closures do meanwhile from within it.
package struct Burst: CustomStringConvertible, Sendable {
    /// Where something is done from.
    package enum Point: Int, CaseIterable, Sendable {
        /// The operator's own closure.
        case selector
        /// The observer's handlers.
        case next
        case end
        case disposed
        /// While a source is subscribed to, before and after what it sends at once.
        case subscribe
        case subscribed
        /// The disposal of a source.
        case sourceDisposed
    }

    package enum Action: Int, CaseIterable, Sendable {
        case sendOuter, sendFirst, sendSecond, completeOuter, completeFirst, failOuter, failFirst, dispose, advance
    }

    /// What the sources do when they are subscribed to.
    package enum Sources: Int, CaseIterable, Sendable {
        /// They follow a subject.
        case plain
        /// They send twice first.
        case pushing
        /// They send once and complete, all but the outer one.
        case short
    }

    package enum Ending: Int, CaseIterable, Sendable {
        case completed, error
    }

    /// Something done from a point, the first, second … time that the point is reached.
    package struct Injection: Sendable {
        package var point: Point
        package var turn: Int
        package var action: Action

        package init(_ point: Point, turn: Int, _ action: Action) {
            self.point = point
            self.turn = turn
            self.action = action
        }

        /// All of them at each of six turns.
        package static let all: [Injection] = Point.allCases.flatMap { point in
            (0..<6).flatMap { turn in Action.allCases.map { Injection(point, turn: turn, $0) } }
        }
    }

    package var operation: BurstOperator
    package var sources: Sources
    package var ending: Ending
    package var injections: [Injection]

    package init(_ operation: BurstOperator, _ sources: Sources, _ ending: Ending, _ injections: [Injection]) {
        self.operation = operation
        self.sources = sources
        self.ending = ending
        self.injections = injections
    }

    package var description: String {
        let done = injections.map { "\($0.action) from \($0.point) \($0.turn)" }.joined(separator: ", ")
        return
            "\(operation) of \(sources) sources that end \(ending == .error ? "with an error" : "completed"): \(done)"
    }

    /// Every burst of an operator with one injection.
    package static func all(of operation: BurstOperator) -> [Burst] {
        Sources.allCases.flatMap { sources in
            Ending.allCases.flatMap { ending in
                Injection.all.map { Burst(operation, sources, ending, [$0]) }
            }
        }
    }

    /// A burst with two or three injections, which follows from the generator.
    package static func random(of operation: BurstOperator, _ generator: inout SeededGenerator) -> Burst {
        let sources = Sources.allCases.randomElement(using: &generator) ?? .plain
        let ending = Ending.allCases.randomElement(using: &generator) ?? .completed
        let injections = (0..<Int.random(in: 2...3, using: &generator)).map { _ in
            Injection(
                Point.allCases.randomElement(using: &generator) ?? .next,
                turn: Int.random(in: 0..<6, using: &generator),
                Action.allCases.randomElement(using: &generator) ?? .dispose)
        }
        return Burst(operation, sources, ending, injections)
    }
}
