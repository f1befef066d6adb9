import RxInstrumented
import RxTraceKit
import Testing

/// Marks change nothing but that they are there: the same program has the same subscriptions, ends, places and faults.
@Suite struct MarkedProgramTests {
    /// A program, to be run with marks around what it does and without.
    struct Program: CustomTestStringConvertible {
        let testDescription: String
        let run: (Marking) -> Void

        init(_ name: String, _ run: @escaping (Marking) -> Void) {
            testDescription = name
            self.run = run
        }
    }

    struct Marking {
        let isOn: Bool

        func callAsFunction<Result>(_ body: () -> Result) -> Result {
            isOn ? Trace.mark("a") { Trace.mark("b", body) } : body()
        }
    }

    static let programs = [
        Program("subscribing, sending and disposing in marks") { mark in
            let subject = mark { PublishSubject<Int>() }
            let subscription = mark { subject.map { $0 + 1 }.subscribe(onNext: { _ in }) }
            mark { subject.onNext(1) }
            mark { subscription.dispose() }
        },
        Program("a closure that makes, subscribes and releases") { mark in
            let subject = PublishSubject<Int>()
            var bag = DisposeBag()
            let outer = subject.subscribe(onNext: { number in
                mark { bag = DisposeBag() }
                mark { Observable.just(number).concat(Observable.never()).subscribe().disposed(by: bag) }
            })
            mark {
                subject.onNext(1)
                subject.onNext(2)
            }
            outer.dispose()
        },
        Program("a subject that is handed an event while it delivers") { mark in
            let subject = PublishSubject<Int>()
            _ = subject.subscribe(onNext: { number in mark { if number < 3 { subject.onNext(number + 1) } } })
            mark { subject.onNext(1) }
        },
        Program("inner subscriptions") { mark in
            let subject = PublishSubject<Int>()
            let inner = PublishSubject<Int>()
            _ = subject.flatMapLatest { _ in mark { inner.asObservable().startWith(0) } }.take(3).subscribe()
            mark {
                subject.onNext(1)
                inner.onNext(2)
                subject.onNext(3)
            }
        },
        Program("a source that sends in its closure") { mark in
            let source = Observable<Int>.create { observer in
                mark { observer.onNext(1) }
                mark { observer.onCompleted() }
                return mark { Disposables.create { mark {} } }
            }
            mark { _ = source.subscribe(onNext: { _ in }, onDisposed: { mark {} }) }
            mark { _ = source.subscribe() }
        },
        Program("a shared source, disposed in a handler") { mark in
            let subject = PublishSubject<Int>()
            let shared = subject.share()
            let serial = SerialDisposable()
            serial.disposable = mark { shared.subscribe(onNext: { _ in mark { serial.dispose() } }) }
            _ = mark { shared.subscribe() }
            mark { subject.onNext(1) }
        },
    ]

    private func record(_ program: Program, marked: Bool) -> Trace {
        Trace.record("program", options: RecordingOptions(scope: .caused)) { program.run(Marking(isOn: marked)) }
    }

    /// The trace without its marks, its calls numbered as if they had never been.
    private func withoutMarks(_ trace: Trace) -> Trace {
        var result = trace
        var numbers: [Int: Int?] = [:]
        result.calls = []
        result.run = nil
        for var call in trace.calls {
            let parent = call.parent.flatMap { numbers[$0] ?? nil }
            guard call.operation != .mark else {
                numbers[call.id] = .some(parent)
                continue
            }
            numbers[call.id] = result.calls.count + 1
            call.id = result.calls.count + 1
            call.parent = parent
            call.cause = call.cause.flatMap { numbers[$0] ?? nil }
            (call.start, call.duration) = (nil, nil)
            result.calls.append(call)
        }
        return result
    }

    @Test(arguments: programs)
    func itIsTheSameTraceButForItsMarks(program: Program) throws {
        let plain = record(program, marked: false)
        let marked = record(program, marked: true)
        #expect(plain.calls.count > 10)
        #expect(marked.calls.contains { $0.operation == .mark })
        #expect(withoutMarks(marked) == withoutMarks(plain))
    }

    @Test(arguments: programs)
    func theAnswersAreTheSame(program: Program) throws {
        let plain = TraceInMemory(record(program, marked: false))
        let marked = TraceInMemory(record(program, marked: true))
        for canonical in [false, true] {
            let (old, new) =
                canonical
                ? (TraceInMemory(plain.whole.canonical()), TraceInMemory(marked.whole.canonical())) : (plain, marked)
            let findings = try Lint().findings(in: old)
            #expect(try Lint().findings(in: new).map(\.message) == findings.map(\.message))
            #expect(try Lint().findings(in: new).map(\.site) == findings.map(\.site))
            let leaks = try LeakSearch().leaks(in: old)
            #expect(try LeakSearch().leaks(in: new).map(\.keeper) == leaks.map(\.keeper))
            #expect(try LeakSearch().leaks(in: new).map(\.subscriptions) == leaks.map(\.subscriptions))
            let statistics = try TraceStatistics(old, by: .operator).rows
            let others = try TraceStatistics(new, by: .operator).rows
            #expect(others.map(\.name) == statistics.map(\.name))
            #expect(others.map(\.totals.calls) == statistics.map(\.totals.calls))
            #expect(others.map(\.totals.eventsOut) == statistics.map(\.totals.eventsOut))
        }
    }

    @Test func theProgramsHaveFaultsAndLeaksToTellOf() throws {
        let traces = Self.programs.map { TraceInMemory(record($0, marked: true)) }
        let rules = Set(try traces.flatMap { try Lint().findings(in: $0) }.map(\.rule))
        #expect(rules.isSuperset(of: ["reentrance", "uncompleted-subject", "repeated-side-effect"]), "\(rules)")
        #expect(try traces.contains { try !LeakSearch().leaks(in: $0).isEmpty })
    }

    @Test(arguments: programs)
    func theZoomOfTheUserShowsTheSameCalls(program: Program) throws {
        var filter = TraceFilter()
        for zoom in Zoom.allCases {
            filter.zoom = zoom
            let plain = try filter.apply(to: TraceInMemory(record(program, marked: false))).trace()
            let marked = try filter.apply(to: TraceInMemory(record(program, marked: true))).trace()
            #expect(
                withoutMarks(marked).calls.map(\.operation) == withoutMarks(plain).calls.map(\.operation), "\(zoom)")
        }
    }

    @Test func whyGoesThroughAMark() throws {
        let trace = Trace.record("why", options: RecordingOptions(scope: .caused)) {
            let subject = PublishSubject<Int>()
            _ = subject.map { $0 * 2 }.subscribe(onNext: { number in Trace.mark("shown \(number)") })
            Trace.mark("typing") { subject.onNext(4) }
        }
        let query = try #require(EventQuery("shown 8"))
        let (_, chain) = try #require(try query.explain(in: TraceInMemory(trace)))
        #expect(chain.steps.first?.call.label == "shown 8")
        #expect(chain.steps.last?.call.label == "typing")
        #expect(chain.subscriptions.map(\.id) == [1])
        for text in ["typing", "mark=typ*", "TYPING"] {
            let found = try #require(try EventQuery(text)?.find(in: TraceInMemory(trace)))
            #expect(trace.calls.first { $0.id == found.call }?.label == "typing", "\(text)")
        }
        // A closure's own label is meant first.
        Trace.mark("onNext")
        let next = try #require(try EventQuery("onNext=8")?.explain(in: TraceInMemory(trace)))
        let emission = try #require(next.chain.emission)
        #expect(next.chain.steps[emission].call.event?.value == "4")
    }
}
