import Foundation
import Testing

@testable import rxtrace

/// An error that no `onError` takes.
@Suite(.enabled(if: SearchPath.find("swiftc") != nil, "swiftc is not in PATH"), .timeLimit(.generous))
struct UnhandledErrorTests {
    /// As RxSwift, a debug build prints it on standard output, with the call stack where that is kept.
    @Test func isPrinted() throws {
        let program = try ProgramFolder([
            "Unhandled.swift": """
            import Foundation
            import RxSwift
            setvbuf(stdout, nil, _IOLBF, 0)
            Hooks.recordCallStackOnError = CommandLine.arguments.count > 1
            Hooks.customCaptureSubscriptionCallstack = { ["first frame", "second frame"] }
            _ = Observable<Int>.error(RxError.timeout).subscribe(onNext: { _ in })
            _ = Single<Int>.error(RxError.noElements).subscribe(onSuccess: { _ in })
            """
        ])
        #expect(try program.run("run", "Unhandled.swift").status == 0)
        let executable = try #require(program.executable)
        let plain = try BuiltCommand.run([], command: executable)
        let words = ["Sequence timeout.", "Sequence doesn't contain any elements."]
        #expect(plain.output == words.map { "Unhandled error happened: \($0)\n" }.joined())
        #expect(plain.errors == "")
        let stack = "subscription called from:\nfirst frame\nsecond frame\n"
        let kept = try BuiltCommand.run(["stack"], command: executable)
        #expect(kept.output == words.map { "Unhandled error happened: \($0)\n\(stack)" }.joined())
    }
}
