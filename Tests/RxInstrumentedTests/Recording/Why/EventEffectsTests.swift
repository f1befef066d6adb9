import RxTraceKit
import Testing

@testable import RxInstrumented

/// `why --effects` tells where each branch of an event's effects ended, and why a closure never ran.
@Suite struct EventEffectsTests {
    /// A program whose `number`th event that its own code sends is asked about, and the ends of its branches.
    struct Shape: CustomTestStringConvertible, Sendable {
        let name: String
        let number: Int
        let ends: [String]
        let program: @Sendable (DisposeBag) -> Void

        init(_ name: String, nth number: Int = 1, _ end: String, program: @escaping @Sendable (DisposeBag) -> Void) {
            (self.name, self.number, self.program) = (name, number, program)
            ends = [end]
        }

        var testDescription: String { name }
    }

    private static let signs = ["✕ ", "… "]

    /// The lines that tell ends, without places and numbers of calls.
    private static func ends(in text: String) throws -> [String] {
        let place = try Regex(" \\([^)]*:[0-9]+\\)")
        let number = try Regex("@[0-9]+( \\(line [0-9]+\\))?")
        return text.split(separator: "\n").compactMap { line -> String? in
            for sign in signs {
                let parts = line.split(separator: sign)
                if parts.count > 1 {
                    return String(parts[parts.count - 1]).replacing(place, with: "").replacing(number, with: "@")
                }
            }
            return nil
        }
    }

    private static func text(_ write: (TextOutput) throws -> Void) throws -> String {
        var text = ""
        let output = TextOutput { text += String(decoding: $0, as: UTF8.self) }
        try write(output)
        try output.flush()
        return text
    }

    private static func unreached(_ word: String, in source: any TraceSource) throws -> UnreachedClosure? {
        let query = try #require(EventQuery(word))
        return try UnreachedClosure(query, in: source)
    }

    @Test(arguments: shapes)
    func eachBranchEndsInWords(shape: Shape) throws {
        let bag = DisposeBag()
        let trace = WhyAnswer.record { shape.program(bag) }
        let sent = trace.calls.filter { $0.operation == .on && $0.parent == nil }
        let event = try #require(sent.dropFirst(shape.number - 1).first)
        let source = TraceInMemory(trace)
        let effects = try #require(try EventEffects(of: event.id, in: source))
        let text = try Self.text { try EventEffectsRenderer().render(effects, of: event.id, in: source, to: $0) }
        #expect(try Self.ends(in: text) == shape.ends, "\(text)")
    }

