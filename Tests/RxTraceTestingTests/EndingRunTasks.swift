import Dispatch
import Foundation
import RxSwift

// Ends by tasks, timers, operations and other sources.
extension EndingRun {
    func takeUntil() {
        let (source, trigger) = (PublishSubject<Int>(), PublishSubject<Int>())
        let subscription = source.take(until: trigger).subscribe(onCompleted: { self.end() }, onDisposed: {})
        first.async(group: group) {
            for number in 0..<3 { source.onNext(number) }
            self.second.async(group: self.group) { trigger.onNext(1) }
        }
        ended.wait()
        pause(.releasing)
        subscription.dispose()
    }

    func asyncValues() {
        let values = numbers(on: first).observe(on: scheduler(second)).values
        task { for try await _ in values {} }
        wait()
    }

    func cancelledValues() {
        let source = PublishSubject<Int>()
        let begun = DispatchSemaphore(value: 0)
        let values = source.observe(on: scheduler(second)).values
        let task = task {
            for try await _ in values { begun.signal() }
        }
        while !source.hasObservers { usleep(100) }
        first.async(group: group) { source.onNext(1) }
        begun.wait()
        task.cancel()
        wait()
        source.onCompleted()
    }

    /// Begins a task that the run waits for.
    @discardableResult
    func task(_ body: @escaping @Sendable () async throws -> Void) -> Task<Void, Never> {
        group.enter()
        return Task { [group] in
            try? await body()
            group.leave()
        }
    }

    func wait() { group.wait() }

    private actor Owner {
        private var bag: DisposeBag? = DisposeBag()

        func subscribe(to source: Observable<Int>, onCompleted: @escaping () -> Void) {
            guard let bag else { return }
            source.subscribe(onCompleted: onCompleted, onDisposed: {}).disposed(by: bag)
        }

        func release() { bag = nil }
    }

    func actorBag() {
        let owner = Owner()
        let source = numbers(on: first)
        group.enter()
        task {
            await owner.subscribe(to: source) {
                Task { [group = self.group] in
                    self.pause(.releasing)
                    await owner.release()
                    group.leave()
                }
                self.pause(.ending)
            }
        }
        wait()
    }

    func timerSource() {
        let (bag, held) = Held.bag()
        let timer = DispatchSource.makeTimerSource(queue: second)
        group.enter()
        timer.setEventHandler { [group, pause] in
            pause(.releasing)
            held.release()
            group.leave()
        }
        numbers(on: first).subscribe(
            onCompleted: {
                timer.schedule(deadline: .now())
                timer.activate()
                self.pause(.ending)
            }, onDisposed: {}
        ).disposed(by: bag)
        group.wait()
        timer.cancel()
    }

    func operations() {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 2
        let (bag, held) = Held.bag()
        Observable.of(1, 2, 3).observe(on: OperationQueueScheduler(operationQueue: queue))
            .subscribe(
                onCompleted: {
                    queue.addOperation {
                        self.pause(.releasing)
                        held.release()
                    }
                    self.pause(.ending)
                }, onDisposed: {}
            ).disposed(by: bag)
        queue.waitUntilAllOperationsAreFinished()
    }

    func cancelledTask() {
        let source = numbers(on: first)
        let done = DispatchSemaphore(value: 0)
        let task = task {
            let subscription = source.subscribe(
                onCompleted: {
                    done.signal()
                    self.pause(.ending)
                }, onDisposed: {})
            await withTaskCancellationHandler {
                while !Task.isCancelled { try? await Task.sleep(nanoseconds: 1_000_000_000) }
            } onCancel: {
                subscription.dispose()
            }
        }
        done.wait()
        pause(.releasing)
        task.cancel()
        wait()
    }

    func single() {
        var bag: DisposeBag? = DisposeBag()
        if let bag {
            numbers(on: first, count: 1).asSingle().map { $0 + 1 }
                .subscribe(onSuccess: { _ in self.end() }, onDisposed: {}).disposed(by: bag)
        }
        ended.wait()
        pause(.releasing)
        bag = nil
    }

    func withLatestFrom() {
        let (source, other) = (PublishSubject<Int>(), PublishSubject<Int>())
        endsWhileReleased {
            source.withLatestFrom(other) { $0 + $1 }
        } start: {
            second.async(group: group) {
                other.onNext(1)
                self.first.async(group: self.group) {
                    source.onNext(1)
                    // Whether this reaches the sink before the end does is chance, and makes nothing.
                    self.second.async(group: self.group) { other.onCompleted() }
                    source.onCompleted()
                }
            }
        }
    }

    func flatMapLatest() {
        let words = PublishSubject<Int>()
        endsWhileReleased {
            words.flatMapLatest { word in word == 1 ? Observable<Int>.never() : self.numbers(on: self.first) }
        } start: {
            first.async(group: group) {
                words.onNext(1)
                self.second.async(group: self.group) {
                    words.onNext(2)
                    words.onCompleted()
                }
            }
        }
    }
}
