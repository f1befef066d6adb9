import Foundation
import RxInstrumented
import Testing

@Suite(.serialized) struct DebugTests {
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
                _ = subject.debug("chain-of-debug").debug("chain-of-debug").subscribe(onNext: { _ in })
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
                            subscribe Debug
                              run Debug
                                subscribe PublishSubject
                    on PublishSubject next(1)
                      on DebugSink next(1)
                        forwardOn DebugSink next(1)
                          on DebugSink next(1)
                            forwardOn DebugSink next(1)
                              on AnonymousObserver next(1)
                                onCore AnonymousObserver next(1)
                                  handler onNext
                    on PublishSubject completed
                      on DebugSink completed
                        forwardOn DebugSink completed
                          on DebugSink completed
                            forwardOn DebugSink completed
                              on AnonymousObserver completed
                                onCore AnonymousObserver completed
                            dispose DebugSink
                              dispose SinkDisposer
                                dispose DebugSink
                                  dispose SinkDisposer
                                dispose SinkDisposer
                                  dispose DebugSink
                                    dispose SinkDisposer
                                  dispose SubscriptionDisposable
                        dispose DebugSink
                          dispose SinkDisposer
                    """))
    }

    /// What `body` prints in lines that mention `word`, without their time, whose form is checked.
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
