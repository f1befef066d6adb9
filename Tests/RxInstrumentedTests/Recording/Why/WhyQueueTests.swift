import Dispatch
import Foundation
import RxTraceKit
import Testing

@testable import RxInstrumented

/// `why` follows an element through a queue that another element's work drains.
@Suite(.timeLimit(.generous)) struct WhyQueueTests {
    @Test(arguments: shapes)
    func theElementIsFollowed(shape: WhyShape) throws {
        #expect(try shape.answered() == shape.answer)
    }

    /// Three elements are sent before the first is taken.
    private static func backlog(_ scheduler: any ImmediateSchedulerType) -> @Sendable (DisposeBag) -> Void {
        nonisolated(unsafe) let scheduler = scheduler
        return { bag in
            let (allSent, allTaken) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let numbers = PublishSubject<Int>()
            numbers.observe(on: scheduler)
                .subscribe(onNext: { number in
                    if number == 10 { allSent.wait() }
                    if number == 30 { allTaken.signal() }
                })
                .disposed(by: bag)
            for number in [10, 20, 30] { numbers.onNext(number) }
            allSent.signal()
            allTaken.wait()
        }
    }

    private static let sent30 = WhyAnswer("on PublishSubject next(30)", triggers: ["invoke"])

    private static let shapes: [WhyShape] = [
        WhyShape(
            "observe(on:) a concurrent queue", "onNext=30", sent30,
            program: backlog(ConcurrentDispatchQueueScheduler(qos: .default))),
        WhyShape(
            "observe(on:) an operation queue", "onNext=30", sent30,
            program: backlog(OperationQueueScheduler(operationQueue: OperationQueue()))),
        // Each element is work of its own.
        WhyShape(
            "observe(on:) a serial queue", "onNext=30", WhyAnswer("on PublishSubject next(30)"),
            program: backlog(SerialDispatchQueueScheduler(qos: .default))),
        WhyShape("observe(on:) virtual time", "onNext=30", sent30) { bag in
            let (clock, numbers) = (HistoricalScheduler(), PublishSubject<Int>())
            numbers.observe(on: clock).subscribe(onNext: { _ in }).disposed(by: bag)
            for number in [10, 20, 30] { numbers.onNext(number) }
            clock.start()
        },
        WhyShape(
            "concatMap", "onNext=20",
            WhyAnswer(
                "on MergeLimitedSinkIter next(20)", triggers: ["on MergeLimitedSinkIter completed"])
        ) { bag in
            let (ids, first) = (PublishSubject<Int>(), PublishSubject<Int>())
            ids.concatMap { $0 == 1 ? first.asObservable() : Observable.just($0 * 10) }.subscribe(onNext: { _ in })
                .disposed(by: bag)
            ids.onNext(1)
            ids.onNext(2)
            first.onCompleted()
        },
        WhyShape(
            "merge(maxConcurrent:)", "onNext=30",
            WhyAnswer(
                "on MergeLimitedSinkIter next(30)", triggers: ["on MergeLimitedSinkIter completed"])
        ) { bag in
            let (urls, loads) = (PublishSubject<Int>(), (0..<2).map { _ in PublishSubject<Int>() })
            urls.map { $0 < 2 ? loads[$0].asObservable() : Observable.just($0 * 15) }.merge(maxConcurrent: 2)
                .subscribe(onNext: { _ in }).disposed(by: bag)
            for url in 0...2 { urls.onNext(url) }
            loads[1].onCompleted()
        },
    ]

    /// The element that made an inner source is on the way, too.
    @Test(arguments: [1, 2])
    func aWaitingInnerSourceLeadsToItsElement(maxConcurrent: Int) throws {
        let bag = DisposeBag()
        let last = 10 * (maxConcurrent + 1)
        let chain = try #require(
            try WhyAnswer.chain("onNext=\(last)") {
                let (ids, loads) = (PublishSubject<Int>(), (0..<maxConcurrent).map { _ in PublishSubject<Int>() })
                ids.map { $0 <= maxConcurrent ? loads[$0 - 1].asObservable() : Observable.just($0 * 10) }
                    .merge(maxConcurrent: maxConcurrent).subscribe(onNext: { _ in }).disposed(by: bag)
                for id in 1...maxConcurrent + 1 { ids.onNext(id) }
                loads[0].onCompleted()
            })
        #expect(chain.steps.last.map { WhyAnswer.words($0) } == "on PublishSubject next(\(maxConcurrent + 1))")
    }

    /// What an element waited in a backlog is the time since it was handed in, not since its work was scheduled.
    @Test func theWaitingOfABacklogIsThatOfTheElement() throws {
        let bag = DisposeBag()
        let program = Self.backlog(ConcurrentDispatchQueueScheduler(qos: .default))
        let trace = WhyAnswer.record { program(bag) }
        let source = TraceInMemory(trace)
        let chain = try #require(try EventQuery("onNext=30")?.explain(in: source)?.chain)
        let step = try #require(chain.steps.first { $0.kept != nil })
        let kept = try #require(step.kept)
        let waited = try #require(step.sides.first?.call.waited)
        #expect(kept > waited)
        let handedIn = try #require(
            trace.calls.first { $0.id == step.call.origin }?.start)
        #expect(step.call.start == handedIn + kept)
        // The figures say the same.
        let statistics = try TraceStatistics(source, by: .operator)
        let row = try #require(statistics.rows.first { $0.name == "ObserveOn" })
        #expect(row.totals.longestWait >= kept)
    }
}
