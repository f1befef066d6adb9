import Dispatch
import Foundation
import RxSwift

/// A program whose threads race in every way a program may without giving another result: eight queues and eight
/// threads whose events are merged, zipped, hopped between queues and shared, and timers between them.
///
/// Nothing holds the threads back: a source may end before its `subscribe` has returned, and whichever source ends
/// last completes the merged one.
final class ConcurrentProgram {
    /// The operator that a changed program has in place of `map`.
    enum Change: String, CaseIterable {
        case none, compactMap, otherValue, skipped, unfiltered
    }

    private let change: Change
    private let group = DispatchGroup()
    private let queues = (0..<8).map { DispatchQueue(label: "worker \($0)") }
    private let pool = DispatchQueue(label: "pool", attributes: .concurrent)
    private let ended = DispatchQueue(label: "ended")

    init(_ change: Change = .none) {
        self.change = change
    }

    func run() {
        let bag = DisposeBag()
        let schedulers = queues.enumerated().map {
            SerialDispatchQueueScheduler(queue: $0.element, internalSerialQueueName: "rx.worker.\($0.offset)")
        }
        let poolScheduler = ConcurrentDispatchQueueScheduler(queue: pool)
        let output = SerialDispatchQueueScheduler(queue: ended, internalSerialQueueName: "rx.output")
        merged(schedulers, output).disposed(by: bag)
        flattened(poolScheduler).disposed(by: bag)
        pooled(poolScheduler).disposed(by: bag)
        zipped(schedulers).disposed(by: bag)
        timed(schedulers).disposed(by: bag)
        fed(by: 8, output).disposed(by: bag)
        group.wait()
        // Work that runs as the last source ends may ask for work once more: its disposal, on the scheduler it came from.
        for _ in 0..<3 {
            for queue in queues { queue.sync {} }
            pool.sync(flags: .barrier) {}
            ended.sync {}
        }
    }

    private func merged(
        _ schedulers: [SerialDispatchQueueScheduler], _ output: SerialDispatchQueueScheduler
    ) -> any Disposable {
        group.enter()
        let sources = schedulers.enumerated().map { number, scheduler in
            let numbers = Observable.of(number, number + 10, number + 20).observe(on: scheduler)
            return switch change {
            case .compactMap: numbers.compactMap { $0 * 2 }
            case .otherValue: numbers.map { $0 * 3 }
            default: numbers.map { $0 * 2 }
            }
        }
        return Observable.merge(sources)
            .filter { [change] in change == .unfiltered || $0 % 4 == 0 }
            .observe(on: output)
            .subscribe(onDisposed: { [group] in group.leave() })
    }

    private func flattened(_ pool: ConcurrentDispatchQueueScheduler) -> any Disposable {
        group.enter()
        return Observable.range(start: 0, count: 8)
            .flatMap { number in
                Observable.of(number, -number).subscribe(on: pool).map { $0 + 1 }
            }
            .skip(change == .skipped ? 1 : 0)
            .subscribe(onDisposed: { [group] in group.leave() })
    }

    private func pooled(_ pool: ConcurrentDispatchQueueScheduler) -> any Disposable {
        group.enter()
        return Observable.of("a", "b", "c").observe(on: pool).map { $0.uppercased() }
            .subscribe(onDisposed: { [group] in group.leave() })
    }

    private func zipped(_ schedulers: [SerialDispatchQueueScheduler]) -> any Disposable {
        group.enter()
        return Observable.zip(
            Observable.of(1, 2, 3).subscribe(on: schedulers[0]), Observable.of("a", "b", "c").observe(on: schedulers[1])
        ) { "\($0)\($1)" }
        .subscribe(onDisposed: { [group] in group.leave() })
    }

    private func timed(_ schedulers: [SerialDispatchQueueScheduler]) -> any Disposable {
        group.enter()
        let timers = (2..<4).map { number in
            Observable<Int>.interval(.microseconds(200), scheduler: schedulers[number]).take(3)
        }
        return Observable.merge(timers).map { $0 * 2 }.subscribe(onDisposed: { [group] in group.leave() })
    }

    /// A subject that threads of the program's own hand events to, shared by two observers.
    private func fed(by count: Int, _ output: SerialDispatchQueueScheduler) -> any Disposable {
        let subject = PublishSubject<String>()
        let shared = subject.map { $0.uppercased() }.share()
        let both = CompositeDisposable(
            shared.observe(on: output).subscribe(), shared.filter { $0.hasSuffix("1") }.subscribe())
        for number in 0..<count {
            group.enter()
            let thread = Thread { [group] in
                subject.onNext("thread \(number) event 1")
                subject.onNext("thread \(number) event 2")
                group.leave()
            }
            thread.start()
        }
        return both
    }
}
