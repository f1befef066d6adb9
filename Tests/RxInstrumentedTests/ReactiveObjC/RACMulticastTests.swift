import Foundation
import ReactiveObjC
import RxInstrumented
import Testing

@Suite struct RACMulticastTests {
    /// A signal that counts how often its work is done.
    private final class Source {
        var runs = 0
        var disposals = 0
        var subscribers: [any RACSubscriberProtocol<Int>] = []

        var signal: RACSignal<Int> {
            .createSignal { subscriber in
                self.runs += 1
                self.subscribers.append(subscriber)
                subscriber.sendNext(self.runs)
                return RACDisposable { self.disposals += 1 }
            }
        }
    }

    @Test func aPlainSignalRunsForEachAndAConnectionOnceForAll() {
        let (plain, shared) = (Source(), Source())
        let log = RACLog()
        _ = scheduled {
            for name in ["a", "b", "c"] { _ = log.subscribe(to: plain.signal, as: name) }
            let connection = shared.signal.publish()
            for name in ["d", "e", "f"] { _ = log.subscribe(to: connection.signal, as: name) }
            connection.connect()
        }
        #expect(plain.runs == 3)
        #expect(shared.runs == 1)
        #expect(log.events == ["a1", "b2", "c3", "d1", "e1", "f1"])
    }

    @Test func nothingRunsBeforeItIsConnected() {
        let source = Source()
        _ = scheduled {
            let connection = source.signal.publish()
            connection.signal.subscribeNext { _ in }
        }
        #expect(source.runs == 0)
    }

    @Test func itConnectsOnceAndOneDisposableEndsIt() {
        let source = Source()
        _ = scheduled {
            let connection = source.signal.publish()
            let first = connection.connect()
            #expect(connection.connect() === first)
            first.dispose()
            #expect(source.disposals == 1)
            connection.connect()
        }
        #expect(source.runs == 1)
    }

    @Test func multicastTakesTheSubjectItIsGiven() {
        let source = Source()
        let log = RACLog()
        _ = scheduled {
            let connection = source.signal.multicast(RACReplaySubject())
            connection.connect()
            _ = log.subscribe(to: connection.signal)
        }
        #expect(log.events == ["1"])
    }

    @Test func autoconnectConnectsWithTheFirstAndEndsWithTheLast() {
        let source = Source()
        _ = scheduled {
            let signal = source.signal.publish().autoconnect()
            #expect(source.runs == 0)
            let first = signal.subscribeNext { _ in }
            let second = signal.subscribeNext { _ in }
            #expect(source.runs == 1)
            first?.dispose()
            #expect(source.disposals == 0)
            second?.dispose()
            #expect(source.disposals == 1)
        }
    }

    @Test func replaySubscribesAtOnceAndRemembers() {
        let source = Source()
        let log = RACLog()
        _ = scheduled {
            let signal = source.signal.replay()
            #expect(source.runs == 1)
            source.subscribers.first?.sendNext(5)
            _ = log.subscribe(to: signal)
            _ = log.subscribe(to: source.signal.replayLast(), as: "last ")
        }
        #expect(log.events == ["1", "5", "last 2"])
    }

    @Test func replayLazilyWaitsForTheFirstSubscriber() {
        let source = Source()
        let log = RACLog()
        _ = scheduled {
            let signal = source.signal.replayLazily()
            #expect(source.runs == 0)
            _ = log.subscribe(to: signal)
            _ = log.subscribe(to: signal)
        }
        #expect(source.runs == 1)
        #expect(log.events == ["1", "1"])
    }

    @Test func theChainShowsOneConnectAndOneDidSubscribe() throws {
        let calls = racChain {
            let connection = sending(1).publish()
            connection.signal.subscribeNext { _ in }
            connection.signal.subscribeNext { _ in }
            connection.connect()
        }
        let words = calls.map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(words.filter { $0 == "handler didSubscribe" }.count == 1)
        #expect(words.filter { $0 == "handler nextBlock" }.count == 2)
        let connect = try #require(calls.firstIndex(of: "connect RACMulticastConnection"))
        #expect(calls[connect + 1] == "  subscribe RACDynamicSignal")
        #expect(words.contains("on RACSubject next(1)"))
    }
}
