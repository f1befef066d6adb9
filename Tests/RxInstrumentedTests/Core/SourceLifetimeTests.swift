import RxInstrumented
import RxTraceTestSupport
import Testing

/// Which operators' subscriptions keep the observables above them, with their closures, until they end: as in RxSwift, by
/// whether an operator's sink holds its observable.
@Suite(.everyRecorderState) struct SourceLifetimeTests {
    private typealias Operator = @Sendable (Observable<Int>) -> Observable<Int>

    private final class Owner {}

    private static func clock() -> TestScheduler { TestScheduler() }

    private static let keeping: [(name: String, apply: Operator)] = [
        ("amb", { Observable.amb([$0, Observable<Int>.never()]) }),
        ("buffer", { $0.buffer(timeSpan: .seconds(1), count: 9, scheduler: clock()).map(\.count) }),
        ("catch", { $0.catch { .error($0) } }),
        ("combineLatest", { Observable.combineLatest($0, Observable<Int>.never()) { $0 + $1 } }),
        (
            "combineLatest of 3",
            { Observable.combineLatest($0, Observable<Int>.never(), Observable<Int>.never()) { $0 + $1 + $2 } }
        ),
        ("combineLatest of an array", { Observable.combineLatest([$0, Observable<Int>.never()]) { $0.count } }),
        ("debounce", { $0.debounce(.seconds(1), scheduler: clock()) }),
        ("distinctUntilChanged", { $0.distinctUntilChanged() }),
        ("element(at:)", { $0.element(at: 5) }),
        ("groupBy", { $0.groupBy { $0 }.map { $0.key } }),
        ("reduce", { $0.reduce(0, accumulator: +) }),
        ("multicast", { $0.multicast({ PublishSubject() }, selector: { $0 }) }),
        (
            "retry(when:)",
            { $0.retry { (errors: Observable<any Error>) in errors.flatMap { Observable<Int>.error($0) } } }
        ),
        ("sample", { $0.sample(Observable<Int>.never()) }),
        ("scan", { $0.scan(0, accumulator: +) }),
        ("single", { $0.single() }),
        ("skip", { $0.skip(1) }),
        ("skip(while:)", { $0.skip(while: { _ in true }) }),
        ("skip(until:)", { $0.skip(until: Observable<Int>.never()) }),
        ("skip(for:)", { $0.skip(.seconds(1), scheduler: clock()) }),
        ("subscribe(on:)", { $0.subscribe(on: CurrentThreadScheduler.instance) }),
        ("take", { $0.take(5) }),
        ("take(while:)", { $0.take(while: { _ in true }) }),
        ("take(until:)", { $0.take(until: Observable<Int>.never()) }),
        ("take(for:)", { $0.take(for: .seconds(1), scheduler: clock()) }),
        ("takeLast", { $0.takeLast(1) }),
        ("throttle", { $0.throttle(.seconds(1), scheduler: clock()) }),
        ("timeout", { $0.timeout(.seconds(1), scheduler: clock()) }),
        ("toArray", { $0.toArray().asObservable().map(\.count) }),
        ("using", { source in Observable.using({ BooleanDisposable() }, observableFactory: { _ in source }) }),
        ("window", { $0.window(timeSpan: .seconds(1), count: 9, scheduler: clock()).map { _ in 1 } }),
        ("withLatestFrom", { $0.withLatestFrom(Observable<Int>.never()) }),
        ("zip", { Observable.zip($0, Observable<Int>.never()) { $0 + $1 } }),
        ("zip of an array", { Observable.zip([$0, Observable<Int>.never()]) { $0.count } }),
    ]

    private static let lettingGo: [(name: String, apply: Operator)] = [
        ("compactMap", { $0.compactMap { $0 } }), ("delay", { $0.delay(.seconds(1), scheduler: clock()) }),
        ("do", { $0.do(onNext: { _ in }) }), ("enumerated", { $0.enumerated().map(\.index) }),
        ("filter", { $0.filter { _ in true } }), ("flatMap", { $0.flatMap { Observable.just($0) } }),
        ("flatMapLatest", { $0.flatMapLatest { Observable.just($0) } }), ("ifEmpty", { $0.ifEmpty(default: 1) }),
        ("map", { $0.map { $0 } }), ("materialize", { $0.materialize().map { _ in 1 } }),
        ("merge", { Observable.merge($0, Observable<Int>.never()) }), ("observe(on:)", { $0.observe(on: clock()) }),
        ("startWith", { $0.startWith(1) }),
    ]

    /// A subscription through an operator to a subject, below a closure that keeps an owner.
    private static func subscription(
        _ apply: Operator, to subject: PublishSubject<Int>
    ) -> (owner: Weak<Owner>, subscription: any Disposable) {
        let owner = Owner()
        let source = subject.do(onSubscribe: { withExtendedLifetime(owner) {} })
        return (Weak(owner), apply(source).subscribe(onError: { _ in }))
    }

    private struct Weak<Object: AnyObject> {
        weak var object: Object?

        init(_ object: Object) { self.object = object }
    }

    @Test(arguments: keeping.indices, [false, true])
    func aSubscriptionKeepsWhatIsAboveUntilItsEnd(index: Int, isDisposed: Bool) {
        let (name, apply) = Self.keeping[index]
        let subject = PublishSubject<Int>()
        let (owner, subscription) = Self.subscription(apply, to: subject)
        #expect(owner.object != nil, "\(name)")
        if isDisposed { subscription.dispose() } else { subject.onError(TestError("end")) }
        #expect(owner.object == nil, "\(name)")
        withExtendedLifetime(subscription) {}
    }

    @Test(arguments: lettingGo.indices) func othersKeepTheirClosuresAlone(index: Int) {
        let (name, apply) = Self.lettingGo[index]
        let subject = PublishSubject<Int>()
        let (owner, subscription) = Self.subscription(apply, to: subject)
        #expect(owner.object == nil, "\(name)")
        subscription.dispose()
    }

    /// Nobody but the subscription knows of the subject.
    @Test func aSubjectAtTheTopLivesWithItsSubscription() {
        var values: [Int] = []
        func subscribed() -> (Weak<PublishSubject<Int>>, any Disposable) {
            let subject = PublishSubject<Int>()
            return (Weak(subject), subject.distinctUntilChanged().subscribe(onNext: { values.append($0) }))
        }
        let (subject, subscription) = subscribed()
        subject.object?.onNext(3)
        #expect(values == [3])
        subscription.dispose()
        #expect(subject.object == nil)
    }
}
