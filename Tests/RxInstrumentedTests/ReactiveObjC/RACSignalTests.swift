import Dispatch
import ReactiveObjC
import RxInstrumented
import Testing

@Suite struct RACSignalTests {
    @Test func nothingRunsBeforeSomebodySubscribes() {
        var runs = 0
        let signal = RACSignal<Int>.createSignal { _ in
            runs += 1
            return nil
        }
        #expect(runs == 0)
        _ = scheduled { signal.subscribeNext { _ in } }
        #expect(runs == 1)
    }

    @Test func itRunsAnewForEachSubscriber() {
        var runs = 0
        let signal = RACSignal<Int>.createSignal { subscriber in
            runs += 1
            subscriber.sendNext(runs)
            return nil
        }
        let log = RACLog()
        _ = scheduled {
            _ = log.subscribe(to: signal)
            _ = log.subscribe(to: signal)
        }
        #expect(runs == 2)
        #expect(log.events == ["1", "2"])
    }

    @Test func theBasicSignals() {
        #expect(events { RACSignal.return(1) } == ["1", "completed"])
        #expect(events { RACSignal<Int>.empty() } == ["completed"])
        #expect(events { RACSignal<Int>.error(RACFailure()) } == ["error failure"])
        #expect(events { RACSignal<Int>.never() } == [])
    }

    @Test func valuesArriveInOrderAndNothingAfterTheEnd() {
        let signal = RACSignal<Int>.createSignal { subscriber in
            subscriber.sendNext(1)
            subscriber.sendNext(2)
            subscriber.sendCompleted()
            subscriber.sendNext(3)
            subscriber.sendCompleted()
            subscriber.sendError(RACFailure())
            return nil
        }
        #expect(events { signal } == ["1", "2", "completed"])
    }

    @Test func nothingArrivesAfterAnError() {
        let signal = RACSignal<Int>.createSignal { subscriber in
            subscriber.sendError(RACFailure())
            subscriber.sendNext(1)
            subscriber.sendCompleted()
            return nil
        }
        #expect(events { signal } == ["error failure"])
    }

    @Test func nothingArrivesOnceDisposed() {
        let log = RACLog()
        _ = scheduled {
            var kept: (any RACSubscriberProtocol<Int>)?
            let signal = RACSignal<Int>.createSignal { subscriber in
                kept = subscriber
                return RACDisposable { log.add("disposed") }
            }
            let subscription = log.subscribe(to: signal)
            kept?.sendNext(1)
            subscription?.dispose()
            kept?.sendNext(2)
            kept?.sendCompleted()
        }
        #expect(log.events == ["1", "disposed"])
    }

    @Test func errorAndCompletedDisposeBeforeTheUsersBlockRuns() {
        for ends in [true, false] {
            let log = RACLog()
            _ = scheduled {
                var kept: (any RACSubscriberProtocol<Int>)?
                let signal = RACSignal<Int>.createSignal { subscriber in
                    kept = subscriber
                    return RACDisposable { log.add("disposed") }
                }
                signal.subscribeNext(
                    { _ in }, error: { _ in log.add("errorBlock") }, completed: { log.add("completedBlock") })
                if ends { kept?.sendCompleted() } else { kept?.sendError(RACFailure()) }
            }
            #expect(log.events == ["disposed", ends ? "completedBlock" : "errorBlock"])
        }
    }

    @Test func theyDisposeAlsoWhereThereIsNoBlockForThem() {
        for ends in [true, false] {
            let disposable = RACDisposable()
            _ = scheduled {
                RACSignal<Int>.createSignal { subscriber in
                    if ends { subscriber.sendCompleted() } else { subscriber.sendError(RACFailure()) }
                    return disposable
                }
                .subscribeNext { _ in }
            }
            #expect(disposable.isDisposed)
        }
    }

