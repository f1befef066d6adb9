import RxTraceKit
import Testing

@testable import RxInstrumented

/// `why` tells a late subscriber who sent what it is given, and that its subscribe asked for it.
@Suite struct WhyLateSubscriberTests {
    @Test(arguments: shapes)
    func theElementIsFollowed(shape: WhyShape) throws {
        #expect(try shape.answered() == shape.answer)
    }

    private static let shapes: [WhyShape] = [
        WhyShape(
            "BehaviorSubject", "onNext",
            WhyAnswer("on BehaviorSubject next(2)", triggers: ["subscribe BehaviorSubject"])
        ) { bag in
            let subject = BehaviorSubject(value: 1)
            subject.onNext(2)
            subject.subscribe(onNext: { _ in }).disposed(by: bag)
        },
        WhyShape(
            "BehaviorSubject's first value", "onNext",
            WhyAnswer("create BehaviorSubject", triggers: ["subscribe Map"])
        ) { bag in
            BehaviorSubject(value: 1).map { $0 + 1 }.subscribe(onNext: { _ in }).disposed(by: bag)
        },
        WhyShape(
            "ReplaySubject of one", "onNext", WhyAnswer("on ReplayOne next(2)", triggers: ["subscribe ReplayOne"])
        ) { bag in
            let subject = ReplaySubject<Int>.create(bufferSize: 1)
            for number in 1...2 { subject.onNext(number) }
            subject.subscribe(onNext: { _ in }).disposed(by: bag)
        },
        WhyShape(
            "ReplaySubject of several", "onNext=3",
            WhyAnswer("on ReplayMany next(3)", triggers: ["subscribe ReplayMany"])
        ) { bag in
            let subject = ReplaySubject<Int>.create(bufferSize: 2)
            for number in 1...4 { subject.onNext(number) }
            subject.subscribe(onNext: { _ in }).disposed(by: bag)
        },
        WhyShape(
            "ReplaySubject of all", "onNext=1", WhyAnswer("on ReplayAll next(1)", triggers: ["subscribe ReplayAll"])
        ) { bag in
            let subject = ReplaySubject<Int>.createUnbounded()
            for number in 1...4 { subject.onNext(number) }
            subject.subscribe(onNext: { _ in }).disposed(by: bag)
        },
        WhyShape(
            "AsyncSubject", "onNext", WhyAnswer("on AsyncSubject next(2)", triggers: ["on AsyncSubject completed"])
        ) { bag in
            let subject = AsyncSubject<Int>()
            for _ in 0..<2 { subject.map { $0 + 1 }.subscribe(onNext: { _ in }).disposed(by: bag) }
            for number in 1...2 { subject.onNext(number) }
            subject.onCompleted()
        },
        WhyShape(
            "AsyncSubject, late", "onNext", WhyAnswer("on AsyncSubject next(2)", triggers: ["subscribe AsyncSubject"])
        ) { bag in
            let subject = AsyncSubject<Int>()
            for number in 1...2 { subject.onNext(number) }
            subject.onCompleted()
            subject.subscribe(onNext: { _ in }).disposed(by: bag)
        },
        WhyShape(
            "share(replay: 1)", "onNext",
            WhyAnswer("on PublishSubject next(1)", triggers: ["subscribe ShareReplay1WhileConnected"])
        ) { bag in
            let source = PublishSubject<Int>()
            let shared = source.map { $0 * 10 }.share(replay: 1)
            shared.subscribe(onNext: { _ in }).disposed(by: bag)
            source.onNext(1)
            shared.subscribe(onNext: { _ in }).disposed(by: bag)
        },
        WhyShape(
            "share(replay: 2, scope: .forever)", "onNext",
            WhyAnswer("on PublishSubject next(2)", triggers: ["subscribe Filter"])
        ) { bag in
            let source = PublishSubject<Int>()
            let shared = source.share(replay: 2, scope: .forever)
            shared.subscribe(onNext: { _ in }).disposed(by: bag)
            for number in 1...2 { source.onNext(number) }
            shared.filter { $0 > 0 }.subscribe(onNext: { _ in }).disposed(by: bag)
        },
        WhyShape(
            "replay", "onNext",
            WhyAnswer("on PublishSubject next(2)", triggers: ["subscribe ConnectableObservableAdapter"])
        ) { bag in
            let source = PublishSubject<Int>()
            let replayed = source.replay(1)
            replayed.connect().disposed(by: bag)
            for number in 1...2 { source.onNext(number) }
            replayed.subscribe(onNext: { _ in }).disposed(by: bag)
        },
        WhyShape(
            "delay, combineLatest, share(replay: 1)", "onNext",
            WhyAnswer(
                "on PublishSubject next(Ann)", triggers: ["subscribe ShareReplay1WhileConnected"],
                parts: ["on PublishSubject next(Ann)", "on PublishSubject next(30)"])
        ) { bag in
            let (clock, name, age) = (HistoricalScheduler(), PublishSubject<String>(), PublishSubject<Int>())
            let profile = Observable.combineLatest(name.delay(.seconds(1), scheduler: clock), age) { "\($0) \($1)" }
                .share(replay: 1)
            profile.subscribe(onNext: { _ in }).disposed(by: bag)
            name.onNext("Ann")
            age.onNext(30)
            clock.start()
            profile.subscribe(onNext: { _ in }).disposed(by: bag)
        },
        WhyShape(
            "ReplaySubject, delay", "onNext=2",
            WhyAnswer("on ReplayAll next(2)", triggers: ["invoke", "subscribe Delay"])
        ) { bag in
            let (clock, subject) = (HistoricalScheduler(), ReplaySubject<Int>.createUnbounded())
            for number in 1...2 { subject.onNext(number) }
            subject.delay(.seconds(1), scheduler: clock).subscribe(onNext: { _ in }).disposed(by: bag)
            clock.start()
        },
        WhyShape("share, not late", "onNext=2", WhyAnswer("on PublishSubject next(2)")) { bag in
            let source = PublishSubject<Int>()
            let shared = source.share()
            for _ in 0..<2 { shared.subscribe(onNext: { _ in }).disposed(by: bag) }
            for number in 1...2 { source.onNext(number) }
        },
    ]
}
