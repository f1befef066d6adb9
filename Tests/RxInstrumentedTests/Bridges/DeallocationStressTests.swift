import Foundation
import RxTraceTestSupport
import Synchronization
import Testing

@testable import RxInstrumented

/// Threads that make, watch, send to, leave and release shared objects at random.
///
/// `RXTRACE_LONG=1` runs it for a minute, with a seed it prints; `RXTRACE_STRESS_SEED` repeats one. Made for
/// `--sanitize=thread` and `--sanitize=address`.
@Suite(.timeLimit(.generous)) struct DeallocationStressTests {
    static let threads = 8
    static let slots = 64

    /// The history of one object. Outlives it.
    final class Life: Sendable {
        let deinits = Atomic<Int>(0)
        let watchers = Watchers()
    }

    /// The events that each watcher of an object was told.
    final class Watchers: @unchecked Sendable {
        private let lock = NSLock()
        private var all: [Watcher] = []

        func add(_ watcher: Watcher) { lock.withLock { all.append(watcher) } }
        var watchers: [Watcher] { lock.withLock { all } }
    }

    final class Watcher: Sendable {
        let isDeallocated: Bool
        let elements = Atomic<Int>(0)
        let completions = Atomic<Int>(0)
        /// Elements that came on the wrong side of the object's deinit.
        let misplaced = Atomic<Int>(0)
        let hasLeft = Atomic<Bool>(false)

        init(isDeallocated: Bool) { self.isDeallocated = isDeallocated }
    }

    class Watched: ReactiveCompatible, @unchecked Sendable {
        static let living = Atomic<Int>(0)

        let life: Life
        let subject = PublishSubject<Int>()

        init(_ life: Life) {
            self.life = life
            Self.living.add(1, ordering: .relaxed)
        }

        deinit {
            life.deinits.add(1, ordering: .sequentiallyConsistent)
            Self.living.subtract(1, ordering: .relaxed)
        }
    }

    final class WatchedSubclass: Watched, @unchecked Sendable {}
    final class WatchedGeneric<Value>: Watched, @unchecked Sendable {}

    /// The objects all threads know.
    final class Slots: @unchecked Sendable {
        private let lock = NSLock()
        private var objects = [Watched?](repeating: nil, count: DeallocationStressTests.slots)

        func object(at index: Int) -> Watched? { lock.withLock { objects[index] } }
        func exchange(_ index: Int, _ object: Watched?) -> Watched? {
            lock.withLock {
                let former = objects[index]
                objects[index] = object
                return former
            }
        }
    }

    /// One thread's random actions.
    struct Actor {
        var generator: SeededGenerator
        let slots: Slots
        let lives: Collected<Life>
        var subscriptions: [(Watcher?, any Disposable)] = []

        mutating func act() {
            let slot = Int.random(in: 0..<DeallocationStressTests.slots, using: &generator)
            switch Int.random(in: 0...9, using: &generator) {
            case 0...1:
                let life = Life()
                lives.add(life)
                _ = slots.exchange(slot, make(life))
            case 2:
                _ = slots.exchange(slot, nil)
            case 3...5:
                if let object = slots.object(at: slot) { watch(object) }
            case 6:
                if let object = slots.object(at: slot) {
                    subscriptions.append((nil, object.subject.subscribe(onNext: { _ in })))
                }
            case 7:
                slots.object(at: slot)?.subject.onNext(slot)
            default:
                leave()
            }
        }

        private mutating func make(_ life: Life) -> Watched {
            switch Int.random(in: 0...3, using: &generator) {
            case 0: Watched(life)
            case 1: WatchedSubclass(life)
            case 2: WatchedGeneric<Int>(life)
            default: WatchedGeneric<String>(life)
            }
        }

        private mutating func watch(_ object: Watched) {
            let isDeallocated = Bool.random(using: &generator)
            let watcher = Watcher(isDeallocated: isDeallocated)
            let life = object.life
            life.watchers.add(watcher)
            let sequence = isDeallocated ? object.rx.deallocated : object.rx.deallocating
            let subscription = sequence.subscribe(
                onNext: {
                    watcher.elements.add(1, ordering: .relaxed)
                    let deinits = life.deinits.load(ordering: .sequentiallyConsistent)
                    if deinits != (isDeallocated ? 1 : 0) { watcher.misplaced.add(1, ordering: .relaxed) }
                }, onCompleted: { watcher.completions.add(1, ordering: .relaxed) })
            if Bool.random(using: &generator) { subscriptions.append((watcher, subscription)) }
        }

        private mutating func leave() {
            guard !subscriptions.isEmpty else { return }
            let index = Int.random(in: 0..<subscriptions.count, using: &generator)
            let (watcher, subscription) = subscriptions.remove(at: index)
            watcher?.hasLeft.store(true, ordering: .relaxed)
            subscription.dispose()
        }
    }

    /// Runs all threads for `rounds` actions each, releases everything, and checks what everybody was told.
    private func run(seed: UInt64, rounds: Int) {
        let slots = Slots()
        let lives = Collected<Life>()
        onThreads(Self.threads) { thread in
            var actor = Actor(generator: SeededGenerator(seed: seed &+ UInt64(thread)), slots: slots, lives: lives)
            for _ in 0..<rounds { actor.act() }
        }
        for slot in 0..<Self.slots { _ = slots.exchange(slot, nil) }

        #expect(Watched.living.load(ordering: .relaxed) == 0, "seed \(seed): objects are still there")
        var problems: [String] = []
        for life in lives.values {
            if life.deinits.load(ordering: .relaxed) != 1 { problems.append("an object had no deinit, or two") }
            for watcher in life.watchers.watchers {
                let told = (watcher.elements.load(ordering: .relaxed), watcher.completions.load(ordering: .relaxed))
                let isRight = told == (1, 1) || (watcher.hasLeft.load(ordering: .relaxed) && told.0 <= 1 && told.1 <= 1)
                if !isRight { problems.append("a watcher was sent \(told.0) elements and \(told.1) completions") }
                if watcher.misplaced.load(ordering: .relaxed) > 0 {
                    problems.append("a watcher was told too early or late")
                }
            }
        }
        #expect(problems.isEmpty, "seed \(seed): \(problems.count), such as \(problems.first ?? "")")
    }

    @Test func eightThreadsAtRandom() {
        for seed in 1...4 as ClosedRange<UInt64> { run(seed: seed * 1000, rounds: TestLength.times(1000, long: 5000)) }
    }

    @Test(.enabled(if: TestLength.isLong)) func eightThreadsForAMinute() {
        let given = ProcessInfo.processInfo.environment["RXTRACE_STRESS_SEED"].flatMap(UInt64.init)
        var seed = given ?? .random(in: 0...UInt64.max / 2)
        print("RXTRACE_STRESS_SEED=\(seed)")
        let end = Date().addingTimeInterval(60)
        var bytes: [Int] = []
        while Date() < end {
            run(seed: seed, rounds: 5000)
            seed += 1000
            bytes.append(residentBytes())
        }
        print("\(bytes.count) runs; resident KiB: \(bytes.map { $0 / 1024 })")
        #expect(WatchedObjects.count == 0)
    }

    private func residentBytes() -> Int {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        return (pages?.dropFirst().first.flatMap { Int($0) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