    @Test func sendNextNeverDisposes() {
        let disposable = RACDisposable()
        var kept: (any RACSubscriberProtocol<Int>)?
        _ = scheduled {
            RACSignal<Int>.createSignal { subscriber in
                kept = subscriber
                return disposable
            }
            .subscribeNext { _ in }
        }
        for number in 0..<100 { kept?.sendNext(number) }
        #expect(!disposable.isDisposed)
        kept = nil
        #expect(disposable.isDisposed, "but the subscriber's release does")
    }

    @Test func theSubscribersReleaseDisposes() {
        let disposable = RACDisposable()
        var isDisposedWithin: Bool?
        _ = scheduled {
            let subscription = RACSignal<Int>.createSignal { subscriber in
                subscriber.sendNext(1)
                return disposable
            }
            .subscribeNext { _ in isDisposedWithin = disposable.isDisposed }
            #expect(subscription?.isDisposed == true, "nobody keeps the subscriber")
        }
        #expect(isDisposedWithin == false)
        #expect(disposable.isDisposed)
    }

    @Test func whatDidSubscribeReturnsAfterTheEndIsDisposedAtOnce() {
        let log = RACLog()
        _ = scheduled {
            let signal = RACSignal<Int>.createSignal { subscriber in
                subscriber.sendCompleted()
                log.add("returns")
                return RACDisposable { log.add("disposed") }
            }
            _ = log.subscribe(to: signal)
            log.add("subscribed")
        }
        #expect(log.events == ["completed", "returns", "disposed", "subscribed"])
    }

    @Test func aBlockMayDisposeItsSubscription() {
        let log = RACLog()
        _ = scheduled {
            let subject = RACSubject<Int>()
            var subscription: RACDisposable?
            subscription = subject.subscribeNext { value in
                log.add("\(value)")
                subscription?.dispose()
            }
            subject.sendNext(1)
            subject.sendNext(2)
        }
        #expect(log.events == ["1"])
    }

    @Test func theBlocksAreLetGoOfWithTheEnd() {
        final class Owned {}
        weak var kept: Owned?
        let subject = RACSubject<Int>()
        do {
            let owned = Owned()
            kept = owned
            subject.subscribeNext { _ in _ = owned }
        }
        #expect(kept != nil)
        subject.sendCompleted()
        #expect(kept == nil)
    }

    @Test func aSubscriberMayBeOfATypeOfTheUsers() {
        final class Subscriber: RACSubscriberProtocol {
            var received: [String] = []
            var disposables: [RACCompoundDisposable] = []

            func sendNext(_ value: Int) { received.append("\(value)") }
            func sendError(_ error: any Error) { received.append("error") }
            func sendCompleted() { received.append("completed") }
            func didSubscribe(with disposable: RACCompoundDisposable) {
                received.append("didSubscribe")
                disposables.append(disposable)
            }
        }
        let subscriber = Subscriber()
        let rows = racChain { sending(1).subscribe(subscriber) }
        #expect(subscriber.received == ["didSubscribe", "1", "completed"])
        #expect(subscriber.disposables.count == 1)
        #expect(rows.contains { $0.hasSuffix("on Subscriber next(1)") })
    }

    @Test func onlyOneEventIsHandedOverAtATime() {
        let subject = RACSubject<Int>()
        let collected = Collected<Int>()
        var inside = 0
        var most = 0
        subject.subscribeNext { value in
            inside += 1
            most = max(most, inside)
            collected.add(value)
            inside -= 1
        }
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for number in 0..<500 { subject.sendNext(thread * 500 + number) }
        }
        #expect(collected.values.sorted() == Array(0..<2000))
        #expect(most == 1)
    }

    @Test func namesTellHowASignalWasMade() {
        let signal = RACSignal<Int>.createSignal { _ in nil }
        #expect(signal.name == "+createSignal:")
        #expect(signal.map { $0 }.filter { _ in true }.name == "[[+createSignal:] -map:] -filter:")
        #expect(signal.setName("login").map { $0 }.name == "[login] -map:")
        #expect("\(signal)" == "<RACDynamicSignal<Int>> name: login")
        #expect(signal.publish().signal.name == "[login] -publish")
        #expect(RACSubject<Int>().map { $0 }.name == "-map:")
    }
}
