import Foundation
import RxInstrumented
import RxTraceKit
import Testing

@Suite(.serialized, .everyRecorderState) struct DebugTests {
    @Test func everythingIsPrintedInOrder() throws {
        let lines = try printed("rows-of-debug") {
            let subject = PublishSubject<Int>()
            _ = subject.debug("rows-of-debug upper").debug("rows-of-debug lower").subscribe()
            subject.onNext(1)
            subject.onCompleted()
        }
        #expect(
            lines == [
                "rows-of-debug lower -> subscribed", "rows-of-debug upper -> subscribed",
                "rows-of-debug upper -> Event next(1)", "rows-of-debug lower -> Event next(1)",
                "rows-of-debug upper -> Event completed", "rows-of-debug lower -> Event completed",
                "rows-of-debug lower -> isDisposed", "rows-of-debug upper -> isDisposed",
            ])
    }

    @Test func aDisposalIsPrintedOnce() throws {
        let lines = try printed("disposal-of-debug") {
            let subscription = PublishSubject<Int>().debug("disposal-of-debug").subscribe()
            subscription.dispose()
            subscription.dispose()
        }
        #expect(lines == ["disposal-of-debug -> subscribed", "disposal-of-debug -> isDisposed"])
    }

    @Test func anErrorIsPrinted() throws {
        let lines = try printed("error-of-debug") {
            let subject = PublishSubject<Int>()
            _ = subject.debug("error-of-debug").subscribe(onError: { _ in })
            subject.onError(TestError())
        }
        #expect(
            lines == [
                "error-of-debug -> subscribed", "error-of-debug -> Event error(TestError(test))",
                "error-of-debug -> isDisposed",
            ])
    }

    @Test func longEventsAreTrimmedIfAskedFor() throws {
        // `next(…)` makes 41 characters of 35, which is one too many, and 40 of 34.
        let tooLong = String(repeating: "a", count: 17) + String(repeating: "b", count: 18)
        let lines = try printed("trimmed-debug") {
            _ = Observable.of(tooLong, String(tooLong.dropLast())).debug("trimmed-debug", trimOutput: true).subscribe()
        }
        #expect(
            lines == [
                "trimmed-debug -> subscribed", "trimmed-debug -> Event next(aaaaaaaaaaaaaaa...abbbbbbbbbbbbbbbbbb)",
                "trimmed-debug -> Event next(aaaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbb)",
                "trimmed-debug -> Event completed", "trimmed-debug -> isDisposed",
            ])
    }

    @Test func withoutAnIdentifierThePlaceOfTheCallIsPrinted() throws {
        let lines = try printed("DebugTests.swift") {
            _ = Observable<Int>.empty().debug(line: 7, function: "place()").subscribe()
        }
        #expect(lines.first == "DebugTests.swift:7 (place()) -> subscribed")
    }

    @Test func eventsArePassedOn() throws {
        let scheduler = TestScheduler()
        let source = scheduler.hot(next(210, 1), error(220, TestError()), next(230, 2))
        var events: [Timed<Int>] = []
        _ = try printed("passing-debug") { events = scheduler.run { source.debug("passing-debug") } }
        #expect(events == [next(210, 1), error(220, TestError())])
        #expect(source.subscriptions == [Subscribed(200, 220)])
    }

    @Test func theChain() throws {
        var recorded: [String] = []
        _ = try printed("chain-of-debug") {
            recorded = chain {
                let subject = PublishSubject<Int>()
                _ = subject.debug("upper chain-of-debug").debug("lower chain-of-debug").subscribe(onNext: { _ in })
                subject.onNext(1)
                subject.onCompleted()
            }
        }
        #expect(
            recorded
                == rows(
                    """
                    create PublishSubject
                    create Debug
                    create Debug
                    subscribe Debug
                      subscribe Debug
                        schedule CurrentThreadScheduler
                          run Debug
                            mark lower chain-of-debug -> subscribed
                            subscribe Debug
                              run Debug
                                mark upper chain-of-debug -> subscribed
                                subscribe PublishSubject
                    on PublishSubject next(1)
                      on DebugSink next(1)
                        mark upper chain-of-debug -> Event next(1)
                        forwardOn DebugSink next(1)
                          on DebugSink next(1)
                            mark lower chain-of-debug -> Event next(1)
                            forwardOn DebugSink next(1)
                              on AnonymousObserver next(1)
                                onCore AnonymousObserver next(1)
                                  handler onNext
                    on PublishSubject completed
                      on DebugSink completed
                        mark upper chain-of-debug -> Event completed
                        forwardOn DebugSink completed
                          on DebugSink completed
                            mark lower chain-of-debug -> Event completed
                            forwardOn DebugSink completed
                              on AnonymousObserver completed
                                onCore AnonymousObserver completed
                            dispose DebugSink
                              dispose SinkDisposer
                                dispose DebugSink
                                  dispose SinkDisposer
                                  mark lower chain-of-debug -> isDisposed
                                dispose SinkDisposer
                                  dispose DebugSink
                                    dispose SinkDisposer
                                    mark upper chain-of-debug -> isDisposed
                                  dispose SubscriptionDisposable
                        dispose DebugSink
                          dispose SinkDisposer
                    """))
    }

    @Test(.recordsItself) func linesAreMarksOfTheTraceToo() throws {
        var trace = Trace(scenario: "")
        let long = String(repeating: "0123456789", count: 6)
        let lines = try printed("marks-of-debug") {
            trace = Trace.record("debug", options: RecordingOptions(values: .full, scope: .caused)) {
                _ = Observable.of("a", long).debug("marks-of-debug", trimOutput: true).subscribe()
            }
        }
        #expect(lines.count == 5)
        #expect(trace.calls.filter { $0.operation == .mark }.map(\.label) == lines)
        #expect(trace.calls.allSatisfy { $0.operation != .mark || $0.subscription == 1 })
    }

    @Test(.recordsItself) func valuesThatAreNotKeptAreInNoMark() throws {
        var trace = Trace(scenario: "")
        let lines = try printed("secret-of-debug") {
            trace = Trace.record("debug", options: RecordingOptions(values: .none, scope: .caused)) {
                let subject = PublishSubject<String>()
                _ = subject.debug("secret-of-debug").subscribe(onError: { _ in })
                subject.onNext("the password")
                subject.onError(TestError())
            }
        }
        #expect(lines[1] == "secret-of-debug -> Event next(the password)", "what is printed stays")
        #expect(
            trace.calls.filter { $0.operation == .mark }.map(\.label) == [
                "secret-of-debug -> subscribed", "secret-of-debug -> Event next", "secret-of-debug -> Event error",
                "secret-of-debug -> isDisposed",
            ])
        #expect(!JSONRenderer().string(from: trace).contains("password"))
    }

    @Test(.recordsItself) func elementsOfALoopFoldThoughEachIsAMark() throws {
        var trace = Trace(scenario: "")
        _ = try printed("loop-of-debug") {
            trace = Trace.record("debug", options: RecordingOptions(scope: .caused)) {
                _ = Observable.range(start: 1, count: 1000).debug("loop-of-debug").subscribe()
            }
        }
        let tree = TreeRenderer().string(from: trace)
        #expect(tree.split(separator: "\n").count < 60)
        #expect(
            tree.contains("mark \"loop-of-debug -> Event next(2)\" … \"loop-of-debug -> Event next(1000)\"")
                || tree.contains("mark \"loop-of-debug -> Event next(1)\" … \"loop-of-debug -> Event next(1000)\""))
    }

    /// The output of `body` in lines that mention `word`, without their time, whose form is checked.
    private func printed(_ word: String, _ body: () -> Void) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory
        let path = folder.appendingPathComponent("printed-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        fflush(nil)
        let standardOutput = dup(STDOUT_FILENO)
        let file = open(path, O_CREAT | O_RDWR, 0o600)
        dup2(file, STDOUT_FILENO)
        body()
        fflush(nil)
        dup2(standardOutput, STDOUT_FILENO)
        close(standardOutput)
        close(file)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let time = #/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}: /#
        // Other tests, which run meanwhile, may print too: their lines belong to the real standard output.
        let (ours, others) = text.split(separator: "\n").reduce(into: ([String](), [String]())) { lines, line in
            if line.contains(word) { lines.0.append(String(line)) } else { lines.1.append(String(line)) }
        }
        if !others.isEmpty { FileHandle.standardOutput.write(Data((others.joined(separator: "\n") + "\n").utf8)) }
        return try ours.map { line in
            let match = try #require(line.prefixMatch(of: time))
            return String(line[match.range.upperBound...])
        }
    }
}
