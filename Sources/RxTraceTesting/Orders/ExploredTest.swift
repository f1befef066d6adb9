import Foundation
import RxTraceExploring
import RxTraceKit
import Testing
import XCTest

/// A test, or a closure of one, that is run in processes of its own: each in another order of its threads.
struct ExploredTest: Sendable {
    /// How its source asks for orders: many, or one.
    private struct Words: Sendable {
        var more: @Sendable (Int) -> String
        var again: @Sendable (String) -> String

        static let trait = Words(more: { ".orders(\($0))" }, again: { "the trait .order(\"\($0)\")" })

        /// - Parameter call: the function that explores a closure, and what comes before its parameters.
        static func call(_ call: String) -> Words {
            Words(more: { "\(call)orders: \($0))" }, again: { "\(call)order: \"\($0)\")" })
        }
    }

    /// Its name in failures.
    let name: String
    private let words: Words
    private let arguments: [String]
    /// Which body a process runs under control (`ControlledBody.asked`).
    private let body: String
    /// Where the recordings of its outcomes are left.
    private let folder: String

    /// A test of Swift Testing.
    init(_ test: Test, body: String, folder: String) {
        name = test.name
        let parts = "\(test.id)".split(separator: "/").prefix { !$0.hasSuffix(".swift") && !$0.contains(".swift:") }
        let pattern = "^\(NSRegularExpression.escapedPattern(for: parts.joined(separator: "/")))(/|$)"
        arguments = ["--testing-library", "swift-testing", "--no-parallel", "--filter", pattern]
        self.words = body == ControlledBody.wholeTest ? .trait : .call("expectOneOutcome(")
        self.body = body
        self.folder = folder
    }

    /// A test of XCTest.
    init(_ test: XCTestCase, body: String, folder: String) {
        // `SearchTests.testSearches`, of which the module is the other half.
        let method = test.name.split(separator: ".").last ?? ""
        name = test.name
        words = .call("XCTAssertOneOutcome(of: self, ")
        arguments = ["--testing-library", "xctest", "\(String(reflecting: type(of: test)))/\(method)"]
        self.body = body
        self.folder = folder
    }

    /// Runs it in many orders. Returns why it fails; nil where it has one outcome, without an issue.
    func failure(_ limits: OrderSearch.Limits, comparing: ComparedOutcome, timeLimit: Int) -> String? {
        do {
            var program = program(timeLimit: timeLimit)
            program.compared = comparing.aspect
            let exploration = try Exploration(program, limits)
            guard exploration.isFault else { return nil }
            let recordings = try keepRecordings(of: exploration)
            return ExplorationReport(exploration, recordings: recordings, more: words.more, again: words.again).text
        } catch {
            return Self.text(of: error)
        }
    }

    /// Runs it in one order. Returns why it fails; nil where it does not.
    func failure(in order: ThreadOrder, timeLimit: Int) -> String? {
        do {
            let result = try OrderRunner(program(timeLimit: timeLimit), jobs: 1).run(order)
            let outcome = try result.outcome(.output)
            guard !result.isAnother else {
                return "The order \(order.token) could not be followed: the test has changed since. Explore it again."
            }
            if case .finished = outcome.end {
                return outcome.issues.isEmpty ? nil : outcome.issues.joined(separator: "\n")
            }
            return (outcome.issues + [outcome.end.text]).joined(separator: "\n")
        } catch {
            return Self.text(of: error)
        }
    }

    /// Runs it in the order that leads along a recording. Returns why it fails; nil where it does not.
    func failure(like path: String, _ limits: OrderSearch.Limits, timeLimit: Int) -> String? {
        do {
            let recording = try TraceRecording(contentsOf: path, named: path)
            let likeness = try OrderLikeness(
                of: recording, in: program(timeLimit: timeLimit), runs: limits.orders, jobs: limits.jobs)
            if likeness.hasNoStep {
                return """
                    \(path) has no hop, send, subscription or closure to be led by. Record the test again, with its hops.
                    """
            }
            if let parting = likeness.parting {
                return """
                    The order \(likeness.order.token) leads along \(path) up to \(parting.shown): there the ways \
                    part. Of \(Count.of(likeness.tried, "order")) that were run none leads further. Run the test with \
                    \(words.more(500)) to see all.
                    """
            }
            return failure(in: likeness.order, timeLimit: timeLimit)
        } catch {
            return Self.text(of: error)
        }
    }

    private func program(timeLimit: Int) -> ExploredProgram {
        // A process that was asked for traces of its tests keeps none of one that runs again and again.
        let variables = [ControlledBody.variable: body, "RXTRACE_TRACES": ""]
        var program = ExploredProgram(
            name: name, executable: Self.executable, arguments: arguments, timeLimit: timeLimit, environment: variables)
        program.start = .mark
        program.output = .test
        return program
    }

    private static var executable: String {
        let link = "/proc/self/exe"
        return (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) ?? CommandLine.arguments[0]
    }

    private func keepRecordings(of exploration: Exploration) throws -> [String] {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return try exploration.outcomes.enumerated().compactMap { index, outcome in
            let path =
                "\(folder)/\(TraceExpectation.fileName(name)).outcome-\(index + 1).\(RecordingFile.fileExtension)"
            guard let bytes = try exploration.recording(of: outcome) else { return nil }
            try bytes.write(to: URL(filePath: path))
            return path
        }
    }

    private static func text(of error: any Error) -> String {
        "Its orders could not be run: " + ((error as? ProcessFailure)?.message ?? "\(error)")
    }
}
