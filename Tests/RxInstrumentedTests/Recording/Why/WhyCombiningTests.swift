import RxTraceKit
import Testing

@testable import RxInstrumented

/// `why` names where each part of a combined element came from, and what an accumulated one was made of.
@Suite struct WhyCombiningTests {
    @Test(arguments: shapes)
    func theElementIsFollowed(shape: WhyShape) throws {
        #expect(try shape.answered() == shape.answer)
    }

    private static func sent(_ values: String...) -> [String] { values.map { "on PublishSubject next(\($0))" } }

    private static let shapes: [WhyShape] = [
        WhyShape(
            "combineLatest", "onNext", WhyAnswer("on PublishSubject next(2)", parts: sent("Ann", "2"))
        ) { bag in
            let (name, age) = (PublishSubject<String>(), PublishSubject<Int>())
            Observable.combineLatest(name, age) { "\($0) \($1)" }.subscribe(onNext: { _ in }).disposed(by: bag)
            name.onNext("Ann")
            age.onNext(1)
            age.onNext(2)
        },
        WhyShape(
            "combineLatest of three", "onNext", WhyAnswer("on PublishSubject next(4)", parts: sent("4", "2", "3"))
        ) { bag in
            let all = (0..<3).map { _ in PublishSubject<Int>() }
            Observable.combineLatest(all[0], all[1], all[2]).subscribe(onNext: { _ in }).disposed(by: bag)
            for (index, subject) in all.enumerated() { subject.onNext(index + 1) }
            all[0].onNext(4)
        },
        WhyShape(
            "combineLatest of a collection", "onNext",
            WhyAnswer("on PublishSubject next(4)", parts: sent("1", "4", "3"))
        ) { bag in
            let all = (0..<3).map { _ in PublishSubject<Int>() }
            Observable.combineLatest(all).subscribe(onNext: { _ in }).disposed(by: bag)
            for (index, subject) in all.enumerated() { subject.onNext(index + 1) }
            all[1].onNext(4)
        },
        WhyShape(
            "combineLatest of one source", "onNext", nth: 3,
            WhyAnswer(
                "on BehaviorSubject next(2)", parts: ["on BehaviorSubject next(2)", "on BehaviorSubject next(2)"])
        ) { bag in
            let number = BehaviorSubject(value: 1)
            Observable.combineLatest(number.map { $0 * 2 }, number.map { $0 * 3 }) { $0 + $1 }
                .subscribe(onNext: { _ in }).disposed(by: bag)
            number.onNext(2)
        },
        WhyShape("zip", "onNext", WhyAnswer("on PublishSubject next(y)", parts: sent("2", "y"))) { bag in
            let (numbers, letters) = (PublishSubject<Int>(), PublishSubject<String>())
            Observable.zip(numbers, letters).subscribe(onNext: { _ in }).disposed(by: bag)
            for number in 1...3 { numbers.onNext(number) }
            for letter in ["x", "y"] { letters.onNext(letter) }
        },
        WhyShape(
            "zip of four", "onNext", WhyAnswer("on PublishSubject next(41)", parts: sent("11", "21", "31", "41"))
        ) { bag in
            let all = (0..<4).map { _ in PublishSubject<Int>() }
            Observable.zip(all[0], all[1], all[2], all[3]).subscribe(onNext: { _ in }).disposed(by: bag)
            for (index, subject) in all.enumerated() {
                for number in 0..<2 { subject.onNext(10 * index + 10 + number) }
            }
        },
        WhyShape(
            "zip of a collection", "onNext", WhyAnswer("on PublishSubject next(2)", parts: sent("1", "2", "3"))
        ) { bag in
            let all = (0..<3).map { _ in PublishSubject<Int>() }
            Observable.zip(all).subscribe(onNext: { _ in }).disposed(by: bag)
            for index in [0, 2, 1] { all[index].onNext(index + 1) }
        },
        WhyShape(
            "withLatestFrom", "onNext",
            WhyAnswer("on PublishSubject next(draft)", triggers: ["on WithLatestFromSink next(())"])
        ) { bag in
            let (taps, text) = (PublishSubject<Void>(), PublishSubject<String>())
            taps.withLatestFrom(text).subscribe(onNext: { _ in }).disposed(by: bag)
            text.onNext("draft")
            taps.onNext(())
        },
        WhyShape(
            "withLatestFrom with a selector", "onNext",
            WhyAnswer("on PublishSubject next(1)", parts: sent("1", "draft"))
        ) { bag in
            let (taps, text) = (PublishSubject<Int>(), PublishSubject<String>())
            taps.withLatestFrom(text) { "\($0) \($1)" }.subscribe(onNext: { _ in }).disposed(by: bag)
            text.onNext("draft")
            taps.onNext(1)
        },
        WhyShape("scan", "onNext=6", WhyAnswer("on PublishSubject next(3)", before: 2)) { bag in
            let numbers = PublishSubject<Int>()
            numbers.scan(0, accumulator: +).subscribe(onNext: { _ in }).disposed(by: bag)
            for number in 1...3 { numbers.onNext(number) }
        },
        WhyShape(
            "reduce", "onNext=6",
            WhyAnswer("on PublishSubject next(3)", triggers: ["on ReduceSink completed"], before: 2)
        ) { bag in
            let numbers = PublishSubject<Int>()
            numbers.reduce(0, accumulator: +).subscribe(onNext: { _ in }).disposed(by: bag)
            for number in 1...3 { numbers.onNext(number) }
            numbers.onCompleted()
        },
        WhyShape(
            "toArray", "onSuccess",
            WhyAnswer(
                "on PublishSubject next(3)", triggers: ["on ToArraySink completed"], parts: sent("1", "2", "3"))
        ) { bag in
            let numbers = PublishSubject<Int>()
            numbers.toArray().subscribe(onSuccess: { _ in }).disposed(by: bag)
            for number in 1...3 { numbers.onNext(number) }
            numbers.onCompleted()
        },
        WhyShape(
            "takeLast", "onNext=2",
            WhyAnswer("on PublishSubject next(2)", triggers: ["on TakeLastSink completed"])
        ) { bag in
            let numbers = PublishSubject<Int>()
            numbers.takeLast(2).subscribe(onNext: { _ in }).disposed(by: bag)
            for number in 1...3 { numbers.onNext(number) }
            numbers.onCompleted()
        },
        WhyShape(
            "asSingle", "onSuccess",
            WhyAnswer("on PublishSubject next(1)", triggers: ["on AsSingleSink completed"])
        ) { bag in
            let numbers = PublishSubject<Int>()
            numbers.asSingle().subscribe(onSuccess: { _ in }).disposed(by: bag)
            numbers.onNext(1)
            numbers.onCompleted()
        },
        WhyShape("groupBy", "onNext=3", WhyAnswer("on PublishSubject next(3)")) { bag in
            let numbers = PublishSubject<Int>()
            numbers.groupBy { $0 % 2 }.flatMap { $0 }.subscribe(onNext: { _ in }).disposed(by: bag)
            for number in 1...3 { numbers.onNext(number) }
        },
    ]
}
