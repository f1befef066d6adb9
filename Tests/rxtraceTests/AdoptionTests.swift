import Foundation
import RxTraceKit
import RxTraceTestSupport
import Testing

@testable import rxtrace

/// A package written for RxSwift, whose dependency line alone is changed: it builds, its tests pass, and each leaves a
/// trace. Targets of its own are named Samples, Yardstick, TraceKit and SamplesTests: SwiftPM wants names of targets that
/// are unique in the whole graph, and no target of this package takes them.
@Suite(.enabled(if: (try? SwiftCompiler()) != nil, "there is no swiftc in PATH"), .timeLimit(.generous))
struct AdoptionTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Adoption")

    @Test(.builds)
    func everyTestLeavesItsTrace() throws {
        let folder = try TemporaryFolder()
        let result = try BuiltCommand.run([
            "test", Self.package.standardizedFileURL.path(percentEncoded: false), "-o", folder.path("traces"),
        ])
        #expect(result.status == 0)
        let names = [
            "SamplesTests.SamplesTests/theLongestIsLast()",
            "SearchTests.CounterTests/testCountsUpAndDown",
            "SearchTests.CounterTests/testLateSubscriberGetsTheCurrentCount",
            "SearchTests.CounterTimeTests/testCountsWhenTheButtonsArePressed",
            "SearchTests.CounterTimeTests/testHasACountAtOnce",
            "SearchTests.SearchModelTests/asksOnceTheTypingStops()",
            "SearchTests.SearchModelTests/newerQueryReplacesTheOlder()",
            "SearchTests.SearchModelTests/nothingToSearchForIsIdle(query:)",
            "SearchTests.SignUpModelTests/testATapMakesAnAccount",
            "SearchTests.SignUpModelTests/testTheButtonIsEnabledForACompleteForm",
            "SearchTests.SignUpModelTests/testTheNameIsCheckedOnceTheTypingStops",
            "StylesTests.StylesTests/architectures()",
            "StylesTests.StylesTests/operators()",
            "StylesTests.StylesTests/typesAndControls()",
        ]
        #expect(result.output.split(separator: "\n").count == names.count)
        for (name, file) in zip(names, TestCommand.fileNames(names)) {
            let path = folder.path("traces/\(file).json")
            #expect(result.output.contains("passed  \(name)  \(path)\n"))
            let trace = try TraceReader.read(contentsOf: path)
            #expect(trace.scenario == name)
            let operators = Set(trace.nodes.map(\.type))
            #expect(!operators.isEmpty)
            #expect(operators.contains("ShareReplay1WhileConnected") || !name.contains("SignUpModelTests"))
            guard !name.contains("SignUpModelTests"), !name.contains("StylesTests") else { continue }
            #expect(operators.contains("FlatMapLatest") == name.contains("SearchModelTests"))
            #expect(operators.contains("Scan") == name.contains("SearchTests.Counter"))
            #expect(operators.contains("TakeLast") == name.contains("SamplesTests"))
        }
    }

    /// Everything but the dependency is RxSwift's: the sources import nothing of this package's own.
    @Test func theSourcesKnowNothingOfThis() throws {
        let names = FileManager.default.enumerator(atPath: Self.package.path(percentEncoded: false))
        let sources = (names?.compactMap { $0 as? String } ?? []).filter {
            $0.hasSuffix(".swift") && !$0.hasPrefix(".build") && $0 != "Package.swift"
        }
        #expect(sources.count == 26)
        for source in sources {
            let text = try String(contentsOf: Self.package.appending(path: source), encoding: .utf8)
            #expect(!text.contains("RxInstrumented"))
            #expect(!text.contains("RxTraceKit"))
        }
    }

    @Test func namesOfTestsAreMadeNamesOfFiles() {
        #expect(
            TestCommand.fileNames(["A.B/testC", "A.f()", "A.f(x:)", "A.f-x", "A.`two words`()"])
                == ["A.B.testC", "A.f", "A.f-x", "A.f-x-2", "A.-two-words"])
    }

    @Test func aFolderWithoutAPackageIsNoInput() throws {
        let folder = try TemporaryFolder()
        let result = try BuiltCommand.run(["test", folder.path("")])
        #expect(result.status == 66)
        #expect(result.errors.contains("there is no package in"))
    }
}
