import RxInstrumented
import RxTraceTestSupport
import Testing

/// Operators that subscribe or send in a loop take no more of the stack the longer the loop is.
///
/// A pile of calls would not fit the small stack, and the depth at which elements arrive shows a slow growth as well.
/// Runs with 3,000 elements, with 200,000 in the long run.
@Suite struct StackDepthTests {
    static let count = TestLength.times(3000, long: 200_000)

    /// A sequence of observables of `count` elements in all.
    struct Loop: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let make: @Sendable (_ count: Int) -> Observable<Int>

        init(_ name: String, _ make: @escaping @Sendable (_ count: Int) -> Observable<Int>) {
            testDescription = name
            self.make = make
        }
    }

    /// Sources that wait for the end of `first`, joined: it ends with what is returned beside it.
    private static func waiting(
        _ join: (Observable<Observable<Int>>) -> Observable<Int>
    ) -> (joined: Observable<Int>, send: (_ count: Int) -> Void) {
        let sources = PublishSubject<Observable<Int>>()
        let first = PublishSubject<Int>()
        let send = { (count: Int) in
            sources.onNext(first)
            for number in 1..<count { sources.onNext(.just(number)) }
            sources.onCompleted()
            first.onNext(0)
            first.onCompleted()
        }
        return (join(sources), send)
    }

    /// As ``waiting(_:)``, with the sources sent while a subscription is being made: inside of the trampoline.
    private static func waiting(
        _ count: Int, _ join: (Observable<Observable<Int>>) -> Observable<Int>
    ) -> Observable<Int> {
        let (joined, send) = waiting(join)
        return .create { observer in
            let subscription = joined.subscribe(observer)
            send(count)
            return subscription
        }
    }

    private static let boom = TestError("again")

    static let loops: [Loop] = [
        Loop("merge(maxConcurrent: 1), waiting") { count in waiting(count) { $0.merge(maxConcurrent: 1) } },
        Loop("merge(maxConcurrent: 3), waiting") { count in waiting(count) { $0.merge(maxConcurrent: 3) } },
        Loop("concat() of an observable, waiting") { count in waiting(count) { $0.concat() } },
        Loop("concatMap, waiting") { count in waiting(count) { $0.concatMap { $0 } } },
        Loop("concatMap of what completes at once") { count in
            Observable.from(0..<count).concatMap { Observable.just($0) }
        },
        Loop("flatMap") { count in Observable.from(0..<count).flatMap { Observable.just($0) } },
        Loop("flatMapFirst") { count in Observable.from(0..<count).flatMapFirst { Observable.just($0) } },
        Loop("flatMapLatest") { count in Observable.from(0..<count).flatMapLatest { Observable.just($0) } },
        Loop("merge of a collection") { count in .merge((0..<count).map { .just($0) }) },
        Loop("concat of a collection") { count in .concat((0..<count).map { .just($0) }) },
        Loop("concat of a sequence") { count in .concat((0..<count).lazy.map { .just($0) }) },
        Loop("concat of empty observables") { count in
            .concat((0..<10 * count).map { $0 % 10 == 0 ? .just($0) : .empty() })
        },
        Loop("catch of a sequence") { count in
            .catch(sequence: (0..<count).map { .concat(.just($0), $0 < count - 1 ? .error(boom) : .empty()) })
        },
        Loop("retry") { count in
            let attempts = Attempts(count)
            return .deferred { attempts.next() }.retry()
        },
        Loop("retry(count)") { count in
            let attempts = Attempts(count)
            return .deferred { attempts.next() }.retry(count)
        },
        Loop("retry(when:)") { count in
            let attempts = Attempts(count)
            return Observable.deferred { attempts.next() }.retry(when: { (errors: Observable<any Error>) in errors })
        },
        Loop("from a sequence") { count in .from(0..<count) },
        Loop("of an array, as one source") { count in
            .from(Array(0..<count), scheduler: CurrentThreadScheduler.instance)
        },
        Loop("range") { count in .range(start: 0, count: count) },
        Loop("generate") { count in .generate(initialState: 0, condition: { $0 < count }, iterate: { $0 + 1 }) },
        Loop("repeatElement") { count in Observable.repeatElement(1).take(count) },
        Loop("startWith many") { count in
            Observable.from(0..<count).concatMap { Observable<Int>.empty().startWith($0) }
        },
        Loop("observe(on:) the trampoline") { count in
            Observable.from(0..<count).observe(on: CurrentThreadScheduler.instance)
        },
        Loop("delay on virtual time") { count in
            let scheduler = TestScheduler()
            let source = PublishSubject<Int>()
            let delayed = source.delay(.seconds(1), scheduler: scheduler)
            return .create { observer in
                let subscription = delayed.subscribe(observer)
                for number in 0..<count { source.onNext(number) }
                source.onCompleted()
                scheduler.start()
                return subscription
            }
        },
        Loop("interval on virtual time") { count in
            let scheduler = TestScheduler()
            let ticks = Observable<Int>.interval(.seconds(1), scheduler: scheduler).take(count)
            return .create { observer in
                let subscription = ticks.subscribe(observer)
                scheduler.start()
                return subscription
            }
        },
        Loop("groupBy, merged") { count in Observable.from(0..<count).groupBy { $0 % 7 }.merge() },
        Loop("window, joined") { count in
            Observable.from(0..<count).window(timeSpan: .seconds(1000), count: 10, scheduler: TestScheduler()).concat()
        },
    ]

    /// Attempts that fail after an element, but for the last.
    private final class Attempts: @unchecked Sendable {
        private var left: Int

        init(_ count: Int) { left = count }

        func next() -> Observable<Int> {
            left -= 1
            return .concat(.just(left), left == 0 ? .empty() : .error(StackDepthTests.boom))
        }
    }

    @Test(arguments: loops)
    func theStackDoesNotGrow(loop: Loop) {
        let depth = Depth()
        onSmallStack { depth.observe(loop.make(Self.count)).dispose() }
        #expect(depth.count == Self.count)
        #expect(depth.isCompleted)
        #expect(depth.spread < 32 * 1024)
    }

    @Test(arguments: [1, 3])
    func norDoesItWhereSourcesWaitOutsideOfTheTrampoline(maxConcurrent: Int) {
        let depth = Depth()
        onSmallStack {
            let (joined, send) = Self.waiting { $0.merge(maxConcurrent: maxConcurrent) }
            let subscription = depth.observe(joined)
            send(Self.count)
            subscription.dispose()
        }
        #expect(depth.count == Self.count)
        #expect(depth.isCompleted)
        #expect(depth.spread < 32 * 1024)
    }

    /// How deep in the stack elements arrive.
    private final class Depth: @unchecked Sendable {
        private(set) var count = 0
        private(set) var isCompleted = false
        private var addresses: ClosedRange<Int>?

        var spread: Int { addresses.map { $0.upperBound - $0.lowerBound } ?? 0 }

        func observe(_ observable: Observable<Int>) -> any Disposable {
            observable.subscribe(onNext: { _ in self.note() }, onCompleted: { self.isCompleted = true })
        }

        private func note() {
            var local = 0
            let address = withUnsafeMutablePointer(to: &local) { Int(bitPattern: $0) }
            count += 1
            // The first ones may arrive while the chain is still being subscribed to.
            guard count > 10 else { return }
            let known = addresses ?? address...address
            addresses = min(known.lowerBound, address)...max(known.upperBound, address)
        }
    }
}
