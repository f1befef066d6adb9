import RxInstrumented
import Testing

@Suite struct ConcurrencyTests {
    @Test func valuesAreTheElements() async throws {
        var elements: [Int] = []
        for try await element in Observable.of(1, 2, 3).values { elements.append(element) }
        for await element in Infallible.of(4, 5).values { elements.append(element) }
        for try await element in Single.just(6).values { elements.append(element) }
        #expect(elements == [1, 2, 3, 4, 5, 6])
    }

    @Test func valuesThrowTheError() async {
        var elements: [Int] = []
        await #expect(throws: TestError("end")) {
            for try await element in Observable.of(1).concat(Observable.error(TestError("end"))).values {
                elements.append(element)
            }
        }
        #expect(elements == [1])
    }

    @Test func leavingTheIterationDisposesOfTheSubscription() async throws {
        let subject = ReplaySubject<Int>.create(bufferSize: 1)
        subject.onNext(1)
        let disposals = Collected<Bool>()
        let values = subject.do(onDispose: { disposals.add(true) })
        try await #require(Self.first(of: values) == 1)
        #expect(disposals.values == [true])
        #expect(!subject.hasObservers)
    }

    // The stream is released when the function returns, which ends it.
    private static func first(of observable: Observable<Int>) async throws -> Int? {
        for try await element in observable.values { return element }
        return nil
    }

    @Test func cancellingTheTaskDisposesOfTheSubscription() async throws {
        let subject = PublishSubject<Int>()
        let (subscribed, subscription) = AsyncStream<Void>.makeStream()
        let (ended, disposal) = AsyncStream<Void>.makeStream()
        let source = subject.do(onSubscribed: { subscription.finish() }, onDispose: { disposal.finish() })
        let task = Task {
            for try await _ in source.values {}
        }
        for await _ in subscribed {}
        task.cancel()
        for await _ in ended {}
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(!subject.hasObservers)
    }

    /// As in RxSwift, it does not end as if the sequence had completed.
    @Test(arguments: [false, true]) func aCancelledIterationThrows(isOnTheWay: Bool) async throws {
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let elements = Collected<Int>()
        let source =
            isOnTheWay
            ? Observable<Int>.interval(.milliseconds(1), scheduler: SerialDispatchQueueScheduler(qos: .default))
            : .never()
        let task = Task {
            while !isOnTheWay && !Task.isCancelled { await Task.yield() }
            for try await element in source.values {
                elements.add(element)
                if element == 2 { beginning.finish() }
            }
        }
        if isOnTheWay { for await _ in begun {} }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(elements.values.count >= (isOnTheWay ? 3 : 0))
    }

    /// What cannot fail has nothing to throw: its iteration ends.
    @Test func aCancelledIterationOfAnInfallibleEnds() async {
        let task = Task {
            for await _ in Infallible<Int>.never().values {}
            return Task.isCancelled
        }
        task.cancel()
        #expect(await task.value)
    }

    @Test func valueIsTheElement() async throws {
        #expect(try await Single.just(1).value == 1)
        #expect(try await Maybe.just(2).value == 2)
        #expect(try await Maybe<Int>.empty().value == nil)
        try await Completable.empty().value
        await #expect(throws: TestError()) { try await Single<Int>.error(TestError()).value }
        await #expect(throws: TestError()) { try await Maybe<Int>.error(TestError()).value }
        await #expect(throws: TestError()) { try await Completable.error(TestError()).value }
    }

    @Test func cancellingTheTaskEndsTheWait() async throws {
        for wait in [
            { _ = try await $0.first().value }, { _ = try await $0.asMaybe().value },
            { try await $0.ignoreElements().asCompletable().value },
        ] as [@Sendable (Observable<Int>) async throws -> Void] {
            let subject = PublishSubject<Int>()
            let (subscribed, subscription) = AsyncStream<Void>.makeStream()
            let source = subject.do(onSubscribed: { subscription.finish() })
            let task = Task { try await wait(source) }
            for await _ in subscribed {}
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(!subject.hasObservers)
        }
    }

    @Test func aTaskCancelledBeforehandDoesNotWait() async throws {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await Single<Int>.never().value
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func anAsyncSequenceIsAnObservable() async throws {
        let stream = AsyncStream<Int> { continuation in
            for number in 1...3 { continuation.yield(number) }
            continuation.finish()
        }
        #expect(try await stream.asObservable().toArray().value == [1, 2, 3])
        let failing = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: TestError()) }
        await #expect(throws: TestError()) { try await failing.asObservable().toArray().value }
    }

    @Test func disposalCancelsTheTaskOfAnAsyncSequence() async {
        let (stream, source) = AsyncStream<Int>.makeStream()
        let (ended, end) = AsyncStream<Void>.makeStream()
        source.onTermination = { reason in
            if case .cancelled = reason { end.finish() }
        }
        let (received, reception) = AsyncStream<Void>.makeStream()
        let subscription = stream.asObservable().subscribe(onNext: { _ in reception.finish() })
        source.yield(1)
        for await _ in received {}
        subscription.dispose()
        for await _ in ended {}
    }

    @Test(arguments: [false, true]) func aSingleOfAsyncWork(detached: Bool) async throws {
        let work = Single.create(detached: detached, priority: .high) { () async throws -> Int in
            await Task.yield()
            return 1
        }
        #expect(try await work.value == 1)
        let failing = Single<Int>.create(detached: detached) { throw TestError() }
        await #expect(throws: TestError()) { try await failing.value }
    }

    @Test(arguments: [false, true]) func disposalCancelsAsyncWork(detached: Bool) async {
        let (started, start) = AsyncStream<Void>.makeStream()
        let (ended, end) = AsyncStream<Void>.makeStream()
        let work = Single.create(detached: detached) { () async throws -> Int in
            start.finish()
            while !Task.isCancelled { await Task.yield() }
            end.finish()
            return 1
        }
        let events = Collected<Int>()
        let subscription = work.subscribe(onSuccess: { events.add($0) })
        for await _ in started {}
        subscription.dispose()
        for await _ in ended {}
        #expect(events.values.isEmpty)
    }
}
