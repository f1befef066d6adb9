import Foundation
import RxTraceKit
import Testing

/// A program with marks and names, in processes of its own: with a recording, in every form of one, and without.
@Suite(.enabled(if: SearchPath.find("swiftc") != nil, "swiftc is not in PATH"), .timeLimit(.generous))
struct MarkedProgramTests {
    private static let source = #"""
        import Foundation
        import RxInstrumented
        import RxSwift
        var asked = 0
        func text(_ text: String) -> String {
            asked += 1
            return text
        }
        let clicks = PublishSubject<Int>().traced("clicks")
        let titles = clicks.map { "title \($0)" }.traced("titles")
        Trace.mark(text("started"))
        let subscription = titles.debug("titles").subscribe(onNext: { title in
            Trace.mark(text("shown \(title)")) { _ = title.count }
        }).traced("on screen")
        Trace.mark("two clicks \"here\"") {
            clicks.onNext(1)
            clicks.onNext(2)
        }
        let group = DispatchGroup()
        group.enter()
        Thread {
            Trace.mark("elsewhere")
            group.leave()
        }.start()
        group.wait()
        FileHandle.standardError.write(Data("asked \(asked)\n".utf8))
        """#

    /// The folder of the program, and the program itself; compiled once.
    private static let program: Result<(folder: ProgramFolder, path: String), any Error> = Result {
        let folder = try ProgramFolder(["Marked.swift": source])
        let result = try folder.run("stats", "Marked.swift")
        try #require(result.errors.contains("asked 3"), "\(result.errors)")
        return (folder, try #require(folder.executable))
    }

    private func run(_ environment: [String: String]) throws -> BuiltCommand.Result {
        try BuiltCommand.run([], command: try Self.program.get().path, environment: environment)
    }

    private static let tree = #"""
        ├─ create PublishSubject "clicks"
        ├─ create Map "titles"
        ├─ mark "started"
        ├─ create Debug
        ├─ subscribe Debug · subscription 1 "on screen", still live
        │ ↳ mark "titles -> subscribed"
        ├─ mark "two clicks \"here\""
        │ ├─ on PublishSubject "clicks" next(1)
        │ │ ├─ handler transform MapSink next(1)
        │ │ ├─ mark "titles -> Event next(title 1)"
        │ │ └─ handler onNext AnonymousObserver next(title 1)
        │ │   ↳ mark "shown title 1"
        │ └─ on PublishSubject "clicks" next(2)
        │   ├─ handler transform MapSink next(2)
        │   ├─ mark "titles -> Event next(title 2)"
        │   └─ handler onNext AnonymousObserver next(title 2)
        │     ↳ mark "shown title 2"
        └─ hop Thread @36 → invoke @37 on thread 1
          ↳ invoke @37 ← hop @36 · on thread 1
          ↳ mark "elsewhere"

        """#

    @Test func withoutARecordingNoTextIsMadeUp() throws {
        let result = try run([:])
        #expect(result.status == 0)
        #expect(result.errors == "asked 0\n")
        #expect(result.output.contains("titles -> Event next(title 1)\n"))
    }

    @Test(arguments: ["marks.rxtrace", "marks.json", "marks.jsonl"])
    func aWholeProcessHasItsMarksAndNames(name: String) throws {
        let folder = try TemporaryFolder()
        let result = try run(["RXTRACE": folder.path(name)])
        #expect(result.errors == "asked 3\n")
        let tree = try BuiltCommand.run(["tree", "--zoom", "user", folder.path(name)])
        let lines = tree.output.split(separator: "\n").dropFirst().dropLast()
        // Without the places, which depend on where the program lies.
        let told = lines.map { line in
            line.components(separatedBy: "  ").prefix { !$0.contains(".swift:") }.joined(separator: "  ")
        }
        #expect(told.joined(separator: "\n") + "\n" == Self.tree, "\(tree.errors)")
    }

    @Test func withoutValuesThereAreMarksAndNoValues() throws {
        let folder = try TemporaryFolder()
        let result = try run(["RXTRACE": folder.path("marks.rxtrace"), "RXTRACE_VALUES": "none"])
        #expect(result.errors == "asked 3\n")
        let lines = try BuiltCommand.run(["jsonl", folder.path("marks.rxtrace")]).output
        #expect(!lines.contains("\"value\""))
        let trace = try TraceReader.read(lines, named: "lines")
        #expect(
            trace.calls.filter { $0.operation == .mark }.map(\.label) == [
                "started", "titles -> subscribed", "two clicks \"here\"", "titles -> Event next", "shown title 1",
                "titles -> Event next", "shown title 2", "elsewhere",
            ])
    }

    @Test func everyCommandTakesThem() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("marks.rxtrace")
        _ = try run(["RXTRACE": file])
        let why = try BuiltCommand.run(["why", file, "shown title 2"])
        #expect(why.output.contains(#"mark "two clicks \"here\"""#))
        let leaks = try BuiltCommand.run(["leaks", file])
        #expect(leaks.output.contains("1 subscription \"on screen\" to debug still alive"))
        for words in [
            ["lint", file], ["stats", file], ["diff", file, file], ["dot", file], ["json", "--canonical", file],
        ] {
            let result = try BuiltCommand.run(words)
            #expect([0, 1].contains(result.status), "\(words): \(result.errors)")
        }
        let around = try BuiltCommand.run(["tree", file, "--around", "shown title 1", "--zoom", "user"])
        #expect(around.output.contains("mark \"shown title 1\""))
        #expect(!around.output.contains("elsewhere"))
    }
}
