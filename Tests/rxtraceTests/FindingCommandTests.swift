import Foundation
import RxTraceKit
import RxTraceTestSupport
import Testing

@testable import rxtrace

struct FindingCommandTests {
    private let leak: String
    private let observeOn: String

    init() throws {
        (leak, observeOn) = (try SampleRun.of("leak").path, try SampleRun.of("observe-on").path)
    }

    @Test func aLeakIsAFindingUnlessItIsAllowed() throws {
        let found = try BuiltCommand.run(["leaks", leak, "--width", "80"])
        #expect(found.status == 1)
        #expect(found.output.contains("samples/Leak.swift:13: warning: 1 subscription to name (BehaviorSubject)"))
        #expect(found.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        for pattern in ["Leak.swift", "samples/*", "Leak.swift:13", "BehaviorSubject", "name", "source"] {
            #expect(try BuiltCommand.run(["leaks", leak, "--allow", pattern]).status == 0)
        }
        #expect(try BuiltCommand.run(["leaks", leak, "--allow", "a,Leak.swift"]).status == 0)
        #expect(try BuiltCommand.run(["leaks", leak, "--allow", "Leak.swift", "--allow", "other"]).status == 0)
        #expect(try BuiltCommand.run(["leaks", leak, "--allow", "Leak.swift:14"]).status == 1)
    }

    /// What to do is all there, however narrow the terminal.
    @Test(arguments: [40, 60, 80])
    func adviceIsBrokenBetweenWords(width: Int) throws {
        let advice = "put it into a DisposeBag, or end it: take(until:), onCompleted()"
        for words in [["--ascii"], []] {
            let arrow = words.isEmpty ? "→" : "->"
            let lines = try BuiltCommand.run(["leaks", leak, "--width", "\(width)"] + words).output
                .split(separator: "\n").map(String.init)
            #expect(lines.allSatisfy { $0.count <= width })
            let first = try #require(lines.firstIndex { $0.hasPrefix("    \(arrow) ") })
            let indentation = String(repeating: " ", count: 5 + arrow.count)
            let rest = lines[(first + 1)...].prefix { $0.hasPrefix(indentation) }
            let text =
                ([String(lines[first].dropFirst(indentation.count))]
                + rest.map { String($0.dropFirst(indentation.count)) })
                .joined(separator: " ")
            #expect(text == advice)
        }
    }

    @Test func whatIsAllowedMayStandInAFile() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("allowed")
        try "# the sample\nLeak.swift  # is meant to\n".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try BuiltCommand.run(["leaks", leak, "--allow-file", file]).status == 0)
        let missing = try BuiltCommand.run(["leaks", leak, "--allow-file", file + "-not"])
        #expect(missing.status == 66)
        #expect(missing.errors.contains("--allow-file"))
    }

    @Test func rulesAreSwitchedOffByName() throws {
        #expect(try BuiltCommand.run(["lint", leak]).status == 1)
        #expect(try BuiltCommand.run(["lint", leak, "--disable", "reentrance,uncompleted-subject"]).status == 0)
        #expect(try BuiltCommand.run(["lint", leak, "--only", "reentrance"]).status == 0)
        let misspelt = try BuiltCommand.run(["lint", leak, "--only", "reentrence"])
        #expect(misspelt.status == 64)
        #expect(misspelt.errors.contains("Did you mean 'reentrance'?"))
    }

    /// A warning fails as long as nothing else is said; below the limit it is told all the same.
    @Test func aPatternThatMatchesNothingIsTold() throws {
        let misspelt = try BuiltCommand.run(["lint", observeOn, "--main-thread", "ObservOn.swift"])
        #expect(misspelt.errors.contains("--main-thread ObservOn.swift matches no line and no closure of this trace"))
        for right in ["ObserveOn.swift", "onNext", "*"] {
            #expect(try BuiltCommand.run(["lint", observeOn, "--main-thread", right]).errors.isEmpty, "\(right)")
        }
    }

    @Test(arguments: ["leaks", "lint"])
    func theLeastSeverityThatFailsCanBeSaid(command: String) throws {
        for (limit, status) in [("never", Int32(0)), ("error", 0), ("warning", 1), ("note", 1)] {
            let result = try BuiltCommand.run([command, leak, "--fail-on", limit])
            #expect(result.status == status, "--fail-on \(limit)")
            #expect(result.output.contains(": warning: "))
        }
        #expect(try BuiltCommand.run([command, leak, "--fail-on", "all"]).status == 64)
    }

    /// Each finding ends with a line about the way out.
    @Test(arguments: ["leaks", "lint"])
    func findingsSayWhatToDo(command: String) throws {
        let lines = try BuiltCommand.run([command, leak, "--width", "80"]).output.split(separator: "\n")
        #expect(lines.dropLast().last?.hasPrefix("    → ") == true)
        #expect(lines.allSatisfy { $0.count <= 80 })
        let annotation = try BuiltCommand.run([command, leak, "--format", "github"]).output
        #expect(annotation.contains("%0AWhat to do: "))
        let document = try BuiltCommand.run([command, leak, "--format", "json"]).output
        #expect(document.contains(#""remedy": ""#) && document.contains(#""severity": "warning""#))
    }

    @Test func evidenceIsBrokenBetweenWords() throws {
        func words(_ width: Int) throws -> [Substring] {
            let lines = try BuiltCommand.run(["leaks", leak, "--width", "\(width)"]).output.split(separator: "\n")
            #expect(lines.allSatisfy { $0.count <= width })
            // Of a place, the folder may go.
            return lines.flatMap { $0.split(separator: " ") }.filter { !$0.contains("Leak.swift:") }
        }
        #expect(try words(44) == words(200))
    }

    @Test func theColumnsOfTheFiguresAreExplained() throws {
        let help = try BuiltCommand.run(["stats", "--help"]).output
        let columns = try #require(help.range(of: "Columns:\n"))
        let heads = ["calls", "subs", "peak", "thr", "in", "out", "drops", "closures", "own", "waited"]
        let explained = help[columns.upperBound...].split(separator: "\n").prefix(heads.count)
        #expect(explained.map { $0.split(separator: " ").first.map(String.init) } == heads)
    }

    @Test func handlersCanBeBoundToTheMainThread() throws {
        let result = try BuiltCommand.run(["lint", observeOn, "--main-thread", "ObserveOn.swift"])
        #expect(result.status == 1)
        #expect(result.output.contains("samples/ObserveOn.swift:15: error: onNext runs on thread 1"))
        #expect(try BuiltCommand.run(["lint", observeOn, "--main-thread", "Timer.swift"]).status == 0)
        #expect(try BuiltCommand.run(["lint", observeOn]).status == 0)
    }

    @Test(arguments: ["leaks", "lint"])
    func findingsAreWrittenForOtherPrograms(command: String) throws {
        let result = try BuiltCommand.run([command, leak, "--format", "json"])
        let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        let key = command == "lint" ? "findings" : "leaks"
        #expect(document?["format"] as? String == "rxtrace-\(key)")
        #expect((document?[key] as? [Any])?.count == 1)
        let annotations = try BuiltCommand.run([command, leak, "--format", "github"])
        #expect(annotations.output.hasPrefix("::warning file=samples/Leak.swift,line="))
    }

    /// The places are those of the package's folder, wherever in it the command runs.
    @Test(arguments: ["leaks", "lint"])
    func findingsAreWrittenForCodeScanning(command: String) throws {
        let result = try BuiltCommand.run([command, leak, "--format", "sarif"])
        #expect(result.status == 1)
        let log = try SARIFLog(result.output)
        #expect(log.faults == [])
        #expect(log.rules == (command == "lint" ? Lint.definitions.map(\.name) : ["leak"]))
        #expect(log.results.map(\.level) == ["warning"])
        let place = try #require(log.results.first?.place)
        #expect(place.uri == "samples/Leak.swift" && place.base == "%SRCROOT%")
        let one = try SARIFLog(BuiltCommand.run([command, leak, "--format", "sarif", "--fail-on", "never"]).output)
        #expect(one.results.first?.text.contains("\nWhat to do: ") == true)
        let none = try BuiltCommand.run([command, "map-filter", "--format", "sarif"])
        #expect(none.status == 0)
        #expect(try SARIFLog(none.output).results.isEmpty)
    }

    private static func onOneLine(_ text: some StringProtocol) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// What may come in some orders of threads only names the command that runs the others, in lines that fit.
    @Test(.enabled(if: (try? SwiftCompiler()) != nil, "it needs swiftc in PATH"))
    func whatDependsOnOrderNamesExplore() throws {
        let folder = try ProgramFolder([
            "Counter.swift": """
            import Foundation
            import RxRelay
            import RxSwift

            let count = BehaviorRelay(value: 0)
            let group = DispatchGroup()
            for _ in 1...2 {
                DispatchQueue.global().async(group: group) {
                    let now = count.value
                    count.accept(now + 1)
                }
            }
            group.wait()
            """
        ])
        // In this order nothing is lost.
        let result = try folder.run("lint", "Counter.swift", "--order", "usual", "--width", "60")
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("Counter.swift:10: note: two works change count") == true, "\(result.output)")
        #expect(lines.contains { $0.hasSuffix(" Counter.swift:9") && $0.contains(" reads the value ") })
        #expect(
            Self.onOneLine(result.output).contains(
                "; `rxtrace explore` runs the other orders of its threads"))
        #expect(lines.allSatisfy { $0.count <= 60 })
        let alone = try folder.run("lint", "reentrance", "--width", "60")
        #expect(!alone.output.contains("rxtrace explore"))
    }

    /// Each rule has a section of its own in the guide, and says the same there.
    @Test func everyRuleIsDocumented() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/lints.md")
        let guide = try String(contentsOf: folder, encoding: .utf8)
        for rule in Lint.definitions {
            let section = try #require(guide.range(of: "## \(rule.name)\n"))
            let text = guide[section.upperBound...].prefix { $0 != "#" }
            #expect(text.contains(rule.summary), "\(rule.name)")
            #expect(Self.onOneLine(text).contains(Self.onOneLine(rule.explanation)), "\(rule.name)")
            #expect(text.contains(rule.example.split(separator: "\n")[0]), "\(rule.name)")
            let explained = try BuiltCommand.run(["lint", "--explain", rule.name]).output
            #expect(Self.onOneLine(explained).contains(rule.summary))
            #expect(explained.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(rule.name)")
        }
        let list = try BuiltCommand.run(["lint", "--list"]).output
        #expect(list.split(separator: "\n").count == Lint.definitions.count)
        #expect(list.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
}