    private static let shapes: [Shape] = [
        Shape("distinctUntilChanged", nth: 2, "dropped by distinctUntilChanged, equal to @") { bag in
            let numbers = PublishSubject<Int>()
            numbers.distinctUntilChanged().subscribe(onNext: { _ in }).disposed(by: bag)
            for _ in 1...2 { numbers.onNext(1) }
        },
        Shape("filter", "dropped by filter") { bag in
            let numbers = PublishSubject<Int>()
            numbers.filter { $0 > 1 }.subscribe(onNext: { _ in }).disposed(by: bag)
            numbers.onNext(1)
        },
        Shape("ignoreElements", "dropped by ignoreElements") { bag in
            let numbers = PublishSubject<Int>()
            numbers.ignoreElements().asObservable().subscribe(onCompleted: {}).disposed(by: bag)
            numbers.onNext(1)
        },
        Shape("combineLatest", "kept by combineLatest, which still waits for PublishSubject#2") { bag in
            let (total, coupon) = (PublishSubject<Int>(), PublishSubject<Int>())
            Observable.combineLatest(total, coupon) { $0 - $1 }.subscribe(onNext: { _ in }).disposed(by: bag)
            total.onNext(1)
        },
        Shape("combineLatest of chains", "kept by combineLatest, which still waits for startWith and filter") { bag in
            let all = (0..<3).map { _ in PublishSubject<Int>() }
            Observable.combineLatest(all[0], Observable<Int>.never().startWith(), all[2].filter { $0 > 3 })
                .subscribe(onNext: { _ in }).disposed(by: bag)
            all[0].onNext(1)
            all[2].onNext(2)
        },
        Shape("combineLatest, replaced", nth: 1, "kept by combineLatest until @ took its place") { bag in
            let (total, coupon) = (PublishSubject<Int>(), PublishSubject<Int>())
            Observable.combineLatest(total, coupon) { $0 - $1 }.subscribe(onNext: { _ in }).disposed(by: bag)
            total.onNext(1)
            total.onNext(2)
            coupon.onNext(3)
        },
        Shape("zip", nth: 2, "kept by zip") { bag in
            let (numbers, letters) = (PublishSubject<Int>(), PublishSubject<String>())
            Observable.zip(letters, numbers).subscribe(onNext: { _ in }).disposed(by: bag)
            numbers.onNext(1)
            numbers.onNext(2)
            letters.onNext("a")
        },
        Shape("zip with what is empty", "kept by zip for nothing: empty completed without an element") { bag in
            let numbers = PublishSubject<Int>()
            Observable.zip(numbers, Observable<Int>.empty()).subscribe(onNext: { _ in }).disposed(by: bag)
            numbers.onNext(1)
        },
        Shape("withLatestFrom", "dropped by withLatestFrom, which had got nothing from PublishSubject#2") { bag in
            let (taps, form) = (PublishSubject<Int>(), PublishSubject<String>())
            taps.withLatestFrom(form).subscribe(onNext: { _ in }).disposed(by: bag)
            taps.onNext(1)
            form.onNext("late")
        },
        Shape("reduce", "kept by reduce, which waits for the end of its source") { bag in
            let numbers = PublishSubject<Int>()
            numbers.reduce(0, accumulator: +).subscribe(onNext: { _ in }).disposed(by: bag)
            numbers.onNext(1)
        },
        Shape("nobody", "nobody had subscribed") { _ in PublishSubject<Int>().onNext(1) },
        Shape("nobody any more", "nobody was subscribed: the only subscriber left at @, by dispose") { _ in
            let numbers = PublishSubject<Int>()
            numbers.map { $0 }.subscribe(onNext: { _ in }).dispose()
            numbers.onNext(1)
        },
        Shape("switched", nth: 3, "nobody was subscribed: the only subscriber left at @, by switch") { bag in
            let query = PublishSubject<Int>()
            let results = [PublishSubject<Int>(), PublishSubject<Int>()]
            query.flatMapLatest { results[$0] }.subscribe(onNext: { _ in }).disposed(by: bag)
            query.onNext(0)
            query.onNext(1)
            results[0].onNext(1)
        },
        Shape("after the end", nth: 2, "came after completed at @") { bag in
            let numbers = PublishSubject<Int>()
            numbers.subscribe(onNext: { _ in }, onCompleted: {}).disposed(by: bag)
            numbers.onCompleted()
            numbers.onNext(1)
        },
        Shape("kept for later", "kept by BehaviorSubject for those who subscribe later") { _ in
            BehaviorSubject(value: 0).onNext(1)
        },
        Shape("kept for later, replaced", "kept by ReplayOne until @ took its place") { _ in
            let last = ReplaySubject<Int>.create(bufferSize: 1)
            for number in 1...2 { last.onNext(number) }
        },
        Shape("behind the end of what is kept", nth: 3, "came after completed at @") { _ in
            let all = ReplaySubject<Int>.createUnbounded()
            all.onNext(1)
            all.onCompleted()
            all.onNext(2)
        },
        Shape("delay, disposed", "cancelled by @, before HistoricalScheduler ran it") { _ in
            let numbers = PublishSubject<Int>()
            let subscription = numbers.delay(.seconds(1), scheduler: HistoricalScheduler()).subscribe(onNext: { _ in })
            numbers.onNext(1)
            subscription.dispose()
        },
        Shape("delay, not due", "waits for HistoricalScheduler, which had not run it at the end") { bag in
            let numbers = PublishSubject<Int>()
            numbers.delay(.seconds(1), scheduler: HistoricalScheduler()).subscribe(onNext: { _ in }).disposed(by: bag)
            numbers.onNext(1)
        },
        Shape("debounce, replaced", "kept by debounce until @ took its place") { bag in
            let numbers = PublishSubject<Int>()
            numbers.debounce(.seconds(1), scheduler: HistoricalScheduler()).subscribe(onNext: { _ in })
                .disposed(by: bag)
            for number in 1...2 { numbers.onNext(number) }
        },
        Shape("throttle, replaced", nth: 2, "kept by throttle until @ took its place") { bag in
            let (numbers, clock) = (PublishSubject<Int>(), HistoricalScheduler())
            numbers.throttle(.seconds(1), scheduler: clock).subscribe(onNext: { _ in }).disposed(by: bag)
            for number in 1...3 { numbers.onNext(number) }
            clock.advanceTo(clock.now.addingTimeInterval(2))
        },
        Shape("no closure", "reached subscription 1, which has no closure for it") { bag in
            let numbers = PublishSubject<Int>()
            numbers.subscribe(onNext: { _ in }).disposed(by: bag)
            numbers.onCompleted()
        },
        Shape("two subscribers", "dropped by filter") { bag in
            let numbers = PublishSubject<Int>()
            numbers.filter { $0 > 1 }.subscribe(onNext: { _ in }).disposed(by: bag)
            numbers.subscribe(onNext: { _ in }).disposed(by: bag)
            numbers.onNext(1)
        },
    ]

