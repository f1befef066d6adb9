import ReactiveObjC
import RxInstrumented
import Testing

@Suite struct RACSubjectTests {
    @Test func itSendsToAllInTheOrderTheySubscribed() {
        let log = RACLog()
        let subject = RACSubject<Int>()
        subject.sendNext(0)
        _ = log.subscribe(to: subject, as: "a")
        _ = log.subscribe(to: subject, as: "b")
        subject.sendNext(1)
        subject.sendCompleted()
        subject.sendNext(2)
        #expect(log.events == ["a1", "b1", "acompleted", "bcompleted"])
    }

    @Test func anErrorGoesToAll() {
        let log = RACLog()
        let subject = RACSubject<Int>()
        _ = log.subscribe(to: subject, as: "a ")
        _ = log.subscribe(to: subject, as: "b ")
        subject.sendError(RACFailure())
        subject.sendNext(1)
        #expect(log.events == ["a error failure", "b error failure"])
    }

    @Test func whoSubscribesWhileItSendsGetsOnlyWhatComesNext() {
        let log = RACLog()
        let subject = RACSubject<Int>()
        subject.subscribeNext { value in
            log.add("first \(value)")
            if value == 1 { _ = log.subscribe(to: subject, as: "late ") }
        }
        subject.sendNext(1)
        subject.sendNext(2)
        #expect(log.events == ["first 1", "first 2", "late 2"])
    }

    @Test func whoLeavesWhileItSendsGetsNothingMore() {
        let log = RACLog()
        let subject = RACSubject<Int>()
        var second: RACDisposable?
        subject.subscribeNext { _ in second?.dispose() }
        second = log.subscribe(to: subject)
        _ = log.subscribe(to: subject, as: "third ")
        subject.sendNext(1)
        #expect(log.events == ["third 1"])
    }

    @Test func itMaySendWhileItSends() {
        let log = RACLog()
        let subject = RACSubject<Int>()
        subject.subscribeNext { value in
            log.add("first \(value)")
            if value == 1 { subject.sendNext(2) }
        }
        subject.subscribeNext { log.add("second \($0)") }
        subject.sendNext(1)
        #expect(log.events == ["first 1", "first 2", "second 2", "second 1"])
    }

    @Test func itSubscribesToSignals() {
        let log = RACLog()
        _ = scheduled {
            let subject = RACSubject<Int>()
            _ = log.subscribe(to: subject)
            sending(1, 2).subscribe(subject)
        }
        #expect(log.events == ["1", "2", "completed"])
    }

    @Test func itsEndAndItsReleaseEndItsOwnSubscriptions() {
        for isReleased in [true, false] {
            let disposable = RACDisposable()
            var kept: (any RACSubscriberProtocol<Int>)?
            _ = scheduled {
                let subject = RACSubject<Int>()
                let source = RACSignal<Int>.createSignal { subscriber in
                    if !isReleased { kept = subscriber }
                    return disposable
                }
                let subscription = source.subscribe(subject)
                #expect(!disposable.isDisposed)
                if !isReleased { subject.sendCompleted() }
                withExtendedLifetime((subject, subscription)) {}
            }
            #expect(disposable.isDisposed)
            withExtendedLifetime(kept) {}
        }
    }

    @Test func releasingASubjectReleasesItsSubscribers() {
        final class Owned {}
        weak var kept: Owned?
        var subject: RACSubject<Int>? = RACSubject()
        do {
            let owned = Owned()
            kept = owned
            _ = scheduled { subject?.map { $0 }.filter { _ in true }.subscribeNext { _ in _ = owned } }
        }
        #expect(kept != nil)
        subject = nil
        #expect(kept == nil)
    }

    @Test func aBehaviorSubjectFirstSendsTheLatestValue() {
        let log = RACLog()
        _ = scheduled {
            let subject = RACBehaviorSubject(defaultValue: 0)
            _ = log.subscribe(to: subject, as: "a")
            subject.sendNext(1)
            let second = log.subscribe(to: subject, as: "b")
            second?.dispose()
            subject.sendNext(2)
            subject.sendCompleted()
        }
        #expect(log.events == ["a0", "a1", "b1", "a2", "acompleted"])
    }

    @Test func aReplaySubjectSendsWhatItHasSent() {
        let log = RACLog()
        _ = scheduled {
            let subject = RACReplaySubject<Int>()
            subject.sendNext(1)
            subject.sendNext(2)
            _ = log.subscribe(to: subject, as: "a")
            subject.sendNext(3)
            subject.sendCompleted()
            _ = log.subscribe(to: subject, as: "b")
        }
        #expect(log.events == ["a1", "a2", "a3", "acompleted", "b1", "b2", "b3", "bcompleted"])
    }

    @Test func aReplaySubjectKeepsAsManyAsItsCapacity() {
        let log = RACLog()
        _ = scheduled {
            let subject = RACReplaySubject<Int>(capacity: 2)
            for value in 1...4 { subject.sendNext(value) }
            subject.sendError(RACFailure())
            _ = log.subscribe(to: subject)
        }
        #expect(log.events == ["3", "4", "error failure"])
    }

    @Test func aReplayEndsWhenItIsDisposed() {
        let log = RACLog()
        let test = RACTestScheduler()
        let subject = RACReplaySubject<Int>()
        for value in 1...3 { subject.sendNext(value) }
        test.schedule { _ = log.subscribe(to: subject.take(2)) }
        test.stepAll()
        #expect(log.events == ["1", "2", "completed"])
    }

    @Test func theChainShowsEachSubscribersPassthrough() {
        let calls = racChain {
            let subject = RACSubject<Int>()
            subject.subscribeNext { _ in }
            subject.subscribeNext { _ in }
            subject.sendNext(1)
            subject.sendCompleted()
        }
        let end = """
              forwardOn RACPassthroughSubscriber completed
                on RACSubscriber completed
                  dispose RACCompoundDisposable
                    dispose RACDisposable
                    dispose RACCompoundDisposable
                      dispose RACDisposable
                      dispose RACDisposable

            """
        #expect(
            calls
                == rows(
                    """
                    create RACSubject
                    subscribe RACSubject
                      subscribe RACSubject
                    subscribe RACSubject
                      subscribe RACSubject
                    on RACSubject next(1)
                      forwardOn RACPassthroughSubscriber next(1)
                        on RACSubscriber next(1)
                          handler nextBlock
                      forwardOn RACPassthroughSubscriber next(1)
                        on RACSubscriber next(1)
                          handler nextBlock
                    on RACSubject completed
                      dispose RACCompoundDisposable

                    """) + rows(end + end))
    }
}
