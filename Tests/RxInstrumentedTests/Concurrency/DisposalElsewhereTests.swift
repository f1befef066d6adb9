import RxInstrumented
import Testing

/// Another thread may dispose a subscription whatever the first is doing: sending an element through any operator,
/// subscribing to a source, or disposing the same subscription.
@Suite struct DisposalElsewhereTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Puts the operator on a source, whose elements it lets pass at once.
        let apply: @Sendable (Observable<Int>) -> Observable<Int>

        init(_ name: String, _ apply: @escaping @Sendable (Observable<Int>) -> Observable<Int>) {
            testDescription = name
            self.apply = apply
        }
    }

    private static var immediate: HistoricalScheduler { HistoricalScheduler() }

    /// The operators that keep a lock or a gate, or that subscribe to several sources.
    static let cases = [
        Case("share") { $0.share() },
        Case("share(replay: 1)") { $0.share(replay: 1) },
        Case("share(replay: 2)") { $0.share(replay: 2) },
        Case("share(replay: 1, .forever)") { $0.share(replay: 1, scope: .forever) },
        Case("share(replay: 0, .forever)") { $0.share(replay: 0, scope: .forever) },
        Case("publish, refCount") { $0.publish().refCount() },
        Case("replayAll, refCount") { $0.replayAll().refCount() },
        Case("multicast") { $0.multicast({ PublishSubject() }, selector: { $0 }) },
        Case("merge") { .merge($0, .never()) },
        Case("flatMap") { source in source.flatMap { Observable.just($0).concat(Observable.never()) } },
        Case("flatMapFirst") { $0.flatMapFirst { Observable.just($0) } },
        Case("flatMapLatest") { source in source.flatMapLatest { Observable.just($0).concat(Observable.never()) } },
        Case("concatMap") { $0.concatMap { Observable.just($0) } },
        Case("merge(maxConcurrent:)") { Observable.of($0, .never()).merge(maxConcurrent: 2) },
        Case("concat") { .concat($0, .never()) },
        Case("switchLatest") { source in Observable.just(source).concat(Observable.never()).switchLatest() },
        Case("catch") { $0.catch { _ in .never() } },
        Case("catch(sequence:)") { Observable.catch(sequence: [$0, .never()]) },
        Case("retry") { $0.retry() },
        Case("retry(when:)") { $0.retry { (errors: Observable<any Error>) in errors } },
        Case("amb") { $0.amb(Observable.never()) },
        Case("combineLatest") { .combineLatest($0, Observable.just(0).concat(Observable.never())) { $0 + $1 } },
        Case("combineLatest of a collection") { source in
            Observable.combineLatest([source, .just(0)]) { $0.reduce(0, +) }
        },
        Case("zip") { .zip($0, Observable.just(0).concat(Observable.never())) { $0 + $1 } },
        Case("zip of a collection") { source in Observable.zip([source, .just(0)]) { $0.reduce(0, +) } },
        Case("withLatestFrom") { $0.withLatestFrom(Observable.just(0)) { $0 + $1 } },
        Case("sample") { source in source.sample(source) },
        Case("take(until:)") { $0.take(until: Observable<Int>.never()) },
        Case("skip(until:)") { $0.skip(until: Observable.just(0)) },
        Case("take(for:)") { $0.take(for: .seconds(9), scheduler: immediate) },
        Case("timeout") { $0.timeout(.seconds(9), scheduler: immediate) },
        Case("throttle") { $0.throttle(.seconds(9), scheduler: immediate) },
        Case("buffer") { $0.buffer(timeSpan: .seconds(9), count: 1, scheduler: immediate).compactMap(\.first) },
        Case("window") { $0.window(timeSpan: .seconds(9), count: 9, scheduler: immediate).merge() },
        Case("groupBy") { source in source.groupBy { $0 }.merge() },
        Case("observe(on:)") { $0.observe(on: CurrentThreadScheduler.instance) },
        Case("using") { source in Observable.using({ BooleanDisposable() }, observableFactory: { _ in source }) },
        Case("do") { $0.do(onDispose: {}) },
        Case("materialize, dematerialize") { $0.materialize().dematerialize() },
        Case("switchIfEmpty") { $0.ifEmpty(switchTo: .never()) },
        Case("Infallible") { $0.asInfallible(onErrorJustReturn: 0).flatMap { Infallible.just($0) }.asObservable() },
        Case("BehaviorSubject") { source in
            let subject = BehaviorSubject(value: 0)
            return Observable.merge(subject.skip(1), source.do(onNext: { subject.onNext($0) }).filter { _ in false })
        },
        Case("ReplaySubject") { source in
            let subject = ReplaySubject<Int>.create(bufferSize: 1)
            return Observable.merge(subject, source.do(onNext: { subject.onNext($0) }).filter { _ in false })
        },
    ]

    @Test(arguments: cases) func whileAnElementIsDelivered(to operation: Case) {
        let source = PublishSubject<Int>()
        let subscription = SingleAssignmentDisposable()
        var received: [Int] = []
        subscription.setDisposable(
            operation.apply(source).subscribe(onNext: { number in
                received.append(number)
                let isDone = isDoneElsewhere { subscription.dispose() }
                #expect(isDone)
            }))
        source.onNext(1)
        source.onNext(2)
        #expect(received == [1])
        #expect(!source.hasObservers)
    }

    /// Makes the source's dispose action run.
    enum Cause: CaseIterable { case disposal, completion, error }

    @Test(arguments: cases, Cause.allCases) func whileTheSourceIsDisposed(of operation: Case, by cause: Cause) {
        let subscription = SingleAssignmentDisposable()
        nonisolated(unsafe) var observer: AnyObserver<Int>?
        var disposals = 0
        let source = Observable<Int>.create { given in
            // `retry` subscribes to it again.
            if observer == nil { observer = given }
            return Disposables.create {
                disposals += 1
                let isDone = isDoneElsewhere {
                    observer?.onNext(2)
                    subscription.dispose()
                }
                #expect(isDone)
            }
        }
        subscription.setDisposable(operation.apply(source).subscribe(onError: { _ in }))
        switch cause {
        case .disposal: subscription.dispose()
        case .completion: observer?.onCompleted()
        case .error: observer?.onError(TestError())
        }
        subscription.dispose()
        #expect(disposals >= 1)
    }

    @Test(arguments: cases) func whileTheSourceIsSubscribed(by operation: Case) {
        let stop = PublishSubject<Void>()
        var isDisposed = false
        let source = Observable<Int>.create { observer in
            let isDone = isDoneElsewhere { stop.onNext(()) }
            #expect(isDone)
            observer.onNext(1)
            return Disposables.create { isDisposed = true }
        }
        var received: [Int] = []
        let subscription = operation.apply(source).take(until: stop).subscribe(onNext: { received.append($0) })
        #expect(received.isEmpty)
        #expect(isDisposed)
        subscription.dispose()
    }
}
