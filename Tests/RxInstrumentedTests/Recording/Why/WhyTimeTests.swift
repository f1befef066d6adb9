import Foundation
import RxTraceKit
import Testing

@testable import RxInstrumented

/// `why` follows an element through operators that keep it for a time, and tells their timers beside it.
@Suite struct WhyTimeTests {
    @Test(arguments: shapes)
    func theElementIsFollowed(shape: WhyShape) throws {
        #expect(try shape.answered() == shape.answer)
    }

    private static let shapes: [WhyShape] = [
        WhyShape("delay, first", "onNext=a", WhyAnswer("forwardOn ObservableSequenceSink next(a)")) { bag in
            let clock = HistoricalScheduler()
            Observable.of("a", "b", "c").delay(.milliseconds(10), scheduler: clock).subscribe(onNext: { _ in })
                .disposed(by: bag)
            clock.start()
        },
        WhyShape(
            "delay, last", "onNext=c", WhyAnswer("forwardOn ObservableSequenceSink next(c)", triggers: ["invoke"])
        ) { bag in
            let clock = HistoricalScheduler()
            Observable.of("a", "b", "c").delay(.milliseconds(10), scheduler: clock).subscribe(onNext: { _ in })
                .disposed(by: bag)
            clock.start()
        },
        WhyShape(
            "delay, completion", "onCompleted",
            WhyAnswer("forwardOn ObservableSequenceSink completed", triggers: ["invoke"])
        ) { bag in
            let clock = HistoricalScheduler()
            Observable.of("a").delay(.seconds(1), scheduler: clock).subscribe(onCompleted: {}).disposed(by: bag)
            clock.start()
        },
        WhyShape("throttle", "onNext=3", WhyAnswer("on PublishSubject next(3)", triggers: ["invoke"])) { bag in
            let (clock, taps) = (HistoricalScheduler(), PublishSubject<Int>())
            taps.throttle(.seconds(1), scheduler: clock).subscribe(onNext: { _ in }).disposed(by: bag)
            for tap in 1...3 { taps.onNext(tap) }
            clock.start()
        },
        WhyShape("throttle, at once", "onNext=1", WhyAnswer("on PublishSubject next(1)")) { bag in
            let (clock, taps) = (HistoricalScheduler(), PublishSubject<Int>())
            taps.throttle(.seconds(1), scheduler: clock).subscribe(onNext: { _ in }).disposed(by: bag)
            taps.onNext(1)
        },
        // The timer was set by the element itself.
        WhyShape("debounce", "onNext=ab", WhyAnswer("on PublishSubject next(ab)")) { bag in
            let (clock, text) = (HistoricalScheduler(), PublishSubject<String>())
            text.debounce(.seconds(1), scheduler: clock).subscribe(onNext: { _ in }).disposed(by: bag)
            text.onNext("a")
            text.onNext("ab")
            clock.start()
        },
        WhyShape(
            "debounce, at the end", "onNext=ab",
            WhyAnswer("on PublishSubject next(ab)", triggers: ["on DebounceSink completed"])
        ) { bag in
            let (clock, text) = (HistoricalScheduler(), PublishSubject<String>())
            text.debounce(.seconds(1), scheduler: clock).subscribe(onNext: { _ in }).disposed(by: bag)
            text.onNext("ab")
            text.onCompleted()
        },
        WhyShape(
            "sample", "onNext=2", WhyAnswer("on PublishSubject next(2)", triggers: ["on SamplerSink next(())"])
        ) { bag in
            let (position, tick) = (PublishSubject<Int>(), PublishSubject<Void>())
            position.sample(tick).subscribe(onNext: { _ in }).disposed(by: bag)
            position.onNext(1)
            position.onNext(2)
            tick.onNext(())
        },
        WhyShape(
            "buffer by time", "onNext",
            WhyAnswer(
                "on PublishSubject next(3)", triggers: ["invoke"],
                parts: (1...3).map { "on PublishSubject next(\($0))" })
        ) { bag in
            let (clock, log) = (HistoricalScheduler(), PublishSubject<Int>())
            log.buffer(timeSpan: .seconds(5), count: 100, scheduler: clock).subscribe(onNext: { _ in })
                .disposed(by: bag)
            for line in 1...3 { log.onNext(line) }
            clock.advanceTo(Date(timeIntervalSince1970: 6))
        },
        WhyShape(
            "buffer by count", "onNext",
            WhyAnswer("on PublishSubject next(2)", parts: (1...2).map { "on PublishSubject next(\($0))" })
        ) { bag in
            let (clock, log) = (HistoricalScheduler(), PublishSubject<Int>())
            log.buffer(timeSpan: .seconds(5), count: 2, scheduler: clock).subscribe(onNext: { _ in })
                .disposed(by: bag)
            for line in 1...2 { log.onNext(line) }
        },
        WhyShape("window", "onNext=3", WhyAnswer("on PublishSubject next(3)")) { bag in
            let (clock, log) = (HistoricalScheduler(), PublishSubject<Int>())
            log.window(timeSpan: .seconds(5), count: 2, scheduler: clock).flatMap { $0 }.subscribe(onNext: { _ in })
                .disposed(by: bag)
            for line in 1...3 { log.onNext(line) }
        },
        WhyShape("delaySubscription", "onNext=2", WhyAnswer("forwardOn ObservableSequenceSink next(2)")) { bag in
            let clock = HistoricalScheduler()
            Observable.of(1, 2).delaySubscription(.seconds(1), scheduler: clock).subscribe(onNext: { _ in })
                .disposed(by: bag)
            clock.start()
        },
        WhyShape(
            "debounce, flatMapLatest, delay, observe(on:)", "onNext=ab!", WhyAnswer("on DelaySink next(ab!)")
        ) { bag in
            let (clock, text) = (HistoricalScheduler(), PublishSubject<String>())
            text.debounce(.milliseconds(300), scheduler: clock)
                .flatMapLatest { Observable.just($0 + "!").delay(.seconds(1), scheduler: clock) }
                .observe(on: clock)
                .subscribe(onNext: { _ in }).disposed(by: bag)
            text.onNext("a")
            text.onNext("ab")
            clock.start()
        },
    ]
}
