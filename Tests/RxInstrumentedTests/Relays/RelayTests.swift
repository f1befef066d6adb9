import RxInstrumented
import RxRelay
import RxTraceKit
import Testing

@Suite(.everyRecorderState, .timeLimit(.generous)) struct RelayTests {
    @Test func aPublishRelayPassesOnWhatComesFromNowOn() {
        let relay = PublishRelay<Int>()
        var elements: [Int] = []
        relay.accept(1)
        let subscription = relay.subscribe(onNext: { elements.append($0) })
        relay.accept(2)
        subscription.dispose()
        relay.accept(3)
        #expect(elements == [2])
    }

    @Test func aBehaviorRelayHasAValue() {
        let relay = BehaviorRelay(value: 1)
        var elements: [Int] = []
        relay.accept(relay.value + 1)
        let subscription = relay.asObservable().subscribe(onNext: { elements.append($0) })
        relay.accept(3)
        #expect(elements == [2, 3])
        #expect(relay.value == 3)
        subscription.dispose()
    }

    @Test func aReplayRelaySendsTheLastOnesFirst() {
        let two = ReplayRelay<Int>.create(bufferSize: 2)
        let all = ReplayRelay<Int>.createUnbound()
        for number in 1...3 {
            two.accept(number)
            all.accept(number)
        }
        var elements: [[Int]] = [[], []]
        let subscriptions = [
            two.subscribe(onNext: { elements[0].append($0) }),
            all.asObservable().subscribe(onNext: { elements[1].append($0) }),
        ]
        two.accept(4)
        #expect(elements == [[2, 3, 4], [1, 2, 3]])
        for subscription in subscriptions { subscription.dispose() }
    }

    @Test func relaysAreInfallible() {
        let publish = PublishRelay<Int>()
        let behavior = BehaviorRelay(value: 1)
        let replay = ReplayRelay<Int>.create(bufferSize: 1)
        var elements: [Int] = []
        let bag = DisposeBag()
        for infallible in [publish.asInfallible(), behavior.asInfallible(), replay.asInfallible()] {
            infallible.subscribe(onNext: { elements.append($0) }).disposed(by: bag)
        }
        publish.accept(2)
        replay.accept(3)
        #expect(elements == [1, 2, 3])
    }

    @Test func whatARelayIsHandedInsideItsHandlerComesAfter() {
        let relay = PublishRelay<Int>()
        var elements: [String] = []
        let subscriptions = [
            relay.subscribe(onNext: { number in
                elements.append("first \(number)")
                if number < 3 { relay.accept(number + 1) }
            }), relay.subscribe(onNext: { elements.append("second \($0)") }),
        ]
        relay.accept(1)
        #expect(elements.filter { $0.hasPrefix("first") } == ["first 1", "first 2", "first 3"])
        #expect(elements.filter { $0.hasPrefix("second") }.count == 3)
        for subscription in subscriptions { subscription.dispose() }
    }

    @Test func aRelayLetsGoOfItsObserversAndElements() {
        final class Held {}
        var relay: BehaviorRelay<Held>? = BehaviorRelay(value: Held())
        weak let first = relay?.value
        #expect(first != nil)
        relay?.accept(Held())
        #expect(first == nil)
        weak let second = relay?.value
        weak var captured: Held?
        do {
            let object = Held()
            captured = object
            _ = relay?.subscribe(onNext: { _ in withExtendedLifetime(object) {} })
        }
        #expect(captured != nil)
        relay = nil
        #expect(second == nil)
        #expect(captured == nil)
    }

    @Test func bindHandsElementsToRelays() {
        let source = PublishSubject<Int>()
        let publish = PublishRelay<Int>()
        let behavior = BehaviorRelay(value: 0)
        let replay = ReplayRelay<Int>.createUnbound()
        var published: [Int] = []
        let bag = DisposeBag()
        publish.subscribe(onNext: { published.append($0) }).disposed(by: bag)
        let binding = source.bind(to: publish, publish)
        source.bind(to: behavior).disposed(by: bag)
        source.bind(to: replay).disposed(by: bag)
        source.onNext(1)
        binding.dispose()
        source.onNext(2)
        source.onCompleted()
        var replayed: [Int] = []
        replay.subscribe(onNext: { replayed.append($0) }).disposed(by: bag)
        #expect(published == [1, 1])
        #expect(behavior.value == 2)
        #expect(replayed == [1, 2])
        #expect(!source.hasObservers)
    }

    @Test func bindHandsElementsToRelaysOfOptionals() {
        let publish = PublishRelay<Int?>()
        let behavior = BehaviorRelay<Int?>(value: nil)
        let replay = ReplayRelay<Int?>.createUnbound()
        var elements: [Int?] = []
        let bag = DisposeBag()
        publish.subscribe(onNext: { elements.append($0) }).disposed(by: bag)
        Observable.just(1).bind(to: publish).disposed(by: bag)
        Observable.just(2).bind(to: behavior).disposed(by: bag)
        Infallible.just(3).bind(to: replay).disposed(by: bag)
        replay.subscribe(onNext: { elements.append($0) }).disposed(by: bag)
        #expect(elements == [1, 3])
        #expect(behavior.value == 2)
    }

    @Test func bindOfAnInfallible() {
        let publish = PublishRelay<Int>()
        let behavior = BehaviorRelay(value: 0)
        let subject = PublishSubject<Int?>()
        var elements: [Int?] = []
        let bag = DisposeBag()
        publish.subscribe(onNext: { elements.append($0) }).disposed(by: bag)
        subject.subscribe(onNext: { elements.append($0) }).disposed(by: bag)
        Infallible.just(1).bind(to: publish).disposed(by: bag)
        Infallible.just(2).bind(to: behavior).disposed(by: bag)
        Infallible.just(3).bind(to: subject).disposed(by: bag)
        Infallible.just(4).bind(onNext: { elements.append($0) }).disposed(by: bag)
        Infallible.just(5).bind(with: publish, onNext: { _, element in elements.append(element) }).disposed(by: bag)
        #expect(elements == [1, 3, 4, 5])
        #expect(behavior.value == 2)
    }

    @Test func bindHandsEventsToObservers() {
        let subject = PublishSubject<Int>()
        let optional = PublishSubject<Int?>()
        var events: [String] = []
        let bag = DisposeBag()
        subject.subscribe { events.append($0.debugDescription) }.disposed(by: bag)
        optional.subscribe(onNext: { events.append("\($0 ?? 0)") }).disposed(by: bag)
        Observable.just(1).bind(to: optional).disposed(by: bag)
        Observable.of(1, 2).bind(to: subject).disposed(by: bag)
        #expect(events == ["1", "next(1)", "next(2)", "completed"])
    }

    @Test func bindHandsElementsToClosures() {
        final class Object { var elements: [Int] = [] }
        var object: Object? = Object()
        weak let released = object
        let source = PublishSubject<Int>()
        var elements: [Int] = []
        let bag = DisposeBag()
        source.bind(onNext: { elements.append($0) }).disposed(by: bag)
        source.bind(with: object ?? Object(), onNext: { $0.elements.append($1) }).disposed(by: bag)
        source.onNext(1)
        #expect(object?.elements == [1])
        object = nil
        #expect(released == nil)
        source.onNext(2)
        #expect(elements == [1, 2])
        #expect(Observable.of(1, 2).bind(to: { source in source }).toArrayNow == [1, 2])
        #expect(Observable.of(1, 2).bind(to: { source in { $0 + source.toArrayNow.count } }, curriedArgument: 1) == 3)
    }

    @Test func threadsLoseNothing() {
        let relay = PublishRelay<Int>()
        let behavior = BehaviorRelay(value: 0)
        let elements = Collected<Int>()
        let binding = relay.bind(to: behavior)
        let subscription = relay.subscribe(onNext: { elements.add($0) })
        onThreads(4) { thread in
            for number in 0..<250 { relay.accept(thread * 250 + number) }
        }
        #expect(elements.values.sorted() == Array(0..<1000))
        binding.dispose()
        subscription.dispose()
    }
}

extension Observable {
    /// The elements of a sequence that sends them at once.
    fileprivate var toArrayNow: [Element] {
        var elements: [Element] = []
        _ = subscribe(onNext: { elements.append($0) })
        return elements
    }
}
