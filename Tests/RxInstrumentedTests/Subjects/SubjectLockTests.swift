import RxInstrumented
import Testing

/// Observers are sent what a subject kept, and elements are released, outside of its lock.
@Suite(.everyRecorderState, .timeLimit(.generous)) struct SubjectLockTests {
    @Test func whileABehaviorSubjectSendsItsValue() throws {
        let subject = BehaviorSubject(value: 1)
        let early = Collected<Int>()
        let first = subject.subscribe(onNext: { early.add($0) })
        let late = Collected<Int>()
        let second = subject.subscribe(onNext: { number in
            late.add(number)
            guard number == 1 else { return }
            let isDone = isDoneElsewhere {
                subject.onNext(2)
                subject.subscribe().dispose()
                subject.onNext(3)
            }
            #expect(isDone)
            // The others have them already; this observer does once it is through with the value.
            #expect(early.values == [1, 2, 3])
            #expect(late.values == [1])
        })
        #expect(late.values == [1, 2, 3])
        subject.onNext(4)
        #expect(late.values == [1, 2, 3, 4])
        #expect(try subject.value() == 4)
        first.dispose()
        second.dispose()
        #expect(!subject.hasObservers)
    }

    @Test func aBehaviorSubjectThatEndsMeanwhile() {
        let subject = BehaviorSubject(value: 1)
        var events: [String] = []
        let subscription = subject.subscribe { event in
            events.append("\(event)")
            if case .next(1) = event { #expect(isDoneElsewhere { subject.onError(TestError()) }) }
        }
        #expect(events == ["next(1)", "error(TestError(test))"])
        subscription.dispose()
    }

    @Test func elementsOfAnotherThreadComeInOrder() {
        for _ in 0..<100 {
            let subject = BehaviorSubject(value: 0)
            let received = Collected<Int>()
            onThreads(2) { thread in
                if thread == 0 {
                    for number in 1...100 { subject.onNext(number) }
                } else {
                    _ = subject.subscribe(onNext: { received.add($0) })
                }
            }
            let numbers = received.values
            #expect(numbers == Array((numbers.first ?? 101)...100))
        }
    }

    @Test func whileAnEndedAsyncSubjectSends() {
        let subject = AsyncSubject<Int>()
        subject.onNext(1)
        subject.onCompleted()
        var events: [String] = []
        let subscription = subject.subscribe { event in
            events.append("\(event)")
            #expect(isDoneElsewhere { subject.subscribe().dispose() })
        }
        #expect(events == ["next(1)", "completed"])
        subscription.dispose()
    }

    /// Runs a closure when it is released.
    final class Element: @unchecked Sendable {
        private let released: () -> Void

        init(_ released: @escaping () -> Void = {}) { self.released = released }

        deinit { released() }
    }

    /// The subjects that keep elements, and the shared observable that does.
    enum Keeper: CaseIterable { case behavior, async, replay, replayAll, share }

    @Test(arguments: Keeper.allCases) func elementsAreReleasedOutsideOfTheLock(keeper: Keeper) {
        let released = Collected<Bool>()
        var subscribe: () -> Void = {}
        let element = { Element { [subscribe] in released.add(isDoneElsewhere(subscribe)) } }
        switch keeper {
        case .behavior:
            let subject = BehaviorSubject(value: Element())
            subscribe = { subject.subscribe().dispose() }
            subject.onNext(element())
            subject.onNext(Element())
        case .async:
            let subject = AsyncSubject<Element>()
            subscribe = { subject.subscribe().dispose() }
            subject.onNext(element())
            subject.onNext(Element())
        case .replay:
            let subject = ReplaySubject<Element>.create(bufferSize: 1)
            subscribe = { subject.subscribe().dispose() }
            subject.onNext(element())
            subject.onNext(Element())
        case .replayAll:
            let subject = ReplaySubject<Element>.createUnbounded()
            subscribe = { _ = subject.subscribe(onError: { _ in }) }
            subject.onNext(element())
            subject.dispose()
        case .share:
            let source = PublishSubject<Element>()
            let shared = source.share(replay: 1)
            let subscription = shared.subscribe()
            subscribe = { shared.subscribe().dispose() }
            source.onNext(element())
            source.onNext(Element())
            subscription.dispose()
        }
        #expect(released.values == [true])
    }
}
