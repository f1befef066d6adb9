import Foundation
import RxInstrumented
import RxTraceKit

/// Prints the cost of the reactive core, with the recorder off, on and into a file, beside RxSwift without any tracing.
///
/// RxSwift's figures were measured on another machine: they are scaled by how fast this one does the same yardstick.
@main
struct Bench {
    static func main() {
        let wanted = CommandLine.arguments.dropFirst()
        do {
            switch wanted.first {
            case _ where wanted.contains("--help") || wanted.contains("-h"): print(usage)
            case "answers": try AnswersBench.run(Array(wanted.dropFirst()))
            case "soak": try Soak.run(Array(wanted.dropFirst()))
            case "bursts": try Bursts.run(Array(wanted.dropFirst()))
            case "orders": try Orders.run(Array(wanted.dropFirst()))
            case Orders.word: try Orders.runOne(Array(wanted.dropFirst()))
            case "programs": try Programs.run(Array(wanted.dropFirst()))
            case "growth": try GrowthBench.run(Array(wanted.dropFirst()))
            case "recording": try RecordingBench.run(Array(wanted.dropFirst()))
            case BenchChild.word: try BenchChild.measure(Array(wanted.dropFirst()))
            default: try runWorkloads(try workloads(wanted))
            }
        } catch {
            FileHandle.standardError.write(Data("rxtrace-bench: \(error)\n".utf8))
            exit((error as? BenchFailure)?.status ?? 1)
        }
    }

    private static let usage = """
        Usage: rxtrace-bench [ROW…]
               rxtrace-bench recording [--calls NUMBER] [\(RecordingBench.answers.joined(separator: "|"))]…
               rxtrace-bench soak [--minutes NUMBER | --seconds NUMBER] [--seed NUMBER]
               rxtrace-bench programs [--seeds FIRST LAST | --show SEED] [--recorder off|on|started|stopped]
               rxtrace-bench bursts [--operator NAME] [--every NUMBER] [--random NUMBER] [--rounds NUMBER] [--seed NUMBER]
                                    [--recorded]
               rxtrace-bench orders [--operator NAME] [--orders NUMBER] [--graphs NUMBER] [--seed NUMBER] [--recorded]
               rxtrace-bench answers [\(Answer.all.map(\.name).joined(separator: "|"))]…
               rxtrace-bench growth [--calls NUMBER] [--seconds NUMBER] [--answers NAME,…] [--keep FOLDER] [SHAPE…]

        Without a word, all rows of the table: the core's cost with the recorder off, on and
        into a file, beside RxSwift.
        ROW is a part of a row's name, such as flatMapLatest. `recording` measures recording to disk and reading it
        back, `answers` what answers about a long trace take. `soak` lets eight threads use random graphs while recordings
        start and stop, and ends with 1 where an end is lost, a trace is not whole, or memory grows. `programs` runs random
        programs of one thread and prints the hash of each one's log. `bursts` sends, ends and disposes from within each
        closure of the operators that hold inner subscriptions, and so often with a second thread that disposes. Build it
        with `-c release`; but without it for `orders`, which runs operators and random graphs with two and three threads in
        the orders that the library's own locks allow. `growth` records programs of many shapes twice, the second time four
        times as long, and prints for each answer the processor time per call, how that grew, and how it compares with tree's;
        an answer of which a recording takes more than the seconds (60) is given up. SHAPE is a part of a shape's name.
        """

    /// The rows whose names hold one of the words; all of them without a word.
    ///
    /// - Throws: ``BenchFailure`` for a word that is in no row's name.
    private static func workloads(_ wanted: some Collection<String>) throws -> [Workload] {
        let all = [
            subjectWorkloads, relayWorkloads, chainWorkloads, combiningWorkloads, traitWorkloads, schedulerWorkloads,
        ].joined()
        for word in wanted where !all.contains(where: { $0.name.contains(word) }) {
            throw BenchFailure("no row's name holds '\(word)'\n\n\(usage)")
        }
        return wanted.isEmpty ? Array(all) : all.filter { row in wanted.contains { row.name.contains($0) } }
    }

    private static func runWorkloads(_ workloads: [Workload]) throws {
        let before = Measure.yardstick()
        let figures = try workloads.map(Measure.figure)
        let yardstick = (before + Measure.yardstick()) / 2
        let scale = yardstick / Measure.referenceYardstick
        print("yardstick: \(number(yardstick)) ns per stage (reference machine: \(Measure.referenceYardstick))")
        print("ns per unit; ×: ratio to RxSwift's figure scaled by the yardstick\n")
        let titles = row("workload", "RxSwift", "off", "×", "on", "×", "to a file", "×", "calls", "ns/call")
        print(titles)
        for (workload, figure) in zip(workloads, figures) {
            let theirs = workload.rxSwift * scale
            print(
                row(
                    "\(workload.name) [\(workload.unit)]", number(theirs), number(figure.off),
                    ratio(figure.off / theirs), number(figure.on), ratio(figure.on / theirs), number(figure.toFile),
                    ratio(figure.toFile / theirs), number(figure.callsPerUnit),
                    number((figure.on - figure.off) / figure.callsPerUnit)))
        }
        func mean(_ time: (Figure) -> Double) -> String {
            ratio(geometricMean(zip(workloads, figures).map { time($1) / ($0.rxSwift * scale) }))
        }
        print(row("geometric mean", "", "", mean(\.off), "", mean(\.on), "", mean(\.toFile), "", ""))
        print("")
        Memory.report()
    }

    private static func geometricMean(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : exp(values.map { log($0) }.reduce(0, +) / Double(values.count))
    }

    private static func number(_ value: Double) -> String {
        String(format: value < 10 ? "%.1f" : "%.0f", value)
    }

    private static func ratio(_ value: Double) -> String {
        String(format: "%.2f", value)
    }

    private static func row(_ name: String, _ cells: String...) -> String {
        let padded = cells.map { String(repeating: " ", count: max(0, 10 - $0.count)) + $0 }
        return name.padding(toLength: 64, withPad: " ", startingAt: 0) + padded.joined()
    }
}
