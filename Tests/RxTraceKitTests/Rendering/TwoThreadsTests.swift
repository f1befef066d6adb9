import Foundation
import Synchronization
import Testing

@testable import RxTraceKit

@Suite(.timeLimit(.generous)) struct TwoThreadsTests {
    private struct Failure: Error, Equatable { var who: String }

    @Test func `both are done at once, each on a thread of its own`() throws {
        let caller = ObjectIdentifier(Thread.current)
        // Each waits for the other: one after the other would never end.
        let (aside, body) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let (isOther, isCallers) = try TwoThreads.run(
            {
                aside.signal()
                body.wait()
                return ObjectIdentifier(Thread.current) != caller
            },
            while: {
                body.signal()
                aside.wait()
                return ObjectIdentifier(Thread.current) == caller
            })
        #expect(isOther && isCallers)
    }

    @Test(arguments: [true, false], [true, false]) func `an error comes when both are over, the caller's first`(
        isAsides: Bool, isBodys: Bool
    ) {
        let ended = Mutex(Set<String>())
        @Sendable func end(_ who: String, fails: Bool) throws {
            ended.withLock { _ = $0.insert(who) }
            if fails { throw Failure(who: who) }
        }
        let outcome = Result {
            try TwoThreads.run({ try end("aside", fails: isAsides) }, while: { try end("body", fails: isBodys) })
        }
        #expect(ended.withLock { $0 } == ["aside", "body"])
        switch outcome {
        case .success: #expect(!isAsides && !isBodys)
        case .failure(let error): #expect(error as? Failure == Failure(who: isBodys ? "body" : "aside"))
        }
    }
}
