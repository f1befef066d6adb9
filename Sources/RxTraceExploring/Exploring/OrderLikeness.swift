import RxTraceKit

/// Looks for the order of a program's threads that leads along a recording, which was made without control.
///
/// It begins with the usual order, and changes that turn which makes the program go along the recording for longest, until it does
/// to the end, or no turn more makes it go further.
///
/// ```swift
/// let likeness = try OrderLikeness(of: TraceRecording(contentsOf: "crash.rxtrace"), in: program, runs: 500)
/// print(likeness.order.token, likeness.followed, likeness.parting?.text ?? "to its end")
/// ```
package struct OrderLikeness {
    /// Something that a user's code does, as two runs can be compared by.
    package struct Step: Equatable {
        /// The operation, its label and value, and its place in the source.
        package var text: String
        /// The id of the call in its own recording.
        package var call: Int

        package static func == (left: Self, right: Self) -> Bool { left.text == right.text }
    }

    /// The order, with its check.
    package private(set) var order = ThreadOrder.usual
    /// How many of the recording's steps it goes along.
    package private(set) var followed = 0
    /// The first step of the recording's that it does not take; nil where it takes all.
    package private(set) var parting: Step?

    /// - Parameter runs: how often the program is run at most.
    /// - Throws: ``ProcessFailure``, and ``TraceReadError`` for a recording that cannot be read.
    package init(of recording: any TraceSource, in program: ExploredProgram, runs: Int, jobs: Int) throws {
        let wanted = try Self.steps(of: recording)
        let runner = try OrderRunner(program, jobs: jobs)
        var best = try Candidate(runner.run(.usual), wanted)
        var left = runs - 1
        while best.followed < wanted.count, left > 0 {
            let next = Array(best.next.prefix(left))
            left -= next.count
            let candidates = try runner.run(next).map { try Candidate($0, wanted) }
            guard let better = candidates.max(by: { $0.followed < $1.followed }), better.followed > best.followed else {
                break
            }
            best = better
        }
        order = best.result.checkedOrder
        followed = best.followed
        parting = best.followed < wanted.count ? wanted[best.followed] : nil
    }

    private struct Candidate {
        var result: OrderResult
        var followed: Int

        init(_ result: OrderResult, _ wanted: [Step]) throws {
            self.result = result
            let steps = try result.recording.map { try OrderLikeness.steps(of: $0) } ?? []
            followed = zip(steps, wanted).prefix { $0 == $1 }.count
        }

        /// The orders that change one turn more, behind the last one that this one changes.
        var next: [ThreadOrder] {
            let changes = result.order.changes ?? []
            let first = (changes.last?.turn ?? -1) + 1
            guard first <= result.log.turns.count else { return [] }
            return (first..<result.log.turns.count).flatMap { turn in
                (1..<max(1, result.log.turns[turn].count)).map { choice in
                    ThreadOrder(kind: .changes(changes + [.init(turn: turn, choice: choice)]))
                }
            }
        }
    }

    /// What the user's code does: the closures it gave to the library, and its own calls, which have a place.
    static func steps(of source: any TraceSource) throws -> [Step] {
        let told: Set<Trace.Operation> = [.handler, .on, .subscribe, .hop, .connect]
        var steps: [Step] = []
        var enclosing = EnclosingEvents()
        try source.forEachCall { call in
            let enclosed = enclosing.event(for: call)
            guard told.contains(call.operation), call.operation == .handler || call.site != nil else { return }
            let value = (call.event ?? enclosed)?.value ?? ""
            let place = call.site.map { " at \($0)" } ?? ""
            let words = [call.operation.name, call.label ?? "", value].filter { !$0.isEmpty }.joined(separator: " ")
            steps.append(Step(text: words + place, call: call.id))
        }
        return steps
    }
}
