import RxTraceExploring
import RxTraceKit
import RxTraceTestSupport
import Testing

/// What the rows of a program's outcomes say of each.
struct OutcomeTableTests {
    private func outcome(
        _ events: [[String]], printing lines: [String] = [], end: OrderEnd = .finished
    ) -> OrderOutcome {
        var outcome = OrderOutcome(end: end)
        outcome.subscriptions = events.enumerated().map { .init(place: "A.swift:\($0 + 1)", events: $1) }
        outcome.output = lines.map { "\($0)\n" }.joined()
        return outcome
    }

    private func numbers(_ range: ClosedRange<Int>) -> [String] { range.map { "onNext \($0)" } }

    private func lines(_ outcomes: [OrderOutcome], width: Int? = nil, isWhole: Bool = false) -> [String] {
        OutcomeTable(outcomes.enumerated().map { (9 - $0, $1) }, width: width, isWhole: isWhole).lines
    }

    @Test func whatIsShortIsToldInFull() {
        let answers = [outcome([["onNext a", "onNext b"]]), outcome([["onNext b", "onNext a"]]), outcome([])]
        #expect(
            lines(answers) == [
                "1:     9  onNext a, onNext b  finished", "2:     8  onNext b, onNext a  finished",
                "3:     7  no events           finished",
            ])
        #expect(!OutcomeTable(answers.map { (1, $0) }).isCut)
    }

    @Test func whatAllShareIsANumber() {
        let lost = outcome([numbers(1...9) + ["onNext 9"]])
        let kept = outcome([numbers(1...10)])
        #expect(
            lines([kept, lost]) == [
                "1:     9  9 events as in all, onNext 10  finished",
                "2:     8  9 events as in 1, onNext 9     finished",
            ])
        #expect(OutcomeTable([(1, kept), (1, lost)]).isCut)
    }

    @Test func whatIsMissingIsNamed() {
        let all = outcome([numbers(1...12)])
        let fewer = outcome([numbers(1...4) + numbers(8...12)])
        #expect(
            lines([all, fewer]) == [
                "1:     9  4 events as in all, onNext 5, onNext 6, onNext 7, and 5 events as in all  finished",
                "2:     8  4 events as in 1, without onNext 5 and 2 more, and 5 events as in 1  finished",
            ])
    }

    /// What has moved stands behind the one that it comes behind now.
    @Test func whatHasMovedHasItsPlace() {
        let turned = outcome([numbers(1...5) + ["onNext 7", "onNext 6"] + numbers(8...12)])
        let row = lines([outcome([numbers(1...12)]), turned])[1]
        #expect(row == "2:     8  5 events as in 1, onNext 7, onNext 6, and 5 events as in 1  finished")
    }

    @Test func whatRepeatsIsFolded() {
        let ticks = Array(repeating: ["onNext tick", "onNext tock"], count: 4).flatMap { $0 }
        let row = lines([outcome([["onNext a", "onNext a", "onNext a"] + ticks + ["onCompleted"]])])
        #expect(row == ["    9  onNext a (3 times), (onNext tick, onNext tock) 4 times, onCompleted  finished"])
    }

    @Test func subscriptionsThatAgreeAreOneNumber() {
        let same = [numbers(1...2), numbers(3...4)]
        let two = [outcome(same + [["onNext a"]]), outcome(same + [["onNext b"]])]
        #expect(
            lines(two) == [
                "1:     9  A.swift:3: onNext a; and 2 subscriptions as in all  finished",
                "2:     8  A.swift:3: onNext b; and 2 subscriptions as in 1    finished",
            ])
    }

    @Test func whatIsPrintedIsToldWhereEventsAgree() {
        let words = (1...5).map { "line \($0)" }
        let two = [outcome([["onNext a"]], printing: words + ["x"]), outcome([["onNext a"]], printing: words + ["y"])]
        #expect(
            lines(two) == [
                "1:     9  prints 5 lines as in all, \"x\"  finished",
                "2:     8  prints 5 lines as in 1, \"y\"    finished",
            ])
    }

    @Test(arguments: [20, 40, 80, 132]) func noLineIsWiderThanTheTerminal(width: Int) {
        let long = "onNext \(String(repeating: "字", count: 300))"
        let outcomes = (0..<12).map { number in
            let own = (0..<40).map { "onNext \(number) of \($0)" }
            let events = [own + [long], numbers(1...number + 1), numbers(1...40)]
            let isStuck = number % 3 == 0
            let wait = String(repeating: "main waits; ", count: 20)
            return outcome(events, end: isStuck ? .deadlock(.init(wait)) : .finished)
        }
        let table = lines(outcomes, width: width)
        #expect(table.allSatisfy { TerminalText.columns(of: $0) <= width })
        guard width >= 40 else { return }
        #expect(table.contains { $0.contains(" more") })
        #expect(table.count < 12 * 16)
    }

    @Test func everythingIsToldIfAsked() {
        let outcomes = [outcome([numbers(1...40)]), outcome([numbers(1...39)])]
        for width in [nil, 80] {
            let text = lines(outcomes, width: width, isWhole: true).joined(separator: " ")
            let told = text.matches(of: #/onNext (\d+)/#).compactMap { Int($0.1) }
            #expect(told == Array(1...40) + Array(1...39))
            #expect(!text.contains("as in"))
        }
    }

    @Test func outcomesAreNumbered() {
        #expect(lines([outcome([["onNext 1"]])]) == ["    9  onNext 1  finished"])
        let four = lines((1...4).map { outcome([["onNext \($0)"]]) })
        #expect(four.first == "1:     9  onNext 1  finished")
        #expect(four.last == "4:     6  onNext 4  finished")
    }

    /// Whatever lists are compared, an outcome's row speaks of each of its parts.
    @Test func noPartIsForgotten() {
        var random = SeededGenerator(seed: 1)
        for _ in 1...300 {
            let lists = (0..<3).map { _ in
                (0..<Int.random(in: 0...14, using: &random)).map { _ in "e\(Int.random(in: 0...5, using: &random))" }
            }
            let rows = OutcomeTable(lists.map { (1, outcome([$0])) }).lines
            for (list, row) in zip(lists, rows) where !list.isEmpty {
                let told = row.replacing(#/without e\d(?: and e\d)?/#, with: "")
                let shown = told.matches(of: #/e\d(?: \((\d+) times\))?/#)
                    .reduce(0) { $0 + ($1.1.flatMap { Int($0) } ?? 1) }
                let cycles = told.matches(of: #/\(([^()]*)\) (\d+) times/#)
                    .reduce(0) { $0 + $1.1.split(separator: ",").count * ((Int($1.2) ?? 1) - 1) }
                let summed = row.matches(of: #/(\d+) events? as in/#).reduce(0) { $0 + (Int($1.1) ?? 0) }
                #expect(shown + cycles + summed == list.count, "\(lists) \(row)")
            }
        }
    }
}