    @Test func anElementThatWasKeptIsFollowed() throws {
        let bag = DisposeBag()
        let trace = WhyAnswer.record {
            let (total, coupon) = (PublishSubject<Int>(), PublishSubject<Int>())
            Observable.combineLatest(total, coupon) { $0 - $1 }.subscribe(onNext: { _ in }).disposed(by: bag)
            total.onNext(5)
            coupon.onNext(3)
        }
        let first = try #require(trace.calls.first { $0.operation == .on && $0.parent == nil })
        let effects = try #require(try EventEffects(of: first.id, in: TraceInMemory(trace)))
        #expect(effects.effects.contains { $0.wasKept && $0.step.call.operation == .forwardOn })
        #expect(effects.effects.contains { $0.step.call.operation == .handler && $0.step.event?.value == "2" })
        #expect(effects.effects.allSatisfy { $0.end == nil })
    }

    @Test func aClosureThatNeverRanSaysHowFarEventsCame() throws {
        let bag = DisposeBag()
        let trace = WhyAnswer.record {
            let (total, coupon) = (PublishSubject<Int>(), PublishSubject<Int>())
            Observable.combineLatest(total, coupon) { $0 - $1 }.subscribe(onNext: { _ in }).disposed(by: bag)
            for number in 1...3 { total.onNext(number) }
        }
        let source = TraceInMemory(trace)
        let unreached = try #require(try Self.unreached("onNext", in: source))
        let text = try Self.text {
            try UnreachedClosureRenderer().render(unreached, word: "onNext", of: source, to: $0)
        }
        #expect(text.hasPrefix("why: no closure onNext ran\n"))
        #expect(
            try Self.ends(in: text).contains("kept by combineLatest, which still waits for PublishSubject#2"), "\(text)"
        )
        #expect(text.contains("nothing was sent into PublishSubject#2"))
        #expect(text.contains("subscription 1 to combineLatest is still live"))
        #expect(try Self.unreached("transform", in: source) == nil)
    }

    @Test func callsThatAreMissingAreTold() throws {
        var trace = WhyAnswer.record { PublishSubject<Int>().onNext(1) }
        trace.drops = Trace.Drops(limit: 7)
        let source = TraceInMemory(trace)
        let unreached = try #require(try Self.unreached("onNext=2", in: source))
        let text = try Self.text {
            try UnreachedClosureRenderer().render(unreached, word: "onNext=2", of: source, to: $0)
        }
        #expect(text.hasSuffix("\n  calls are missing in which it may have run: 7 dropped (beyond the limit)\n"))
        let event = try #require(trace.calls.first { $0.operation == .on })
        let effects = try #require(try EventEffects(of: event.id, in: source))
        let forward = try Self.text { try EventEffectsRenderer().render(effects, of: event.id, in: source, to: $0) }
        #expect(forward.hasSuffix(", 7 dropped (beyond the limit)\n"))
        let table = try Self.text {
            try StatisticsTable(sortedBy: .calls).render(TraceStatistics(source, by: .operator), of: source, to: $0)
        }
        #expect(table.hasSuffix(", 7 dropped (beyond the limit)\n"))
    }

    @Test func aClosureThatRanIsExplainedAsEver() throws {
        let bag = DisposeBag()
        let trace = WhyAnswer.record { Observable.just(1).subscribe(onNext: { _ in }).disposed(by: bag) }
        let source = TraceInMemory(trace)
        #expect(try Self.unreached("onNext", in: source) == nil)
        #expect(try Self.unreached("onNext=2", in: source) != nil)
        #expect(try Self.unreached("last", in: source) == nil)
    }
}
