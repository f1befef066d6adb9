import Foundation
import RxInstrumented
import RxRelay
import RxTraceKit
import RxTraceTestSupport
import Synchronization
import Testing

/// Eight threads send at once: each element reaches each observer, once.
///
/// `RXTRACE_LONG=1` sends 1.6 million elements through each, which is what the thread sanitizer is to be run with;
/// `RXTRACE_ELEMENTS` is another number of elements a thread.
@Suite(.timeLimit(.generous)) struct EveryElementTests {
    private static let threads = 8
    private static let elementsPerThread =
        ProcessInfo.processInfo.environment["RXTRACE_ELEMENTS"].flatMap { Int($0) }
        ?? TestLength.times(150, long: 200_000)

    /// How often each element came. Without a lock, which would put the threads in an order that the sanitizer then takes
    /// for granted.
    final class Arrivals: @unchecked Sendable {
        private let counts: UnsafeMutablePointer<Atomic<UInt8>>
        private let capacity = threads * elementsPerThread
        private let isDelivering = Atomic(false)
        private let meetings = Atomic(0)

        init() {
            counts = .allocate(capacity: capacity)
            for index in 0..<capacity { (counts + index).initialize(to: Atomic(0)) }
        }

        deinit {
            counts.deallocate()
        }

        func note(_ element: Int) {
            counts[element].wrappingAdd(1, ordering: .relaxed)
        }

        /// Notes an element of those that are to come one by one.
        func noteAlone(_ element: Int) {
            if isDelivering.exchange(true, ordering: .relaxed) { meetings.wrappingAdd(1, ordering: .relaxed) }
            note(element)
            isDelivering.store(false, ordering: .relaxed)
        }

        var met: Int { meetings.load(ordering: .relaxed) }
        var lost: Int { (0..<capacity).count { counts[$0].load(ordering: .relaxed) == 0 } }
        var doubled: Int { (0..<capacity).count { counts[$0].load(ordering: .relaxed) > 1 } }
    }

    /// A way from eight senders to observers.
    struct Path: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Subscribes, and returns what each thread sends with, and what waits for the last element and unsubscribes.
        let open: @Sendable (_ arrivals: [Arrivals]) -> (send: [(Int) -> Void], close: () -> Void)

        init(
            _ name: String,
            _ open: @escaping @Sendable ([Arrivals]) -> (send: [(Int) -> Void], close: () -> Void)
        ) {
            testDescription = name
            self.open = open
        }

        /// From one source, to which all threads send, to an observer for each of `arrivals`.
        static func shared(
            _ name: String, alone: Bool = false,
            _ make: @escaping @Sendable () -> (send: (Int) -> Void, elements: Observable<Int>)
        ) -> Path {
            Path(name) { arrivals in
                let (send, elements) = make()
                let subscriptions = arrivals.map { arrivals in
                    elements.subscribe(onNext: { alone ? arrivals.noteAlone($0) : arrivals.note($0) })
                }
                return (
                    Array(repeating: send, count: threads),
                    { for subscription in subscriptions { subscription.dispose() } }
                )
            }
        }

        /// From a subject for each thread, joined to one observable.
        static func joined(_ name: String, _ join: @escaping @Sendable ([Observable<Int>]) -> Observable<Int>) -> Path {
            Path(name) { arrivals in
                let subjects = (0..<threads).map { _ in PublishSubject<Int>() }
                let joined = join(subjects.map { $0.asObservable() })
                let subscriptions = arrivals.map { arrivals in joined.subscribe(onNext: { arrivals.noteAlone($0) }) }
                return (
                    subjects.map { subject in { subject.onNext($0) } },
                    { for subscription in subscriptions { subscription.dispose() } }
                )
            }
        }
    }

    static let paths: [Path] = [
        .shared("PublishSubject") {
            let subject = PublishSubject<Int>()
            return ({ subject.onNext($0) }, subject)
        },
        .shared("ReplaySubject") {
            let subject = ReplaySubject<Int>.create(bufferSize: 1)
            return ({ subject.onNext($0) }, subject)
        },
        .shared("PublishRelay") {
            let relay = PublishRelay<Int>()
            return ({ relay.accept($0) }, relay.asObservable())
        },
        .shared("ReplayRelay") {
            let relay = ReplayRelay<Int>.create(bufferSize: 1)
            return ({ relay.accept($0) }, relay.asObservable())
        },
        .shared("BehaviorRelay") {
            let relay = BehaviorRelay<Int?>(value: nil)
            return ({ relay.accept($0) }, relay.compactMap { $0 })
        },
        .shared("share") {
            let subject = PublishSubject<Int>()
            return ({ subject.onNext($0) }, subject.share())
        },
        .shared("share(replay: 1)") {
            let subject = PublishSubject<Int>()
            return ({ subject.onNext($0) }, subject.share(replay: 1))
        },
        .shared("flatMap", alone: true) {
            let subject = PublishSubject<Int>()
            return ({ subject.onNext($0) }, subject.flatMap { Observable.just($0) })
        },
        .shared("concatMap", alone: true) {
            let subject = PublishSubject<Int>()
            return ({ subject.onNext($0) }, subject.concatMap { Observable.just($0) })
        },
        .joined("merge") { .merge($0) },
        .joined("merge, shared") { Observable.merge($0).share(replay: 2, scope: .forever) },
        .joined("merge(maxConcurrent:)") { Observable.from($0).merge(maxConcurrent: threads) },
        .joined("combineLatest") { sources in
            // The newest is the one that was not there before.
            let empty = Array(repeating: -1, count: threads)
            return Observable.combineLatest(sources.map { $0.startWith(-1) })
                .scan((empty, -1)) { ($1, zip($0.0, $1).first { $0 != $1 }?.1 ?? -1) }
                .compactMap { $0.1 < 0 ? nil : $0.1 }
        },
        .joined("zip") { sources in Observable.zip(sources).concatMap { Observable.from($0) } },
        Path("observe(on:)") { arrivals in
            let subject = PublishSubject<Int>()
            let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "every element")
            let subscriptions = arrivals.map { arrivals in
                let last = Gate()
                let subscription = subject.observe(on: scheduler).subscribe(
                    onNext: { arrivals.noteAlone($0) }, onCompleted: { last.open() })
                return (subscription, last)
            }
            let close = {
                subject.onCompleted()
                for (subscription, last) in subscriptions {
                    last.wait()
                    subscription.dispose()
                }
            }
            return (Array(repeating: { subject.onNext($0) }, count: threads), close)
        },
        Path("a bag") { arrivals in
            // Released with the closure.
            let bag = DisposeBag()
            let keep = { (element: Int) in
                for arrivals in arrivals { Disposables.create { arrivals.note(element) }.disposed(by: bag) }
            }
            return (Array(repeating: keep, count: threads), {})
        },
    ]

    @Test(arguments: paths, [false, true]) func comesOnce(through path: Path, isRecorded: Bool) throws {
        let arrivals = [Arrivals(), Arrivals()]
        if isRecorded {
            // Into a file, which nobody reads: a trace in memory would be some gigabytes in the long run.
            let file = FileManager.default.temporaryDirectory.appending(path: "every-\(UUID().uuidString).rxtrace")
            defer { try? FileManager.default.removeItem(at: file) }
            try Trace.record("every element", to: file.path(percentEncoded: false)) {
                Self.sendAll(through: path, to: arrivals)
            }
        } else {
            Self.sendAll(through: path, to: arrivals)
        }
        #expect(arrivals.map(\.lost) == [0, 0])
        #expect(arrivals.map(\.doubled) == [0, 0])
        #expect(arrivals.map(\.met) == [0, 0])
    }

    private static func sendAll(through path: Path, to arrivals: [Arrivals]) {
        let (sends, close) = path.open(arrivals)
        nonisolated(unsafe) let send = sends
        onThreads(threads) { thread in
            for element in thread * elementsPerThread..<(thread + 1) * elementsPerThread { send[thread](element) }
        }
        close()
    }
}
