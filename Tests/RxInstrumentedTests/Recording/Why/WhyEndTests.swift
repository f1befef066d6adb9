import RxTraceKit
import Testing

@testable import RxInstrumented

/// `why` names the end of a source after which an operator went on to the next.
@Suite struct WhyEndTests {
    @Test(arguments: shapes)
    func theEndIsNamed(shape: WhyShape) throws {
        #expect(try shape.answered() == shape.answer)
    }

    private struct Failure: Error {}

    /// Counts from 0.
    private final class Counter {
        private var count = 0

        func next() -> Int {
            defer { count += 1 }
            return count
        }
    }

    private static let shapes: [WhyShape] = [
        WhyShape(
            "concat", "onNext=3",
            WhyAnswer("on PublishSubject next(3)", ends: ["on PublishSubject completed"])
        ) { bag in
            let all = (0..<3).map { _ in PublishSubject<Int>() }
            Observable.concat(all.map { $0.asObservable() }).subscribe(onNext: { _ in }).disposed(by: bag)
            all[0].onCompleted()
            all[1].onNext(2)
            all[1].onCompleted()
            all[2].onNext(3)
        },
        // Nothing ended before the first.
        WhyShape("concat, the first source", "onNext=1", WhyAnswer("on PublishSubject next(1)")) { bag in
            let all = (0..<2).map { _ in PublishSubject<Int>() }
            Observable.concat(all.map { $0.asObservable() }).subscribe(onNext: { _ in }).disposed(by: bag)
            all[0].onNext(1)
        },
        // The chain leads through the end by itself.
        WhyShape("concat, at once", "onNext=2", WhyAnswer("on ConcatSink next(2)")) { bag in
            let first = PublishSubject<Int>()
            first.concat(Observable.just(2)).subscribe(onNext: { _ in }).disposed(by: bag)
            first.onCompleted()
        },
        WhyShape(
            "catch", "onNext=2", WhyAnswer("on PublishSubject next(2)", ends: ["on PublishSubject error(Failure())"])
        ) { bag in
            let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
            first.catch { _ in second }.subscribe(onNext: { _ in }).disposed(by: bag)
            first.onError(Failure())
            second.onNext(2)
        },
        WhyShape(
            "retry", "onNext=2", WhyAnswer("on PublishSubject next(2)", ends: ["on PublishSubject error(Failure())"])
        ) { bag in
            let all = (0..<2).map { _ in PublishSubject<Int>() }
            let turn = Counter()
            Observable.deferred { all[turn.next()] }.retry(2).subscribe(onNext: { _ in }).disposed(by: bag)
            all[0].onError(Failure())
            all[1].onNext(2)
        },
        WhyShape(
            "retry(when:), by a later element", "onNext=2",
            WhyAnswer("on PublishSubject next(2)", ends: ["on PublishSubject error(Failure())"])
        ) { bag in
            let all = (0..<2).map { _ in PublishSubject<Int>() }
            let (turn, clock) = (Counter(), HistoricalScheduler())
            Observable.deferred { all[turn.next()] }
                .retry(when: { (errors: Observable<any Error>) in errors.delay(.seconds(1), scheduler: clock) })
                .subscribe(onNext: { _ in }).disposed(by: bag)
            all[0].onError(Failure())
            clock.start()
            all[1].onNext(2)
        },
        WhyShape(
            "ifEmpty(switchTo:)", "onNext=2",
            WhyAnswer("on PublishSubject next(2)", ends: ["on PublishSubject completed"])
        ) { bag in
            let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
            first.ifEmpty(switchTo: second).subscribe(onNext: { _ in }).disposed(by: bag)
            first.onCompleted()
            second.onNext(2)
        },
        // Another operator's end is none.
        WhyShape("flatMap in the end of another", "onNext=2", WhyAnswer("on PublishSubject next(2)")) { bag in
            let (first, inner) = (PublishSubject<Int>(), PublishSubject<Int>())
            let ids = PublishSubject<Int>()
            ids.flatMap { _ in inner }.subscribe(onNext: { _ in }).disposed(by: bag)
            first.concat(Observable.never()).subscribe().disposed(by: bag)
            first.subscribe(onCompleted: { ids.onNext(1) }).disposed(by: bag)
            first.onCompleted()
            inner.onNext(2)
        },
        // The next element made the source, not the end of the one before.
        WhyShape("concatMap, an idle source", "onNext=2", WhyAnswer("on PublishSubject next(2)")) { bag in
            let (ids, all) = (PublishSubject<Int>(), (0..<2).map { _ in PublishSubject<Int>() })
            ids.concatMap { all[$0] }.subscribe(onNext: { _ in }).disposed(by: bag)
            ids.onNext(0)
            all[0].onCompleted()
            ids.onNext(1)
            all[1].onNext(2)
        },
        WhyShape(
            "concatMap, a source that waited", "onNext=2",
            WhyAnswer("on PublishSubject next(2)", ends: ["on PublishSubject completed"])
        ) { bag in
            let (ids, all) = (PublishSubject<Int>(), (0..<2).map { _ in PublishSubject<Int>() })
            ids.concatMap { all[$0] }.subscribe(onNext: { _ in }).disposed(by: bag)
            ids.onNext(0)
            ids.onNext(1)
            all[0].onCompleted()
            all[1].onNext(2)
        },
    ]

    @Test func theTextNamesThePlace() throws {
        let bag = DisposeBag()
        let trace = WhyAnswer.record {
            let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
            first.concat(second).subscribe(onNext: { _ in }).disposed(by: bag)
            first.onCompleted()
            second.onNext(1)
        }
        let source = TraceInMemory(trace)
        let (match, chain) = try #require(try EventQuery("onNext=1")?.explain(in: source))
        var text = ""
        let output = TextOutput { text += String(decoding: $0, as: UTF8.self) }
        try CausalChainRenderer().render(chain, match: match, of: source, to: output)
        try output.flush()
        let end = try #require(trace.calls.first { $0.operation == .on && $0.event?.kind == .completed })
        #expect(text.contains("    subscribed after on PublishSubject#1 completed @\(end.id)"), "\(text)")
    }
}
