import Foundation
import RxCocoa
import RxTraceKit
import Testing

@testable import RxInstrumented

/// How many events `stats` and `annotate` count in and out of what a program made.
@MainActor @Suite struct EventCountTests {
    private struct Counted: Equatable {
        var eventsIn: Int
        var eventsOut: Int

        init(_ eventsIn: Int, _ eventsOut: Int) { (self.eventsIn, self.eventsOut) = (eventsIn, eventsOut) }
    }

    private func record(_ program: () -> Void) -> TraceInMemory {
        TraceInMemory(Trace.record("counts", options: RecordingOptions(scope: .caused), program))
    }

    private func row(_ type: String, of source: TraceInMemory) throws -> Counted {
        let rows = try TraceStatistics(source, by: .type).rows
        let totals = try #require(rows.first { $0.name == type }?.totals, "\(rows.map(\.name))")
        return Counted(totals.eventsIn, totals.eventsOut)
    }

    private func line(_ line: Int, of source: TraceInMemory) throws -> Counted {
        let lines = try LineActivity(source).lines
        let found = try #require(lines.first { $0.site.line == line }, "\(lines)")
        return Counted(found.eventsIn, found.eventsOut)
    }

    /// The main scheduler runs at once what the main thread asks for.
    @Test func whatASchedulerDeliversAtOnceComesOutOfItsOperator() throws {
        let bag = DisposeBag()
        var place = 0
        let source = record {
            let numbers = PublishSubject<Int>()
            place = #line + 1
            let moved = numbers.map { $0 + 1 }.observe(on: MainScheduler.instance)
            moved.subscribe(onNext: { _ in })
                .disposed(by: bag)
            for number in 1...3 { numbers.onNext(number) }
        }
        #expect(try row("ObserveOnSerialDispatchQueue", of: source) == Counted(3, 3))
        #expect(try row("MainScheduler", of: source) == Counted(0, 0))
        #expect(try line(place, of: source) == Counted(3, 3))
        #expect(try line(place + 1, of: source) == Counted(3, 0))
    }

    @Test func aDriverOnOneLineHandsOnWithinIt() throws {
        let bag = DisposeBag()
        var place = 0
        let source = record {
            let busy = BehaviorSubject(value: 0)
            place = #line + 1
            let loading = busy.map { $0 > 0 }.distinctUntilChanged().asDriver(onErrorJustReturn: false)
            loading.drive(onNext: { _ in })
                .disposed(by: bag)
            for number in [1, 2, 0] { busy.onNext(number) }
        }
        #expect(try line(place, of: source) == Counted(4, 3))
        #expect(try row("ObserveOnSerialDispatchQueue", of: source) == Counted(3, 3))
    }

    /// Work of the program's own code sends for no row.
    @Test func whatTheProgramSchedulesItselfComesFromItsCode() throws {
        let source = record {
            let numbers = PublishSubject<Int>()
            for scheduler in [MainScheduler.instance as any ImmediateSchedulerType, CurrentThreadScheduler.instance] {
                _ = scheduler.schedule(1) { number in
                    numbers.onNext(number)
                    return Disposables.create()
                }
            }
        }
        #expect(try row("MainScheduler", of: source) == Counted(0, 0))
        #expect(try row("CurrentThreadScheduler", of: source) == Counted(0, 0))
        #expect(try row("PublishSubject", of: source) == Counted(2, 0))
    }

    /// `ignoreElements` makes an empty observable for each element.
    @Test func whatAnOperatorMakesForItselfIsOfItsLine() throws {
        let bag = DisposeBag()
        var place = 0
        let source = record {
            let numbers = PublishSubject<Int>()
            place = #line + 1
            let end = numbers.ignoreElements()
            end.subscribe(onCompleted: {})
                .disposed(by: bag)
            numbers.onNext(1)
            numbers.onNext(2)
            numbers.onCompleted()
        }
        #expect(try line(place, of: source) == Counted(3, 1))
        // What it makes is no observable of the user's.
        #expect(try LineActivity(source).lines.first { $0.site.line == place }?.subscriptions == 1)
    }

    /// A replay subject hands live events to an observer of its own first.
    @Test func anObserverWithinASubjectIsNoReceiver() throws {
        let bag = DisposeBag()
        let source = record {
            let numbers = ReplaySubject<Int>.create(bufferSize: 2)
            for number in 1...3 { numbers.onNext(number) }
            numbers.subscribe(onNext: { _ in }).disposed(by: bag)
            numbers.onNext(4)
        }
        #expect(try row("ReplayMany", of: source) == Counted(4, 3))
    }

    /// Two elements and the end come in; the first subscriber gets them all, the second the last element and the end.
    @Test func aSharedReplayCountsEachReceiverOnce() throws {
        let bag = DisposeBag()
        let source = record {
            let shared = Observable.of(1, 2).share(replay: 1, scope: .forever)
            for _ in 0..<2 { shared.subscribe(onNext: { _ in }).disposed(by: bag) }
        }
        #expect(try row("ReplayOne", of: source) == Counted(3, 5))
    }
}
