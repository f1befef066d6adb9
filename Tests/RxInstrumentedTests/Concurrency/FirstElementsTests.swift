import RxInstrumented
import RxRelay
import RxTraceTestSupport
import Testing

/// Many threads subscribe, within an operator that joins sources, to an observable that sends an element at once: were
/// it sent under a lock, one thread would hold that and wait for the operator's gate, another hold the gate and wait for
/// the lock.
@Suite(.timeLimit(.generous)) struct FirstElementsTests {
    struct Source: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let make: @Sendable () -> Observable<Int>

        init(_ name: String, _ make: @escaping @Sendable () -> Observable<Int>) {
            testDescription = name
            self.make = make
        }
    }

    private static var sending: Observable<Int> {
        Observable.create { observer in
            observer.onNext(1)
            return Disposables.create()
        }
    }

    static let sources = [
        Source("share(replay: 1)") { sending.share(replay: 1) },
        Source("share(replay: 2)") { sending.share(replay: 2) },
        Source("share(replay: 1, .forever)") { sending.share(replay: 1, scope: .forever) },
        Source("share of one that ends") { Observable.just(1).share(replay: 1, scope: .forever) },
        Source("replay, refCount") { sending.replay(1).refCount() },
        Source("replayAll, refCount") { sending.replayAll().refCount() },
        Source("a connected replay") {
            let connectable = sending.replay(1)
            _ = connectable.connect()
            return connectable
        },
        Source("multicast with a BehaviorSubject") { sending.multicast { BehaviorSubject(value: 0) }.refCount() },
        Source("BehaviorSubject") { BehaviorSubject(value: 1) },
        Source("BehaviorRelay") { BehaviorRelay(value: 1).asObservable() },
        Source("ReplaySubject") {
            let subject = ReplaySubject<Int>.create(bufferSize: 1)
            subject.onNext(1)
            return subject
        },
        Source("AsyncSubject") {
            let subject = AsyncSubject<Int>()
            subject.onNext(1)
            subject.onCompleted()
            return subject
        },
        Source("concat") { Observable.concat(sending, .never()) },
        Source("catch") { sending.catch { _ in .never() } },
        Source("share of a merge") { Observable.merge(sending, sending).share(replay: 1) },
    ]

    /// How the sources are joined.
    enum Join: CaseIterable {
        case zip, combineLatest, merge, flatMap, concat

        func joined(_ sources: [Observable<Int>]) -> Observable<Int> {
            switch self {
            case .zip: .zip(sources) { $0.count }
            case .combineLatest: .combineLatest(sources) { $0.count }
            case .merge: .merge(sources)
            case .flatMap: Observable.from(sources).flatMap { $0 }
            case .concat: .concat(sources)
            }
        }
    }

    @Test(arguments: sources, Join.allCases) func arriveFromManyThreads(of source: Source, joinedBy join: Join) {
        let queue = ConcurrentDispatchQueueScheduler(qos: .userInitiated)
        for _ in 0..<TestLength.times(1, long: 40) {
            let shared = source.make()
            let isOver = Gate()
            let sources = (0..<24).map { _ in
                Observable.just(()).observe(on: queue).flatMap { shared }.take(1)
            }
            let subscription = join.joined(sources).subscribe(onCompleted: { isOver.open() })
            isOver.wait()
            subscription.dispose()
        }
    }
}
