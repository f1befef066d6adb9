import Foundation
import RxTraceKit
import Testing

struct AnswerCommandTests {
    @Test func whyTellsTheChainAndHowManyMatch() throws {
        let result = try BuiltCommand.run(["why", "observe-on", "onNext=B", "--width", "80"])
        #expect(result.status == 0)
        let lines = result.output.split(separator: "\n")
        #expect(lines[0].hasPrefix("observe-on: why @"))
        #expect(lines[1].contains("handler onNext AnonymousObserver next(B)"))
        #expect(lines.contains { $0.contains("invoke") && $0.contains("waited") })
        #expect(lines.contains { $0.contains("emitted here") && $0.contains("ObserveOn.swift:12") })
        #expect(lines.contains { $0.contains("subscribed as subscription 1") && $0.contains("ObserveOn.swift:15") })
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(try BuiltCommand.run(["why", "observe-on", "onNext"]).output.contains("2 of 2 that match"))
    }

    @Test func anEventThatIsNotThereIsAFinding() throws {
        for words in [
            ["why", "timer", "transform=99"], ["why", "timer", "onNext", "--nth", "99"], ["tree", "--around", "@999"],
        ] {
            let result = try BuiltCommand.run(words)
            #expect(result.status == 1)
            #expect(result.output.isEmpty)
            #expect(result.errors.split(separator: "\n").filter { $0.hasPrefix("rxtrace: ") }.count == 1)
        }
    }

    @Test(arguments: [
        ["tree", "retry", "--only", "mpa"], ["csv", "retry", "--except", "mpa"], ["stats", "retry", "--hide", "mpa"],
        ["marble", "retry", "--thread", "mpa", "--thread", "mpa"], ["annotate", "retry", "--only", "mpa"],
        ["why", "retry", "last", "--hide", "mpa"],
    ])
    func aPatternThatMatchesNothingIsToldOnce(words: [String]) throws {
        let result = try BuiltCommand.run(words)
        #expect(result.status == 0)
        #expect(result.errors.ranges(of: "rxtrace: no call matches 'mpa'.\n").count == 1, "\(result.errors)")
        #expect(try !BuiltCommand.run(["tree", "retry", "--only", "retry"]).errors.contains("no call"))
    }

    @Test func aMisspeltClosureIsAnsweredWithTheNearest() throws {
        for word in ["onNxt", "onNxt=B"] {
            let result = try BuiltCommand.run(["why", "observe-on", word])
            #expect(result.status == 1)
            #expect(result.errors.contains("rxtrace: observe-on has no event '\(word)'. Did you mean 'onNext'?\n"))
        }
    }

    /// Why a closure never ran has an answer, and is a finding.
    @Test func aClosureThatNeverRanIsAFinding() throws {
        let result = try BuiltCommand.run(["why", "timer", "onError"])
        #expect(result.status == 1)
        #expect(result.output.hasPrefix("timer: no closure onError ran\n"))
        #expect(!result.errors.contains("rxtrace: "))
    }

    @Test(arguments: [
        ["why", "timer", "@x"], ["why", "timer", "last", "more"], ["stats", "--by", "colour"],
        ["tree", "--min-time", "5"], ["tree", "--subscription", "99"], ["tree", "--depth", "0"],
    ])
    func wrongWordsAreAnswered(words: [String]) throws {
        let result = try BuiltCommand.run(words)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.split(separator: "\n").filter { $0.hasPrefix("rxtrace: ") }.count == 1)
    }

    /// An answer about a sample would be taken for one about the user's program.
    @Test(arguments: ["leaks", "lint", "stats", "why", "record"])
    func whatJudgesNeedsAnInput(command: String) throws {
        let result = try BuiltCommand.run([command])
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("`rxtrace \(command)` needs an INPUT") && result.errors.contains("Search.swift"))
        #expect(try BuiltCommand.run([command, "--help"]).output.contains("[OPTIONS] INPUT"))
    }

    @Test func aTextIsLookedForInTheValues() throws {
        let trace = try TraceReader.read(SampleRun.of("flat-map-latest").document, named: "x")
        let long = trace.calls.last { $0.operation == .on && ($0.event?.value?.count ?? 0) > 4 }
        let value = try #require(long?.event?.value)
        let part = String(value.dropFirst().dropLast())
        let answer = try BuiltCommand.run(["why", SampleRun.of("flat-map-latest").path, part])
        #expect(answer.status == 0 && answer.output.contains(value), "\(part): \(answer.errors)")
    }

    @Test func answersCanBeReadByPrograms() throws {
        let retry = try SampleRun.of("retry").path
        let why = try BuiltCommand.run(["why", retry, "--format", "json"]).output
        let chain = try #require(try JSONSerialization.jsonObject(with: Data(why.utf8)) as? [String: Any])
        let steps = try #require(chain["steps"] as? [[String: Any]])
        #expect(steps.count > 1)
        let stats = try BuiltCommand.run(["stats", retry, "--format", "json", "--sort", "calls"]).output
        let figures = try #require(try JSONSerialization.jsonObject(with: Data(stats.utf8)) as? [String: Any])
        let counts = (figures["rows"] as? [[String: Any]])?.compactMap { $0["calls"] as? Int } ?? []
        #expect(counts.count > 3 && counts == counts.sorted(by: >))
        #expect(counts.reduce(0, +) == figures["calls"] as? Int)
    }

    @Test(arguments: ["run", "tree", "json", "jsonl", "dot", "stats"])
    func everyCommandTakesFilters(command: String) throws {
        let sample = try SampleRun.of("map-filter").path
        let whole = try BuiltCommand.run([command, sample])
        let part = try BuiltCommand.run([command, sample, "--only", "MapSink", "--depth", "2"])
        #expect(part.status == 0)
        #expect(part.output.count < whole.output.count)
        #expect(part.output.contains("Map"))
    }

    @Test func canonicalFormComesBeforeTheFilter() throws {
        let words = ["json", "observe-on", "--canonical", "--no-times", "--only", "rx.decoding"]
        let first = try BuiltCommand.run(words)
        #expect(first.status == 0)
        #expect(try BuiltCommand.run(words).output == first.output)
        // Its calls have the numbers that they have in the whole.
        let whole = try BuiltCommand.run(["json", "observe-on", "--canonical", "--no-times"]).output
        let scheduled = #/\{"id": (\d+), "operation": "schedule"/#
        let number = try #require(first.output.firstMatch(of: scheduled)?.1)
        let isTheSame = whole.split(separator: "\n").contains { line in
            line.contains("{\"id\": \(number), ") && line.contains("\"operation\": \"schedule\"")
        }
        #expect(isTheSame)
        #expect(number != "1")
    }
}
