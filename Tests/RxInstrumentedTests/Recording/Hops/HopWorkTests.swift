import Foundation
import RxInstrumented
import RxTraceKit
import RxTraceTestSupport
import Testing

/// Following hops changes nothing about the work: its lifetime, its quality of service, its cancelling and waiting.
@Suite(.timeLimit(.generous)) struct HopWorkTests {
    private static let alone = RecordingOptions(scope: .caused)

    /// The results of `body`, without a recording and within one.
    private func both<Result>(_ body: () -> Result) -> (plain: Result, recorded: Result) {
        let plain = body()
        var recorded: Result?
        _ = Trace.record("work", options: Self.alone) { recorded = body() }
        return (plain, recorded!)
    }

    private final class Token: Sendable {
        let isGone: @Sendable () -> Void
        init(_ isGone: @escaping @Sendable () -> Void) { self.isGone = isGone }
        deinit { isGone() }
    }

    /// A block's captured objects die when it has run, on the queue that ran it.
    @Test func whatABlockHoldsDiesWithIt() {
        let key = DispatchSpecificKey<Int>()
        let queue = DispatchQueue(label: "lifetimes")
        queue.setSpecific(key: key, value: 1)
        let results = both {
            let log = LockedLog()
            func token(_ name: String) -> Token {
                Token { log.add("\(name) gone on \(DispatchQueue.getSpecific(key: key) ?? 0)") }
            }
            func hand(_ name: String, _ handOn: (@escaping @Sendable () -> Void) -> Void) {
                queue.suspend()
                do {
                    let token = token(name)
                    handOn { withExtendedLifetime(token) { log.add("\(name) runs") } }
                }
                queue.resume()
                queue.sync { log.add("next") }
            }
            let group = DispatchGroup()
            hand("async") { work in queue.async { work() } }
            hand("barrier") { work in queue.async(flags: .barrier) { work() } }
            hand("item") { work in queue.async(execute: DispatchWorkItem { work() }) }
            hand("group") { work in queue.async(group: group) { work() } }
            hand("notify") { work in group.notify(queue: queue) { work() } }
            hand("after") { work in queue.asyncAfter(deadline: .now()) { work() } }
            let after = Gate()
            queue.asyncAfter(deadline: .now()) { after.open() }
            after.wait()
            queue.sync { log.add("end") }
            return log.lines
        }
        // When a deadline's work comes to the queue is the system's matter.
        func certain(_ lines: [String]) -> [String] { lines.filter { !$0.hasPrefix("after") } }
        #expect(certain(results.recorded) == certain(results.plain))
        for name in ["async", "barrier", "item", "group", "notify", "after"] {
            #expect(results.plain.filter { $0.hasPrefix(name) } == ["\(name) runs", "\(name) gone on 1"])
            #expect(results.recorded.filter { $0.hasPrefix(name) } == ["\(name) runs", "\(name) gone on 1"])
        }
    }

    /// A source's handler lives as long as the source lets it.
    @Test func aHandlerDiesWithItsSource() {
        let results = both {
            let gone = Gate()
            let handled = Gate()
            let queue = DispatchQueue(label: "source")
            do {
                let token = Token { gone.open() }
                let source = DispatchSource.makeUserDataAddSource(queue: queue)
                source.setEventHandler { withExtendedLifetime(token) { handled.open() } }
                source.resume()
                source.add(data: 1)
                handled.wait()
                source.cancel()
            }
            gone.wait()
            return true
        }
        #expect(results.recorded && results.plain)
    }

    @Test func aWorkItemIsCancelledWaitedForAndNotifies() {
        let results = both {
            let log = LockedLog()
            let queue = DispatchQueue(label: "items")
            queue.suspend()
            let kept = DispatchWorkItem(qos: .userInitiated, flags: .enforceQoS) { log.add("kept") }
            let cancelled = DispatchWorkItem { log.add("cancelled") }
            let notified = Gate()
            kept.notify(queue: queue) {
                log.add("notified")
                notified.open()
            }
            queue.async(execute: kept)
            queue.async(execute: cancelled)
            cancelled.cancel()
            let isEarly = kept.wait(timeout: .now()) == .success
            queue.resume()
            kept.wait()
            cancelled.wait()
            notified.wait()
            return log.lines + ["\(cancelled.isCancelled) \(kept.isCancelled) \(isEarly)"]
        }
        #expect(results.plain == ["kept", "notified", "true false false"])
        #expect(results.recorded == results.plain)
    }

    /// The thread's quality of service while a block runs, as the system tells it.
    @Test func blocksKeepTheirQualityOfService() {
        let results = both {
            let classes: [DispatchQoS] = [.background, .utility, .default, .userInitiated]
            return classes.map { quality in
                let item = DispatchWorkItem(qos: quality, flags: .enforceQoS) {}
                let gate = Gate()
                let found = LockedLog()
                DispatchQueue.global().async(qos: quality, flags: .enforceQoS) {
                    found.add("\(Thread.current.qualityOfService.rawValue)")
                    gate.open()
                }
                gate.wait()
                DispatchQueue.global().async(execute: item)
                item.wait()
                return found.lines
            }
        }
        #expect(results.recorded == results.plain)
    }

    /// One item that two hops hand on has no one maker; that is no reason to name a wrong one.
    @Test func anItemHandedOnTwiceHasNoMaker() {
        let trace = Trace.record("twice", options: Self.alone) {
            let subject = PublishSubject<Int>()
            let queue = DispatchQueue(label: "twice")
            queue.suspend()
            let item = DispatchWorkItem { subject.onNext(1) }
            queue.async(execute: item)
            queue.async(execute: item)
            queue.resume()
            queue.sync {}
        }
        #expect(!trace.calls.contains { $0.operation == .hop || $0.operation == .on })
    }

    /// Work handed on in one recording runs in none, or in another.
    @Test(.needsQueueHops) func workThatOutlivesItsRecordingIsNoWorkOfAnother() {
        let subject = PublishSubject<Int>()
        let queue = DispatchQueue(label: "later")
        queue.suspend()
        _ = Trace.record("first", options: Self.alone) { queue.async { subject.onNext(1) } }
        let trace = Trace.record("second", options: Self.alone) {
            queue.async { subject.onNext(2) }
            queue.resume()
            queue.sync {}
        }
        #expect(trace.calls.filter { $0.operation == .hop }.count == 1)
        let sent = trace.calls.filter { $0.operation == .on }.compactMap(\.event?.value)
        #expect(sent == ["2"])
    }

    /// Recordings start and end while threads hand on work.
    @Test(.needsQueueHops) func hopsWhileRecordingsStartAndEnd() {
        let count = TestLength.times(20, long: 400)
        let queue = DispatchQueue(label: "busy", attributes: .concurrent)
        whileThreads(2) { _ in
            let subject = PublishSubject<Int>()
            let group = DispatchGroup()
            for number in 0..<20 {
                queue.async(group: group) { subject.onNext(number) }
                queue.async(group: group, execute: DispatchWorkItem { subject.onNext(number) })
            }
            group.wait()
        } main: {
            for _ in 0..<count {
                let trace = Trace.record("busy", options: Self.alone) {
                    let subject = PublishSubject<Int>()
                    for number in 0..<10 { queue.async { subject.onNext(number) } }
                    queue.sync(flags: .barrier) {}
                }
                let sent = trace.calls.filter { $0.operation == .on }
                #expect(sent.count == 10)
                #expect(trace.calls.filter { $0.operation == .hop }.count == 10)
            }
        }
    }
}
