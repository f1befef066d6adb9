import RxInstrumented
import RxRelay
import Testing

/// The calls that are recorded of traits and relays, as RxSwift makes them.
@Suite(.serialized, .everyRecorderState) struct TraitChainTests {
    @Test func aSingleIsSubscribedToByWayOfItsTrait() {
        let calls = chain {
            _ = Single.just(1).map { $0 + 1 }.subscribe(onSuccess: { _ in }, onDisposed: {})
        }
        #expect(
            calls
                == rows(
                    """
                    create Just
                    create Map
                    subscribe PrimitiveSequence
                      subscribe PrimitiveSequence
                        subscribe Map
                          subscribe Map
                            schedule CurrentThreadScheduler
                              run Map
                                subscribe Just
                                  on MapSink next(1)
                                    handler transform
                                    forwardOn MapSink next(2)
                                      on AnonymousObserver next(2)
                                        onCore AnonymousObserver next(2)
                                          handler onSuccess
                                          dispose AnonymousDisposable
                                            handler onDisposed
                                  on MapSink completed
                                    forwardOn MapSink completed
                                      on AnonymousObserver completed
                                        onCore AnonymousObserver completed
                                    dispose MapSink
                                      dispose SinkDisposer
                              dispose MapSink
                                dispose SinkDisposer
                    """))
    }

    @Test func subscribingWithAnObjectIsACallMore() {
        let calls = chain { _ = Single.just(1).subscribe(with: BooleanDisposable(), onSuccess: { _, _ in }) }
        #expect(calls.filter { $0.contains("subscribe PrimitiveSequence") }.count == 3)
    }

    @Test func anInfallibleIsOneCallAboveItsObservable() {
        let calls = chain { _ = Infallible.just(1).subscribe(onNext: { _ in }) }
        #expect(
            calls.prefix(4)
                == rows(
                    """
                    create Just
                    subscribe Infallible
                      subscribe Just
                        subscribe Just
                    """)[...])
    }

    @Test func withUnretainedIsAMapAndACatch() {
        let object = BooleanDisposable()
        let calls = chain { _ = Observable.just(1).withUnretained(object) { $1 }.subscribe() }
        #expect(calls.prefix(3) == ["create Just", "create Map", "create Catch"])
        #expect(calls.contains { $0.hasSuffix("handler resultSelector") })
        #expect(!calls.contains { $0.hasSuffix("handler transform") || $0.hasSuffix("handler handler") })
    }

    @Test func closuresAreNamedAsTheirParameters() {
        let calls = chain {
            _ = Single.just(1).do(onSuccess: { _ in }, afterSuccess: { _ in }).subscribe(onFailure: { _ in })
            _ = Single.using({ BooleanDisposable() }, primitiveSequenceFactory: { _ in Single<Int>.error(TestError()) })
                .asInfallible(onErrorRecover: { _ in .empty() }).subscribe()
        }
        let handlers = calls.compactMap { row in row.contains("handler") ? row.split(separator: " ").last : nil }
        #expect(
            handlers == ["onSuccess", "afterSuccess", "resourceFactory", "primitiveSequenceFactory", "onErrorRecover"])
    }

    @Test func bindingToARelayRunsNoClosureOfTheUsers() {
        let calls = chain {
            let source = PublishSubject<Int>()
            let relay = PublishRelay<Int?>()
            let binding = source.bind(to: relay)
            source.onNext(1)
            binding.dispose()
        }
        #expect(
            calls.prefix(10)
                == rows(
                    """
                    create PublishSubject
                    create PublishRelay
                    create Map
                    subscribe Map
                      subscribe Map
                        schedule CurrentThreadScheduler
                          run Map
                            subscribe PublishSubject
                    on PublishSubject next(1)
                      on MapSink next(1)
                    """)[...])
        #expect(!calls.contains { $0.contains("handler") })
    }
}
