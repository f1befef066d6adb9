import Foundation
import RxInstrumented
import RxTest
import RxTraceTestSupport
import Testing

/// An element whose end is the program's own code: it sends again into the sequence that the element was in.
private final class Sender {
    let atEnd: () -> Void

    init(atEnd: @escaping () -> Void) {
        self.atEnd = atEnd
    }

    deinit {
        atEnd()
    }
}

/// One sequence that keeps elements, made of a source.
private struct Keeping {
    let name: String
    let observable: (Observable<Sender>, any SchedulerType) -> Observable<Any?>

    init<Element>(
        _ name: String, _ observable: @escaping (Observable<Sender>, any SchedulerType) -> Observable<Element>
    ) {
        self.name = name
        self.observable = { observable($0, $1).map { $0 } }
    }

    static let all: [Keeping] = [
        Keeping("withLatestFrom, the second source") { source, _ in source.withLatestFrom(source) },
        Keeping("withLatestFrom of both") { source, _ in source.withLatestFrom(source) { ($0, $1) } },
        Keeping("throttle") { $0.throttle(.seconds(2_000), scheduler: $1) },
        Keeping("throttle, first only") { $0.throttle(.seconds(2), latest: false, scheduler: $1) },
        Keeping("debounce") { $0.debounce(.seconds(2_000), scheduler: $1) },
        Keeping("sample") { $0.sample(Observable<Int>.interval(.seconds(2_000), scheduler: $1)) },
        Keeping("buffer") { $0.buffer(timeSpan: .seconds(3_000), count: 2, scheduler: $1) },
        Keeping("window") { $0.window(timeSpan: .seconds(3_000), count: 2, scheduler: $1).merge() },
        Keeping("zip") { source, _ in Observable.zip(source, source.skip(1)) },
        Keeping("zip of a collection") { source, _ in Observable.zip([source, source.skip(1)]) },
        Keeping("combineLatest") { source, _ in Observable.combineLatest(source, source) },
        Keeping("combineLatest of a collection") { source, _ in Observable.combineLatest([source, source]) },
        Keeping("scan") { source, _ in source.scan(nil) { $1 } },
        Keeping("scan into") { source, _ in source.scan(into: [Sender]()) { $0.append($1) } },
        Keeping("reduce") { source, _ in source.reduce(nil) { $1 } },
        Keeping("takeLast") { source, _ in source.takeLast(1) },
        Keeping("distinctUntilChanged") { source, _ in source.distinctUntilChanged { _, _ in false } },
        Keeping("single") { source, _ in source.single() },
        Keeping("asSingle") { source, _ in source.asSingle().asObservable() },
        Keeping("asMaybe") { source, _ in source.asMaybe().asObservable() },
        Keeping("toArray") { source, _ in source.toArray().asObservable() },
        Keeping("share") { source, _ in source.share() },
        Keeping("share with replay") { source, _ in source.share(replay: 1) },
        Keeping("share with replay for ever") { source, _ in source.share(replay: 1, scope: .forever) },
        Keeping("replay of two") { source, _ in source.replay(2).refCount() },
        Keeping("a BehaviorSubject") { source, _ in
            source.multicast(BehaviorSubject<Sender>(value: Sender(atEnd: {}))).refCount()
        },
        Keeping("an AsyncSubject") { source, _ in source.multicast(AsyncSubject<Sender>()).refCount() },
        Keeping("delay") { $0.delay(.seconds(1_000), scheduler: $1) },
        Keeping("observe(on:)") { $0.observe(on: $1) },
        Keeping("concatMap") { source, _ in source.concatMap { Observable.just($0) } },
        Keeping("concatMap of what never ends") { source, _ in
            source.concatMap { Observable.just($0).concat(Observable.never()) }
        },
        Keeping("flatMap") { source, _ in source.flatMap { Observable.just($0) } },
        Keeping("flatMapLatest") { source, _ in source.flatMapLatest { Observable.just($0).concat(Observable.never()) }
        },
        Keeping("flatMapFirst") { source, _ in source.flatMapFirst { Observable.just($0) } },
        Keeping("groupBy") { source, _ in source.groupBy { _ in 1 }.merge() },
        Keeping("materialize") { source, _ in source.materialize() },
        Keeping("startWith") { source, _ in source.startWith(Sender(atEnd: {})) },
        Keeping("concat") { source, _ in source.take(2).concat(source) },
        Keeping("timeout") { $0.timeout(.seconds(1_000), other: Observable.never(), scheduler: $1) },
        Keeping("first") { source, _ in source.first().asObservable() },
    ]
}

@Suite("The end of a kept element is the program's own code", .everyRecorderState, .timeLimit(.generous))
struct ElementEndTests {
    /// A process of its own, as a breach of exclusive access ends it.
    @Test("An element that is let go may send again into what kept it", .exits)
    func sendsAgain() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            for keeping in Keeping.all {
                FileHandle.standardError.write(Data("\(keeping.name)\n".utf8))
                keeping.run(end: { $0.onCompleted() })
                keeping.run(end: { $0.onError(RxError.unknown) })
                keeping.run(end: { _ in })
            }
        }
        let last = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }?.split(separator: "\n").last
        #expect(last == "first", "it ended within this one")
    }

    /// The thread that lets go of an element waits for one that sends: not while it delivers.
    @Test("An element that is replaced is let go outside of the gate")
    func waitsForAnother() {
        let keepings = Keeping.all.filter {
            [
                "withLatestFrom, the second source", "throttle", "debounce", "sample", "combineLatest",
                "combineLatest of a collection",
            ]
            .contains($0.name)
        }
        for keeping in keepings { keeping.replaceAndWait() }
    }
}

extension Keeping {
    /// Sends elements, each of which sends two more as it ends, and lets time pass between them.
    fileprivate func run(end: (PublishSubject<Sender>) -> Void) {
        let scheduler = TestScheduler(initialClock: 0)
        let source = PublishSubject<Sender>()
        let subscription = observable(source, scheduler).subscribe(onError: { _ in })
        for _ in 1...4 {
            source.onNext(
                Sender(atEnd: { [weak source] in
                    for _ in 1...2 { source?.onNext(Sender(atEnd: {})) }
                }))
            scheduler.advanceTo(scheduler.clock + 1_000)
        }
        end(source)
        scheduler.advanceTo(scheduler.clock + 5_000)
        subscription.dispose()
    }

    /// Sends an element whose end waits for a thread that sends, and one that takes its place.
    fileprivate func replaceAndWait() {
        // Its timers do not come: the elements wait for two thousand seconds.
        let scheduler = SerialDispatchQueueScheduler(qos: .default)
        let source = PublishSubject<Sender>()
        let subscription = observable(source, scheduler).subscribe(onError: { _ in })
        // The first passes through at once, where there is a first.
        source.onNext(Sender(atEnd: {}))
        source.onNext(
            Sender(atEnd: {
                let isSent = DispatchSemaphore(value: 0)
                // A thread of its own: a queue's may all be busy with other tests.
                Thread.detachNewThread {
                    source.onNext(Sender(atEnd: {}))
                    isSent.signal()
                }
                isSent.wait()
            }))
        source.onNext(Sender(atEnd: {}))
        subscription.dispose()
    }
}
