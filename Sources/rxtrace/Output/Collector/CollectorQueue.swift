import Foundation
import RxTraceKit

/// Posts requests in their order on a thread of its own, while the next ones are made; where as many wait as may, whoever
/// makes them waits too.
///
/// A collector that is busy is asked again: after the time it names, or after one second, two, four and so on. One that
/// was reached before and is not any more is too.
final class CollectorQueue: @unchecked Sendable {
    /// The spans so far.
    struct Count: Equatable {
        var taken = 0
        var rejected = 0
        /// What the collector said of them.
        var message: String?
    }

    /// Why the rest was not posted.
    struct Failure: Error, Equatable {
        var reason: String

        /// The reason as a sentence.
        var text: String { reason.hasSuffix("?") || reason.hasSuffix(".") ? reason : "\(reason)." }
    }

    /// How often a request is posted.
    static let attempts = 6
    /// No collector is waited for longer, in seconds.
    static let longestPause = 60.0

    private let post: ([UInt8]) throws -> OTLPAnswer
    private let pause: (Double) -> Void
    private let limit: Int
    private let change = NSCondition()
    private var waiting: [(body: [UInt8], spans: Int)] = []
    private var isEnding = false
    private var hasEnded = false
    private var failure: Failure?
    private var count = Count()

    /// - Parameters:
    ///   - limit: how many requests may wait.
    ///   - post: posts one and waits for the answer.
    ///   - pause: waits for so many seconds.
    init(limit: Int = 8, post: @escaping ([UInt8]) throws -> OTLPAnswer, pause: @escaping (Double) -> Void) {
        self.limit = limit
        self.post = post
        self.pause = pause
        Thread { self.work() }.start()
    }

    /// Takes a request. Waits where there is no room for it.
    ///
    /// - Throws: ``Failure`` where an earlier one could not be posted.
    func add(_ body: [UInt8], spans: Int) throws {
        change.lock()
        defer { change.unlock() }
        while waiting.count >= limit, failure == nil { change.wait() }
        if let failure { throw failure }
        waiting.append((body, spans))
        change.broadcast()
    }

    /// Waits until all are posted, or one cannot be.
    func finish() -> (Count, Failure?) {
        change.lock()
        defer { change.unlock() }
        isEnding = true
        change.broadcast()
        while !hasEnded { change.wait() }
        return (count, failure)
    }

    private func work() {
        while let request = next() {
            let result = Result { try deliver(request.body) }
            change.lock()
            switch result {
            case .success(let answer):
                // Whatever the collector says, it got no more.
                let rejected = min(answer.rejected, request.spans)
                count.taken += request.spans - rejected
                count.rejected += rejected
                count.message = answer.message ?? count.message
            case .failure(let error): failure = error as? Failure ?? Failure(reason: "\(error)")
            }
            change.broadcast()
            change.unlock()
        }
    }

    /// The next request; nil after the last one.
    private func next() -> (body: [UInt8], spans: Int)? {
        change.lock()
        defer { change.unlock() }
        while waiting.isEmpty, !isEnding, failure == nil { change.wait() }
        guard failure == nil, !waiting.isEmpty else {
            hasEnded = true
            change.broadcast()
            return nil
        }
        defer { change.broadcast() }
        return waiting.removeFirst()
    }

    /// Used by the queue's thread alone.
    private var wasReached = false

    private func deliver(_ body: [UInt8]) throws -> (rejected: Int, message: String?) {
        var delay = 1.0
        for attempt in 1... {
            let isLast = attempt == Self.attempts
            do {
                let answer = try post(body)
                wasReached = true
                switch answer {
                case .taken(let rejected, let message): return (rejected, message)
                case .refused(let reason): throw Failure(reason: reason)
                case .busy(let after?) where after > Self.longestPause:
                    throw Failure(reason: "the collector is busy, and asks to wait for \(Int(after)) seconds")
                case .busy where isLast: throw Failure(reason: "the collector is still busy after \(attempt) attempts")
                case .busy(let after): pause(after ?? delay)
                }
            } catch let error as CollectorConnection.Failure {
                // Where nothing was ever there, the address is wrong, or no collector runs.
                guard wasReached else { throw Failure(reason: "\(error.reason). Does a collector listen there?") }
                guard !isLast else { throw Failure(reason: error.reason) }
                pause(delay)
            }
            delay = min(delay * 2, Self.longestPause)
        }
        preconditionFailure("the last attempt has an outcome")
    }
}
