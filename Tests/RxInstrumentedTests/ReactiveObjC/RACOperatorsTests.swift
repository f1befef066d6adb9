import ReactiveObjC
import RxInstrumented
import Testing

/// Each operator's events for: values, no value, an error, and no end.
@Suite struct RACOperatorsTests {
    private let never = RACSignal<Int>.never()

    @Test func map() {
        #expect(events { sending(1, 2).map { $0 * 10 } } == ["10", "20", "completed"])
        #expect(events { RACSignal<Int>.empty().map { $0 } } == ["completed"])
        #expect(events { failing(after: 1).map { $0 + 1 } } == ["2", "error failure"])
        #expect(events { never.map { $0 } } == [])
    }

    @Test func filter() {
        #expect(events { sending(1, 2, 3).filter { $0 != 2 } } == ["1", "3", "completed"])
        #expect(events { failing(after: 1).filter { _ in false } } == ["error failure"])
        #expect(events { sending(1, 2).ignoreValues() } == ["completed"])
    }

    @Test func flattenMap() {
        #expect(
            events { sending(1, 2).flattenMap { sending($0, $0 * 10) } } == ["1", "10", "2", "20", "completed"])
        #expect(events { sending(1, 2).flattenMap { $0 == 1 ? nil : sending($0) } } == ["2", "completed"])
        #expect(events { sending(1, 2).flattenMap { failing(after: $0) } } == ["1", "error failure"])
        #expect(events { sending(sending(1), sending(2)).flatten() } == ["1", "2", "completed"])
    }

    @Test func flattenMapCompletesWithTheLastOfItsSignals() {
        let log = RACLog()
        let (source, inner) = (RACSubject<Int>(), RACSubject<Int>())
        _ = scheduled {
            _ = log.subscribe(to: source.flattenMap { _ in inner })
            source.sendNext(1)
            source.sendCompleted()
            inner.sendNext(2)
            inner.sendCompleted()
        }
        #expect(log.events == ["2", "completed"])
    }

    @Test func bindStopsWhereItsBlockSaysSo() {
        func bound(_ last: RACSignal<Int>?) -> [String] {
            events {
                sending(1, 2, 3).bind {
                    { value, stop in
                        if value == 2 { stop = true }
                        return value == 2 ? last : .return(value)
                    }
                }
            }
        }
        #expect(bound(.return(20)) == ["1", "20", "completed"])
        #expect(bound(nil) == ["1", "completed"])
    }

    @Test func takeAndSkip() {
        #expect(events { sending(1, 2, 3).take(2) } == ["1", "2", "completed"])
        #expect(events { sending(1).take(2) } == ["1", "completed"])
        #expect(events { sending(1).take(0) } == ["completed"])
        #expect(events { sending(1, 2, 3).skip(2) } == ["3", "completed"])
        #expect(events { failing(after: 1).skip(1) } == ["error failure"])
    }

    @Test func takeUntil() {
        let log = RACLog()
        let (source, trigger) = (RACSubject<Int>(), RACSubject<Void>())
        _ = scheduled {
            _ = log.subscribe(to: source.take(until: trigger))
            source.sendNext(1)
            trigger.sendNext(())
            source.sendNext(2)
        }
        #expect(log.events == ["1", "completed"])
        #expect(events { sending(1).take(until: RACSignal<Int>.empty()) } == ["completed"])
        #expect(events { sending(1).take(until: never) } == ["1", "completed"])
        #expect(events { sending(1).take(until: RACSignal<Int>.error(RACFailure())) } == ["1", "completed"])
        #expect(events { failing(after: 1).take(until: never) } == ["1", "error failure"])
    }

    @Test func switchToLatest() {
        let log = RACLog()
        let (outer, first, second) = (RACSubject<RACSignal<Int>>(), RACSubject<Int>(), RACSubject<Int>())
        _ = scheduled {
            _ = log.subscribe(to: outer.switchToLatest())
            outer.sendNext(first)
            first.sendNext(1)
            outer.sendNext(second)
            first.sendNext(2)
            second.sendNext(3)
            outer.sendCompleted()
            second.sendNext(4)
            second.sendCompleted()
        }
        #expect(log.events == ["1", "3", "4", "completed"])
        #expect(events { sending(failing(after: 1)).switchToLatest() } == ["1", "error failure"])
        #expect(events { RACSignal<RACSignal<Int>>.error(RACFailure()).switchToLatest() } == ["error failure"])
    }

    @Test func zip() {
        #expect(
            events { RACSignal.zip(sending("a", "b", "c"), sending(1, 2)).map { "\($0)\($1)" } }
                == ["a1", "b2", "completed"])
        #expect(events { RACSignal.zip([sending(1, 2), sending(3, 4), sending(5)]) } == ["[1, 3, 5]", "completed"])
        #expect(events { RACSignal<[Int]>.zip([RACSignal<Int>]()) } == ["completed"])
        #expect(events { sending(1).zipWith(failing(after: 2)).map { $0 + $1 } } == ["3", "completed"])
        #expect(events { RACSignal<Int>.never().zipWith(failing(after: 2)).map { $0 + $1 } } == ["error failure"])
    }

    @Test func combineLatest() {
        let log = RACLog()
        let (left, right) = (RACSubject<Int>(), RACSubject<Int>())
        _ = scheduled {
            _ = log.subscribe(to: left.combineLatestWith(right).map { "\($0),\($1)" })
            left.sendNext(1)
            right.sendNext(2)
            left.sendNext(3)
            left.sendCompleted()
            right.sendNext(4)
            right.sendCompleted()
        }
        #expect(log.events == ["1,2", "3,2", "3,4", "completed"])
        #expect(events { RACSignal.combineLatest([sending(true), sending(false)]).and() } == ["false", "completed"])
        #expect(events { RACSignal.combineLatest([sending(true), sending(false)]).or() } == ["true", "completed"])
        #expect(events { sending(true, false).not() } == ["false", "true", "completed"])
    }

    @Test func mergeAndConcat() {
        #expect(events { sending(1).merge(sending(2)) } == ["1", "2", "completed"])
        #expect(
            events { RACSignal.merge([sending(1), failing(after: 2), sending(3)]) } == ["1", "2", "error failure"])
        #expect(events { RACSignal<Int>.merge([]) } == ["completed"])
        #expect(events { sending(1).concat(sending(2)) } == ["1", "2", "completed"])
        #expect(events { failing(after: 1).concat(sending(2)) } == ["1", "error failure"])
        #expect(events { sending(1).startWith(0) } == ["0", "1", "completed"])
        #expect(events { sending(1).then { sending("next") } } == ["next", "completed"])
        #expect(events { failing(after: 1).then { sending("next") } } == ["error failure"])
    }

    @Test func concatSubscribesToTheSecondOnlyWhenTheFirstHasCompleted() {
        var runs = 0
        let first = RACSubject<Int>()
        let second = RACSignal<Int>.defer {
            runs += 1
            return sending(2)
        }
        let log = RACLog()
        _ = scheduled {
            _ = log.subscribe(to: first.concat(second))
            first.sendNext(1)
            #expect(runs == 0)
            first.sendCompleted()
        }
        #expect(runs == 1)
        #expect(log.events == ["1", "2", "completed"])
    }

    @Test func ifThenElse() {
        let log = RACLog()
        let condition = RACSubject<Bool>()
        _ = scheduled {
            _ = log.subscribe(to: RACSignal.if(condition, then: .return("yes"), else: .return("no")))
            condition.sendNext(true)
            condition.sendNext(false)
            condition.sendCompleted()
        }
        #expect(log.events == ["yes", "no", "completed"])
    }

    @Test func doBlocksRunBeforeWhatTheyAreAboutIsSent() {
        let log = RACLog()
        _ = scheduled {
            let signal = failing(after: 1).doNext { log.add("doNext \($0)") }.doError { log.add("doError \($0)") }
                .doCompleted { log.add("never") }
            _ = log.subscribe(to: signal)
            _ = log.subscribe(to: RACSignal<Int>.empty().doCompleted { log.add("doCompleted") })
        }
        #expect(log.events == ["doNext 1", "1", "doError failure", "error failure", "doCompleted", "completed"])
    }

    @Test func catching() {
        #expect(events { failing(after: 1).catch { _ in sending(2) } } == ["1", "2", "completed"])
        #expect(events { failing(after: 1).catchTo(.empty()) } == ["1", "completed"])
        #expect(events { sending(1).catchTo(sending(2)) } == ["1", "completed"])
    }

    @Test func scanAndDistinct() {
        #expect(events { sending(1, 2, 3).scanWithStart(0) { $0 + $1 } } == ["1", "3", "6", "completed"])
        #expect(events { sending(1, 1, 2, 1).distinctUntilChanged() } == ["1", "2", "1", "completed"])
    }

    @Test func throttleSendsWhatIsFollowedByNothing() {
        let log = RACLog()
        let scheduler = RACTestScheduler()
        let source = RACSubject<Int>()
        scheduler.schedule {
            _ = log.subscribe(to: source.throttle(0.3))
            source.sendNext(1)
            source.sendNext(2)
        }
        scheduler.step()
        #expect(log.events == [])
        scheduler.stepAll()
        #expect(log.events == ["2"])
        scheduler.schedule {
            source.sendNext(3)
            source.sendCompleted()
        }
        scheduler.stepAll()
        #expect(log.events == ["2", "3", "completed"])
    }

    @Test func throttleDropsWhatItHoldsOnAnError() {
        let log = RACLog()
        let scheduler = RACTestScheduler()
        let source = RACSubject<Int>()
        scheduler.schedule {
            _ = log.subscribe(to: source.throttle(0.3))
            source.sendNext(1)
            source.sendError(RACFailure())
        }
        scheduler.stepAll()
        #expect(log.events == ["error failure"])
    }

    @Test func deliverOnSendsByTheScheduler() {
        let log = RACLog()
        let scheduler = RACTestScheduler()
        _ = scheduled { log.subscribe(to: failing(after: 1).deliverOn(scheduler)) }
        #expect(log.events == [])
        scheduler.step()
        #expect(log.events == ["1"])
        scheduler.step()
        #expect(log.events == ["1", "error failure"])
    }

    @Test func subscribeOnDoesTheWorkByTheScheduler() {
        let log = RACLog()
        let scheduler = RACTestScheduler()
        let signal = RACSignal<Bool>.createSignal { subscriber in
            subscriber.sendNext(RACScheduler.currentScheduler === scheduler)
            subscriber.sendCompleted()
            return nil
        }
        _ = scheduled { log.subscribe(to: signal.subscribeOn(scheduler)) }
        #expect(log.events == [])
        scheduler.stepAll()
        #expect(log.events == ["true", "completed"])
    }

    @Test func subscribeOnThatIsDisposedBeforeDoesNotBegin() {
        var runs = 0
        let scheduler = RACTestScheduler()
        let subscription = scheduled {
            RACSignal<Int>.createSignal { _ in
                runs += 1
                return nil
            }.subscribeOn(scheduler).subscribeNext { _ in }
        }
        subscription??.dispose()
        scheduler.stepAll()
        #expect(runs == 0)
    }

    @Test func firstWaitsForTheFirstValue() {
        #expect(sending(1, 2).first() == 1)
        #expect(RACSignal<Int>.empty().first() == nil)
        #expect(RACSignal<Int>.error(RACFailure()).first() == nil)
    }

    /// Each operator, to be disposed while its source goes on.
    static let operators: [(name: String, apply: (RACSignal<Int>) -> RACSignal<Int>)] = [
        ("map", { $0.map { $0 } }), ("filter", { $0.filter { _ in true } }),
        ("flattenMap", { $0.flattenMap { .return($0) } }),
        ("take", { $0.take(5) }), ("skip", { $0.skip(0) }), ("take(until:)", { $0.take(until: RACSubject<Int>()) }),
        ("concat", { $0.concat(.never()) }), ("merge", { $0.merge(.never()) }), ("startWith", { $0.startWith(0) }),
        ("zipWith", { $0.zipWith($0).map { $0 + $1 } }),
        ("combineLatest", { $0.combineLatestWith($0).map { $0 + $1 } }),
        ("switchToLatest", { source in sending(source).switchToLatest() }), ("doNext", { $0.doNext { _ in } }),
        ("throttle", { $0.throttle(0) }), ("deliverOn", { $0.deliverOn(.immediateScheduler) }),
        ("subscribeOn", { $0.subscribeOn(.immediateScheduler) }), ("catch", { $0.catchTo(.empty()) }),
        ("scan", { $0.scanWithStart(0) { $1 } }), ("distinctUntilChanged", { $0.distinctUntilChanged() }),
        ("autoconnect", { $0.publish().autoconnect() }),
    ]

    @Test(arguments: operators.indices)
    func disposingEndsTheSourcesSubscriptions(index: Int) {
        let apply = Self.operators[index].apply
        var begun = 0
        var ended = 0
        var kept: [any RACSubscriberProtocol<Int>] = []
        let source = RACSignal<Int>.createSignal { subscriber in
            begun += 1
            kept.append(subscriber)
            return RACDisposable { ended += 1 }
        }
        let subscription = scheduled { apply(source).subscribeNext { _ in } }
        #expect(begun > 0)
        #expect(ended == 0)
        subscription??.dispose()
        #expect(ended == begun, "\(Self.operators[index].name)")
        withExtendedLifetime(kept) {}
    }
}
