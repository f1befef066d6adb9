import CRxTraceBuffer
import Foundation
import RxTraceExploring

/// A test's body in a process that was started to run it in a given order of its threads.
///
/// The order varies while the body runs, and not for what the test's library does before and after it; the process ends
/// with the body.
struct ControlledBody {
    /// The variable that says which body the process was started for.
    static let variable = "RXTRACE_EXPLORED"
    /// The body of a whole test, as a trait has it.
    static let wholeTest = "test"

    /// Which body this process was started for; nil for a process like any other.
    /// Whether this process runs under control because of the command that started it, as `rxtrace test --orders` does: then the
    /// body is run here, in the command's order.
    static var isUnderCommand: Bool { asked == nil && rxtrace_is_under_control() }

    static let asked = ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }

    static func run(_ body: () throws -> Void) -> Never {
        begin()
        let outcome = Result(catching: body)
        end(outcome)
    }

    static func run(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void) async -> Never {
        begin()
        do {
            try await body()
            end(.success(()))
        } catch {
            end(.failure(error))
        }
    }

    /// Runs a body in the process of its test.
    ///
    /// - Parameter fail: is told of the error that it throws.
    static func runHere(_ body: () throws -> Void, fail: (any Error) -> Void) {
        do { try body() } catch { fail(error) }
    }

    static func runHere(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void, fail: (any Error) -> Void
    ) async {
        do { try await body() } catch { fail(error) }
    }

    private static func begin() {
        write(OrderOutput.marks.begin)
        rxtrace_reach(TURN_VARIES)
    }

    private static func end(_ outcome: Result<Void, any Error>) -> Never {
        rxtrace_reach(TURN_VARIES_NO_MORE)
        write(OrderOutput.marks.end)
        guard case .failure(let error) = outcome else { exit(EXIT_SUCCESS) }
        let words = "\(error)".split(separator: "\n").joined(separator: " ")
        FileHandle.standardError.write(Data("\(OrderOutput.thrown)\(words)\n".utf8))
        exit(EXIT_FAILURE)
    }

    private static func write(_ line: String) {
        print(line)
        fflush(nil)
    }
}
