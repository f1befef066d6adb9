import RxTraceKit

/// Tells the outcomes of a program in words.
package struct ExplorationReport {
    private let exploration: Exploration
    private let again: (String) -> String
    private let recordings: [String]
    private let width: Int?
    private let everything: String?
    private let isWhole: Bool
    private let source: String?
    private let more: (Int) -> String

    /// - Parameters:
    ///   - recordings: the files of the outcomes' recordings; empty where none are kept.
    ///   - width: the columns a line may take; nil for lines of any length. The words that run an order again stay whole.
    ///   - everything: the words that tell everything, where something is summed up; nil where there are none.
    ///   - isWhole: whether everything is told.
    ///   - source: the path of the only file, which places name without its folders; nil where there are several.
    ///   - more: the words that run so many orders, where some are left.
    ///   - again: the words that run the order of a token once more.
    package init(
        _ exploration: Exploration, recordings: [String] = [], width: Int? = nil, everything: String? = nil,
        isWhole: Bool = false, source: String? = nil, more: @escaping (Int) -> String = { "--orders \($0)" },
        again: @escaping (String) -> String
    ) {
        self.exploration = exploration
        self.recordings = recordings
        self.width = width
        self.everything = everything
        self.isWhole = isWhole
        self.source = source
        self.more = more
        self.again = again
    }

    /// So many outcomes are told, beside those that are faults, where there are words that tell everything.
    private static let most = 10

    package var text: String {
        let all = exploration.outcomes.map(shortened)
        let isLimited = !isWhole && everything != nil
        let shown = all.indices.filter { !isLimited || $0 < Self.most || all[$0].outcome.isFault }
        let table = OutcomeTable(
            all.map { ($0.count, $0.outcome) }, shown: shown, width: width, isWhole: isWhole)
        var lines = wrapped(title) + table.lines
        if table.hasNoPrints { lines += wrapped("prints are left out: they are the same where the events are") }
        if shown.count < all.count {
            let orders = all.reduce(0) { $0 + $1.count } - shown.reduce(0) { $0 + all[$1].count }
            lines.append("and \(Count.of(all.count - shown.count, "more outcome")) in \(Count.of(orders, "order"))")
        }
        for index in shown {
            guard let decision = all[index].decision else { continue }
            lines.append("\(index + 1) differs from \(decision.other + 1) by one turn:")
            let time = decision.time > 1 ? ", the \(Self.ordinal(decision.time)) such turn" : ""
            lines += wrapped("first \(decision.first), then \(decision.second)\(time), not the other way round", 2)
            lines += firstDifference(decision).flatMap { wrapped($0, 2) }
        }
        for index in shown {
            let which = all.count > 1 ? "\(index + 1) again" : "again"
            lines.append("\(which): \(again(all[index].order.token))")
        }
        if let everything, table.isCut || table.hasNoPrints || shown.count < all.count {
            lines.append("everything: \(everything)")
        }
        if !recordings.isEmpty {
            lines.append("recordings: \(recordings.map { TerminalText.escaped($0) }.joined(separator: ", "))")
        }
        if !exploration.lost.isEmpty {
            lines += wrapped(
                "\(Count.of(exploration.lost.count, all.isEmpty ? "outcome" : "more outcome")) did not come again when its order was run once more, and "
                    + "\(exploration.lost.count == 1 ? "is" : "are") not told: something in it is not under control")
            lines += exploration.lost.flatMap { lost in
                let phrases = OutcomeRows(all.map(\.outcome) + [lost], isWhole: true).rows.last ?? []
                let seen = OutcomePhrase.lines(phrases, to: .max, most: nil).lines.joined()
                return wrapped("not again: \(seen)  \(lost.end.text)", 2)
            }
        }
        if exploration.outOfSight.count > 0 {
            lines += wrapped(
                "in \(Count.of(exploration.outOfSight.count, "order")) a thread waited, or ran on, where it is not seen"
                    + (exploration.outOfSight.place.map { ", last at \($0)" } ?? ""))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func ordinal(_ number: Int) -> String {
        let ending = (11...13).contains(number % 100) ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th"
        return "\(number)\(ending)"
    }

    /// An outcome whose places name the only file without its folders: its path stands in the words that run an order again.
    private func shortened(_ finding: OrderFinding) -> OrderFinding {
        guard let source, let slash = source.lastIndex(of: "/") else { return finding }
        func short(_ text: String) -> String { text.replacing("\(source):", with: "\(source[slash...].dropFirst()):") }
        func short(_ closure: OrderClosure) -> OrderClosure {
            var closure = closure
            if closure.site?.file == source { closure.site?.file = String(source[slash...].dropFirst()) }
            return closure
        }
        var finding = finding
        finding.outcome.subscriptions = finding.outcome.subscriptions.map {
            .init(place: short($0.place), events: $0.events)
        }
        switch finding.outcome.end {
        case .deadlock(let who): finding.outcome.end = .deadlock(.init(short(who.text)))
        case .trapped(let signal, let message, let place):
            finding.outcome.end = .trapped(signal: signal, message: message, place: short(place))
        case .finished, .failed, .timeout: break
        }
        if let decision = finding.decision {
            finding.decision?.first = short(decision.first)
            finding.decision?.second = short(decision.second)
            finding.decision?.closure = decision.closure.map(short)
            finding.decision?.otherClosure = decision.otherClosure.map(short)
        }
        return finding
    }

    /// A text with a margin, in lines that fit the width.
    private func wrapped(_ text: String, _ margin: Int = 0) -> [String] {
        let blanks = String(repeating: " ", count: margin)
        guard let width, TerminalText.columns(of: text) + margin > width else { return [blanks + text] }
        return TerminalText.wrapped(text, to: max(1, width - margin), hanging: 2).map { blanks + $0 }
    }

    private func firstDifference(_ decision: OrderFinding.Decision) -> [String] {
        func shown(_ closure: OrderClosure) -> String { TerminalText.escaped(closure.shown) }
        switch (decision.closure, decision.otherClosure) {
        case (nil, nil): return []
        case (let here?, let there?): return ["first closure that differs: \(shown(here)), not \(shown(there))"]
        case (let here?, nil): return ["first closure that runs in this one only: \(shown(here))"]
        case (nil, let there?): return ["first closure that runs in the other only: \(shown(there))"]
        }
    }

    private var title: String {
        let outcomes = Count.of(exploration.outcomes.count, "outcome")
        let wayOut = exploration.isStopped ? "" : ", which \(more(10 * exploration.orders)) may run"
        let left = "; more are left\(wayOut)"
        // An outcome that does not come again is one that nobody can tell of.
        let all = !exploration.isComplete ? left : exploration.lost.isEmpty ? "; these are all there are" : ""
        return
            "\(TerminalText.escaped(exploration.name)): \(outcomes) in \(Count.of(exploration.orders, "order"))\(all)"
    }
}
