import RxSwift
import RxTraceTesting
import XCTest

final class XCTAssertTraceTests: XCTestCase {
    private struct Failure {
        var text: String
        var file: String
        var line: Int
    }

    private var expected: [Failure]?

    /// Keeps the failures a test is about from failing it.
    override func recordFailure(
        withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected isExpected: Bool
    ) {
        if expected != nil {
            expected?.append(Failure(text: description, file: filePath, line: lineNumber))
        } else {
            super.recordFailure(
                withDescription: description, inFile: filePath, atLine: lineNumber, expected: isExpected)
        }
    }

    private func failures(of body: () -> Void) -> [Failure] {
        expected = []
        body()
        defer { expected = nil }
        return expected ?? []
    }

    func testAClosureThatDoesAsTheGoldenTraceSaysPasses() {
        let trace = XCTAssertTrace(named: "filter") {
            _ = Observable.of(1, 2).filter { $0 > 1 }.subscribe()
        }
        XCTAssertTrue(trace.calls.contains { $0.operation == .handler && $0.label == "predicate" })
    }

    func testADifferenceFailsAtTheTestsOwnLine() throws {
        let folder = try GoldenFolder()
        var line = 0
        let recorded = failures {
            XCTAssertTrace(named: "just", in: folder.path, record: .missing) { _ = Observable.just(1).subscribe() }
        }
        XCTAssertEqual(recorded.count, 1)
        let found = failures {
            line = #line + 1
            XCTAssertTrace(named: "just", in: folder.path, record: .never) { _ = Observable.just(2).subscribe() }
        }
        XCTAssertEqual(found.map(\.line), [line])
        XCTAssertEqual(found.first?.file, #filePath)
        XCTAssertEqual(found.first?.text.contains("next(1 → 2)"), true)
        XCTAssertEqual(folder.files, ["just.actual.golden", "just.golden"])
    }

    func testALeakAndAFindingFailAtTheTestsOwnLine() {
        let numbers = PublishSubject<Int>()
        XCTAssertNoLeaks { numbers.subscribe().dispose() }
        XCTAssertNoFindings { numbers.subscribe().dispose() }
        var line = 0
        let leaks = failures {
            line = #line + 1
            XCTAssertNoLeaks { _ = numbers.subscribe() }
        }
        XCTAssertEqual(leaks.map(\.line), [line])
        XCTAssertEqual(leaks.first?.text.contains("never disposed, and the source never ended"), true)
        let findings = failures {
            line = #line + 1
            XCTAssertNoFindings {
                let ended = PublishSubject<Int>()
                ended.onCompleted()
                ended.onNext(1)
            }
        }
        XCTAssertEqual(findings.map(\.line), [line])
        XCTAssertEqual(findings.first?.text.contains("[late-event]"), true)
    }

    func testAnAsynchronousClosureIsLookedAt() async throws {
        let numbers = PublishSubject<Int>()
        let trace = try await XCTAssertNoLeaks {
            await Task.yield()
            numbers.subscribe().dispose()
        }
        XCTAssertEqual(trace.subscriptions.map(\.ended), ["disposed"])
        try await XCTAssertNoFindings {
            await Task.yield()
            numbers.subscribe().dispose()
        }
    }
}
