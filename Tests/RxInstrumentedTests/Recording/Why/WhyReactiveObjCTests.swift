import ReactiveObjC
import RxTraceKit
import Testing

@testable import RxInstrumented

/// `why` follows an element through ReactiveObjC's operators and subjects.
@Suite struct WhyReactiveObjCTests {
    private func answer(_ program: @escaping (_ scheduler: RACTestScheduler) -> Void) throws -> WhyAnswer? {
        let scheduler = RACTestScheduler()
        let source = TraceInMemory(
            WhyAnswer.record {
                scheduler.schedule { program(scheduler) }
                scheduler.stepAll()
            })
        let explained = try EventQuery("nextBlock")?.explain(in: source)
        return explained.map { WhyAnswer($0.chain) }
    }

    @Test func aReplayingSubject() throws {
        let answer = try answer { _ in
            let subject = RACReplaySubject<Int>(capacity: 1)
            for number in 1...2 { subject.sendNext(number) }
            subject.subscribeNext { _ in }
        }
        #expect(answer == WhyAnswer("on RACReplaySubject next(2)", triggers: ["subscribe RACReplaySubject"]))
    }

    @Test func aBehaviorSubject() throws {
        let answer = try answer { _ in
            let subject = RACBehaviorSubject<Int>(defaultValue: 0)
            subject.sendNext(1)
            subject.subscribeNext { _ in }
        }
        #expect(answer == WhyAnswer("on RACBehaviorSubject next(1)", triggers: ["subscribe RACBehaviorSubject"]))
    }

    @Test func aBehaviorSubjectsFirstValue() throws {
        let answer = try answer { _ in RACBehaviorSubject<Int>(defaultValue: 0).subscribeNext { _ in } }
        #expect(answer == WhyAnswer("create RACBehaviorSubject", triggers: ["subscribe RACBehaviorSubject"]))
    }

    @Test func combineLatest() throws {
        let answer = try answer { _ in
            let (numbers, letters) = (RACSubject<Int>(), RACSubject<String>())
            numbers.combineLatestWith(letters).subscribeNext { _ in }
            numbers.sendNext(1)
            letters.sendNext("x")
            numbers.sendNext(2)
        }
        #expect(
            answer == WhyAnswer("on RACSubject next(2)", parts: ["on RACSubject next(2)", "on RACSubject next(x)"]))
    }

    @Test func zip() throws {
        let answer = try answer { _ in
            let (numbers, letters) = (RACSubject<Int>(), RACSubject<String>())
            numbers.zipWith(letters).subscribeNext { _ in }
            for number in 1...2 { numbers.sendNext(number) }
            for letter in ["x", "y"] { letters.sendNext(letter) }
        }
        #expect(
            answer == WhyAnswer("on RACSubject next(y)", parts: ["on RACSubject next(2)", "on RACSubject next(y)"]))
    }

    @Test func throttleAtTheEnd() throws {
        let answer = try answer { _ in
            let taps = RACSubject<Int>()
            taps.throttle(1).subscribeNext { _ in }
            for tap in 1...2 { taps.sendNext(tap) }
            taps.sendCompleted()
        }
        #expect(answer == WhyAnswer("on RACSubject next(2)", triggers: ["on RACSubscriber completed"]))
    }

    // The timer was set by the value itself.
    @Test func throttleAndDeliverOn() throws {
        let answer = try answer { scheduler in
            let taps = RACSubject<Int>()
            taps.throttle(1).deliverOn(scheduler).subscribeNext { _ in }
            for tap in 1...2 { taps.sendNext(tap) }
        }
        #expect(answer == WhyAnswer("on RACSubject next(2)"))
    }

    @Test func scan() throws {
        let answer = try answer { _ in
            let numbers = RACSubject<Int>()
            numbers.scanWithStart(0) { $0 + $1 }.subscribeNext { _ in }
            for number in 1...3 { numbers.sendNext(number) }
        }
        #expect(answer?.before == 2)
    }
}
