import Foundation
import RxSwift
import RxTraceTestSupport
import RxTraceTesting
import Testing

/// A screen that holds itself by what it listens to.
private final class Profile {
    private let bag = DisposeBag()
    private let name = BehaviorSubject(value: "Ada")
    private var greeting = ""

    func open(weakly: Bool) {
        if weakly {
            name.subscribe(onNext: { [weak self] in self?.greeting = $0 }).disposed(by: bag)
        } else {
            name.subscribe(onNext: { self.greeting = $0 }).disposed(by: bag)  // leaks
        }
    }
}

@Suite(.timeLimit(.generous)) struct ExpectNoFindingsTests {
    private let page = PublishSubject<Int>()

    private func turnPages() {
        let subscription = page.subscribe(onNext: { [page] in if $0 < 3 { page.onNext($0 + 1) } })
        page.onNext(1)
        subscription.dispose()
    }

    @Test func `what leaves nothing behind passes`() {
        let trace = expectNoLeaks { Profile().open(weakly: true) }
        #expect(trace.subscriptions.map(\.ended) == ["bag"])
        expectNoFindings { Profile().open(weakly: true) }
    }

    @Test func `a leak fails at the test's own line, with its own line in the text`() {
        let line = #line + 2
        withKnownIssue {
            expectNoLeaks { Profile().open(weakly: false) }
        } matching: { issue in
            let text = issue.description
            return issue.sourceLocation?.line == line && text.contains("ExpectNoFindingsTests.swift:17: ")
                && text.contains("1 subscription to BehaviorSubject still alive: kept by a DisposeBag")
                && text.contains("[leak]") && text.contains("    → ")
        }
    }

    @Test func `a leak that is meant is allowed`() {
        expectNoLeaks(allowing: ["ExpectNoFindingsTests.swift:17"]) { Profile().open(weakly: false) }
        expectNoLeaks(allowing: ["BehaviorSubject"]) { Profile().open(weakly: false) }
    }

    @Test func `a finding fails at the test's own line, with the calls that prove it`() {
        let line = #line + 2
        withKnownIssue {
            expectNoFindings { turnPages() }
        } matching: { issue in
            let text = issue.description
            return issue.sourceLocation?.line == line && text.contains("ExpectNoFindingsTests.swift:26: error: ")
                && text.contains("[reentrance]") && text.contains("the cycle is closed")
        }
        expectNoFindings(except: ["reentrance"]) { turnPages() }
    }

    @Test func `only what is grave enough fails`() {
        let text = Observable.combineLatest(page.map { $0 + 1 }, page.map { $0 * 2 })
        func combine() {
            let subscription = text.subscribe()
            for number in 1...3 { page.onNext(number) }
            subscription.dispose()
        }
        expectNoFindings { combine() }
        withKnownIssue {
            expectNoFindings(least: .note) { combine() }
        } matching: {
            $0.description.contains("[glitch]")
        }
    }

    @Test func `a rule that there is not is answered`() {
        withKnownIssue {
            expectNoFindings(except: ["reentrence"]) { turnPages() }
        } matching: {
            $0.description.contains("there is no rule reentrence. `rxtrace lint --list` shows them.")
        }
    }

    @Test func `what the closure throws comes through, and nothing is looked at`() {
        struct Failure: Error {}
        #expect(throws: Failure.self) {
            try expectNoLeaks {
                Profile().open(weakly: false)
                throw Failure()
            }
        }
    }

    /// In a process of their own: a recording of all threads would take in those of other tests.
    @Test func `asynchronous closures are looked at`() throws {
        let (hasPassed, output) = try TestProcess.run(
            ["--testing-library", "swift-testing", "--filter", "AsynchronousExpectations"],
            environment: [asynchronousVariable: "1"], keepsErrors: true)
        #expect(hasPassed && output.contains("with 5 tests in 1 suite"), "\(output)")
    }
}

private let asynchronousVariable = "RXTRACE_TEST_ASYNCHRONOUS"

@Suite(
    .enabled(if: ProcessInfo.processInfo.environment[asynchronousVariable] != nil), .timeLimit(.generous))
struct AsynchronousExpectations {
    private let page = PublishSubject<Int>()

    /// The calls of the closure's task count, whichever threads they run on, and no others.
    @Test func `an asynchronous closure is looked at from its start to its end`() async throws {
        let other = Task {
            while !Task.isCancelled {
                Profile().open(weakly: false)
                await Task.yield()
            }
        }
        let trace = try await expectNoLeaks {
            Profile().open(weakly: true)
            await Task.yield()
            for try await number in Observable.of(1, 2).values { page.onNext(number) }
            await Task.yield()
            Profile().open(weakly: true)
        }
        #expect(trace.subscriptions.compactMap(\.ended).count == trace.subscriptions.count)
        #expect(trace.calls.contains { $0.operation == .on && $0.event?.value == "2" })
        #expect(trace.calls.count { $0.operation == .deinit } == 2)
        other.cancel()
    }

    @Test func `what an asynchronous closure leaves behind fails at the test's own line`() async throws {
        let line = #line + 2
        try await withKnownIssue {
            try await expectNoLeaks {
                await Task.yield()
                Profile().open(weakly: false)
            }
        } matching: { issue in
            issue.sourceLocation?.line == line && issue.description.contains("ExpectNoFindingsTests.swift:17: ")
                && issue.description.contains("kept by a DisposeBag")
        }
        try await withKnownIssue {
            try await expectNoFindings {
                let page = PublishSubject<Int>()
                await Task.yield()
                page.onCompleted()
                page.onNext(1)
            }
        } matching: { issue in
            issue.description.contains("[late-event]")
        }
    }

    @MainActor @Test func `an asynchronous closure stays on the test's actor`() async throws {
        try await expectNoFindings {
            await Task.yield()
            MainActor.assertIsolated()
            Profile().open(weakly: true)
        }
    }

    @Test func `what an asynchronous closure throws comes through, and nothing is looked at`() async {
        struct Failure: Error {}
        await #expect(throws: Failure.self) {
            try await expectNoLeaks {
                Profile().open(weakly: false)
                await Task.yield()
                throw Failure()
            }
        }
    }

    /// Recordings of tests' own threads go on meanwhile, and lose none of their calls.
    @Test func `tests side by side are looked at each by itself`() async throws {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 1...20 {
                group.addTask {
                    if number.isMultiple(of: 3) {
                        return try await expectNoLeaks {
                            Profile().open(weakly: true)
                            await Task.yield()
                            Profile().open(weakly: true)
                        }.subscriptions.count
                    }
                    return expectNoLeaks { for _ in 1...2 { Profile().open(weakly: true) } }.subscriptions.count
                }
            }
            for try await count in group { #expect(count == 2) }
        }
    }
}
