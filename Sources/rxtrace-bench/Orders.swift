import Foundation
import RxInstrumented
import RxTraceExploring
import RxTraceStress
import RxTraceTestSupport

/// Runs operators, subjects and disposables with two and three threads in the orders that the library's own locks and atomic values allow.
///
/// Prints a line for each, and each fault with an order that leads to it; ends with 1 where there is one.
struct Orders {
    /// The word that has this program run one of them.
    static let word = "ordered"

    private var limits = OrderSearch.Limits()
    private var operations = BurstOperator.allCases
    private var graphs = 20
    private var seed = 1
    private var isRecorded = false

    static func run(_ words: [String]) throws {
        var orders = Orders()
        orders.limits.orders = 100
        orders.limits.seen = .init(.locks)
        orders.limits.jobs = ProcessInfo.processInfo.activeProcessorCount
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--recorded" {
                orders.isRecorded = true
                continue
            }
            let text = rest.popFirst() ?? ""
            switch word {
            case "--operator":
                orders.operations = BurstOperator.allCases.filter { "\($0)" == text }
                orders.graphs = 0
                if orders.operations.isEmpty { throw BenchFailure("orders have no operator '\(text)'") }
            case "--orders": orders.limits.orders = max(1, try number(text, word))
            case "--graphs": orders.graphs = try number(text, word)
            case "--seed": orders.seed = try number(text, word)
            default: throw BenchFailure("orders takes no '\(word)'")
            }
        }
        try orders.run()
    }

    private static func number(_ text: String, _ word: String) throws -> Int {
        guard let number = Int(text), number >= 0 else { throw BenchFailure("\(word) wants a number") }
        return number
    }

    private func run() throws {
        setlinebuf(stdout)
        var isFaulty = false
        for operation in operations {
            isFaulty = try explore("\(operation)", ["burst", "\(operation)"]) || isFaulty
        }
        for graph in 0..<graphs {
            let threads = 2 + graph % 2
            isFaulty =
                try explore("graph \(seed + graph)", ["graph", "\(seed + graph)", "\(threads)"]) || isFaulty
        }
        if isFaulty { throw BenchFailure("there are faults", status: 1) }
    }

    /// Returns whether there is a fault.
    private func explore(_ name: String, _ words: [String]) throws -> Bool {
        var program = ExploredProgram(
            name: name, executable: CommandLine.arguments[0], arguments: [Self.word] + words, timeLimit: 60)
        program.compared = .output
        program.isRecorded = isRecorded
        let exploration = try Exploration(program, limits)
        let outcomes = exploration.outcomes.map(\.outcome)
        guard exploration.isFault || outcomes.contains(where: { $0.end != .finished || !$0.output.isEmpty }) else {
            print("\(name): no fault in \(exploration.orders) orders\(exploration.isComplete ? ", all there are" : "")")
            return false
        }
        print(
            ExplorationReport(exploration) {
                "the order \($0) of `rxtrace-bench \(program.arguments.joined(separator: " "))`"
            }.text)
        return true
    }

    /// Runs one of them in this process; prints its faults.
    static func runOne(_ words: [String]) throws {
        #if DEBUG
            makeEntriesSwitchingPoints()
        #endif
        switch words.first {
        case "graph":
            guard words.count == 3, let seed = UInt64(words[1]), let threads = Int(words[2]) else { break }
            let run = RandomGraphRun(seed: seed, threads: threads, steps: 6, onThreads: onThreads)
            for fault in run.faults { print(fault) }
            return
        case "burst":
            guard words.count == 2, let operation = BurstOperator.allCases.first(where: { "\($0)" == words[1] }) else {
                break
            }
            for fault in disposedByAnother(operation) { print(fault) }
            return
        default: break
        }
        throw BenchFailure("there is nothing to run in an order by \(words.joined(separator: " "))")
    }

    /// A sequence of sends that a second thread disposes.
    private static func disposedByAnother(_ operation: BurstOperator) -> [String] {
        let run = BurstRun(Burst(operation, .plain, .completed, []))
        let isDisposed = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            run.dispose()
            isDisposed.signal()
        }
        return run.run(waitForDisposal: { isDisposed.wait() })
    }

    private static func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let ended = DispatchSemaphore(value: 0)
        for number in 1..<count {
            Thread.detachNewThread {
                body(number)
                ended.signal()
            }
        }
        body(0)
        for _ in 1..<count { ended.wait() }
    }
}
