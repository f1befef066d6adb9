import Foundation
import RxInstrumented
import Testing

/// The article's statements on `deallocating` and `deallocated`, and others that have to hold.
@Suite(.timeLimit(.generous)) struct DeallocationTests {
    /// Says when its deinit runs.
    class Screen: ReactiveCompatible {
        let log: Collected<String>

        init(_ log: Collected<String>) {
            self.log = log
        }

        deinit { log.add("deinit") }
    }

    final class DetailScreen: Screen {
        deinit { log.add("detail deinit") }
    }

    /// Watches `object`'s end in both ways.
    private func watch(_ object: Screen, _ log: Collected<String>, _ name: String = "") {
        _ = object.rx.deallocating.subscribe(
            onNext: { log.add("\(name)deallocating") }, onCompleted: { log.add("\(name)deallocating completed") })
        _ = object.rx.deallocated.subscribe(
            onNext: { log.add("\(name)deallocated") }, onCompleted: { log.add("\(name)deallocated completed") })
    }

    private static let whole = [
        "deallocating", "deinit", "deallocating completed", "deallocated", "deallocated completed",
    ]

    @Test func deallocatingThenDeinitThenDeallocated() {
        let log = Collected<String>()
        var screen: Screen? = Screen(log)
        screen.map { watch($0, log) }
        #expect(log.values.isEmpty)
        screen = nil
        #expect(log.values == Self.whole)
    }

    @Test func subscribingTheOtherWayRoundChangesNothing() {
        let log = Collected<String>()
        var screen: Screen? = Screen(log)
        _ = screen?.rx.deallocated.subscribe(onNext: { log.add("deallocated") })
        _ = screen?.rx.deallocating.subscribe(onNext: { log.add("deallocating") })
        screen = nil
        #expect(log.values == ["deallocating", "deinit", "deallocated"])
    }

    @Test func anObjectIsNotKeptAlive() {
        let log = Collected<String>()
        var screen: Screen? = Screen(log)
        weak let released = screen
        let (deallocating, deallocated) = (screen?.rx.deallocating, screen?.rx.deallocated)
        screen = nil
        #expect(released == nil)
        #expect(log.values == ["deinit"])
        withExtendedLifetime((deallocating, deallocated)) {}
    }

    @Test func severalSubscribersShareOneSequence() throws {
        let log = Collected<String>()
        var screen: Screen? = Screen(log)
        let sequences = try (0..<3).map { _ in try #require(screen?.rx.deallocated) }
        #expect(sequences.allSatisfy { $0 === sequences[0] })
        for number in 0..<3 { _ = sequences[number].subscribe(onNext: { log.add("deallocated \(number)") }) }
        screen = nil
        #expect(log.values == ["deinit", "deallocated 0", "deallocated 1", "deallocated 2"])
    }

    @Test func whoSubscribesAfterwardsIsToldToo() throws {
        let log = Collected<String>()
        var screen: Screen? = Screen(log)
        let deallocating = try #require(screen?.rx.deallocating)
        let deallocated = try #require(screen?.rx.deallocated)
        screen = nil
        for sequence in [deallocating, deallocated] {
            _ = sequence.subscribe(onNext: { log.add("next") }, onCompleted: { log.add("completed") })
        }
        #expect(log.values == ["deinit", "next", "completed", "next", "completed"])
    }

    @Test func whoHasLeftIsNotTold() {
        let log = Collected<String>()
        var screen: Screen? = Screen(log)
        let first = screen?.rx.deallocated.subscribe(onNext: { log.add("first") })
        first?.dispose()
        _ = screen?.rx.deallocated.subscribe(onNext: { log.add("second") })
        screen = nil
        #expect(log.values == ["deinit", "second"])
    }

    @Test func aSubclassIsToldOnceAroundAllItsDeinits() {
        let log = Collected<String>()
        var detail: Screen? = DetailScreen(log)
        var plain: Screen? = Screen(log)
        detail.map { watch($0, log, "detail ") }
        plain.map { watch($0, log, "plain ") }
        detail = nil
        #expect(
            log.values == [
                "detail deallocating", "detail deinit", "deinit", "detail deallocating completed", "detail deallocated",
                "detail deallocated completed",
            ])
        plain = nil
        #expect(log.values.filter { $0.hasPrefix("plain ") }.count == 4)
    }

    @Test func objectsOfAWatchedClassThatNobodyWatchesAreReleasedAsEver() {
        let log = Collected<String>()
        let watched = Screen(log)
        watch(watched, log)
        do { _ = Screen(log) }
        do { _ = DetailScreen(log) }
        #expect(log.values == ["deinit", "detail deinit", "deinit"])
    }

    @Test func anObjectMayWatchItself() {
        final class Own: Screen {
            override init(_ log: Collected<String>) {
                super.init(log)
                _ = rx.deallocating.subscribe(onNext: { [weak self] in
                    log.add("deallocating, self is \(self == nil ? "nil" : "there")")
                })
                _ = rx.deallocated.subscribe(onNext: { log.add("deallocated") })
            }
        }
        let log = Collected<String>()
        do { _ = Own(log) }
        #expect(log.values == ["deallocating, self is nil", "deinit", "deallocated"])
    }

    @Test func oneMaySubscribeAgainWhileTheEndIsBeingTold() {
        let log = Collected<String>()
        var screen: Screen? = Screen(log)
        let deallocating = screen?.rx.deallocating
        let deallocated = screen?.rx.deallocated
        _ = deallocating?.subscribe(onNext: {
            log.add("deallocating")
            _ = deallocating?.subscribe(onNext: { log.add("again") }, onCompleted: { log.add("completed") })
            _ = deallocated?.subscribe(onNext: { log.add("deallocated") })
        })
        screen = nil
        #expect(log.values == ["deallocating", "again", "deinit", "completed", "deallocated"])
    }

    @Test func aWatchedObjectMayWatchItsOwnEndInItsDeinit() {
        final class Late: Screen {
            deinit {
                let log = log
                _ = rx.deallocating.subscribe(onNext: { log.add("deallocating") })
                _ = rx.deallocated.subscribe(onNext: { log.add("deallocated") })
            }
        }
        let log = Collected<String>()
        var late: Late? = Late(log)
        _ = late?.rx.deallocated
        late = nil
        #expect(log.values == ["deallocating", "deinit", "deallocated"])
    }

    @Test func anObjectNobodyWatchedIsTooLateInItsDeinit() {
        final class TooLate: Screen {
            deinit {
                let log = log
                _ = rx.deallocated.subscribe(onError: { log.add("\($0)") })
            }
        }
        let log = Collected<String>()
        do { _ = TooLate(log) }
        #expect(
            log.values == [
                "this TooLate is being destroyed and was not watched before: subscribe before its last reference goes",
                "deinit",
            ])
    }

    @Test func theEndIsToldOnTheThreadThatLetsGo() {
        nonisolated(unsafe) var thread: Thread?
        nonisolated(unsafe) var isOnIt: [Bool] = []
        nonisolated(unsafe) var screen: Screen? = Screen(Collected())
        _ = screen?.rx.deallocating.subscribe(onNext: { isOnIt.append(Thread.current === thread) })
        _ = screen?.rx.deallocated.subscribe(onNext: { isOnIt.append(Thread.current === thread) })
        let gate = Gate()
        let releasing = Thread {
            screen = nil
            gate.open()
        }
        thread = releasing
        releasing.start()
        gate.wait()
        #expect(isOnIt == [true, true])
    }

    @Test func anAddressThatIsUsedAgainIsAnotherObject() {
        let log = Collected<String>()
        var told = 0
        for round in 0..<10_000 {
            let screen = Screen(log)
            if round.isMultiple(of: 3) { _ = screen.rx.deallocated.subscribe(onNext: { told += 1 }) }
        }
        #expect(log.values.count == 10_000)
        #expect(told == 3334)
    }

    @Test func anObjectThatWatchesAnotherMayReleaseIt() {
        let log = Collected<String>()
        var second: Screen? = Screen(log)
        var first: Screen? = Screen(log)
        second.map { watch($0, log, "second ") }
        _ = first?.rx.deallocating.subscribe(onNext: {
            log.add("first deallocating")
            second = nil
        })
        _ = first?.rx.deallocated.subscribe(onNext: { log.add("first deallocated") })
        first = nil
        #expect(
            log.values == [
                "first deallocating", "second deallocating", "deinit", "second deallocating completed",
                "second deallocated", "second deallocated completed", "deinit", "first deallocated",
            ])
    }
}
