import Dispatch
import Foundation
import RxSwift

/// One run of such a program.
final class EndingRun: @unchecked Sendable {
    /// The two that may overtake each other.
    enum Side {
        /// The thread on which the chain's end comes.
        case ending
        /// The one that lets go of the chain.
        case releasing
    }

    typealias Pause = @Sendable (Side) -> Void

    let first = DispatchQueue(label: "first")
    let second = DispatchQueue(label: "second")
    let third = DispatchQueue(label: "third")
    let pool = DispatchQueue(label: "pool", attributes: .concurrent)
    let pause: Pause
    let ended = DispatchSemaphore(value: 0)
    let group = DispatchGroup()

    init(_ pause: @escaping Pause) { self.pause = pause }

    func scheduler(_ queue: DispatchQueue) -> SerialDispatchQueueScheduler {
        SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "rx.\(queue.label)")
    }

    /// Numbers that a queue sends, and the end.
    func numbers(on queue: DispatchQueue, count: Int = 3) -> Observable<Int> {
        Observable.create { [group] observer in
            queue.async(group: group) {
                for number in 0..<count { observer.onNext(number) }
                observer.onCompleted()
            }
            return Disposables.create {}
        }
    }

    private struct Failure: Error {}

    /// A failure that a queue sends.
    func failure() -> Observable<Int> {
        Observable.create { [group, third] observer in
            third.async(group: group) { observer.onError(Failure()) }
            return Disposables.create {}
        }
    }

    /// Waits until nothing runs any more.
    func settle() {
        group.wait()
        // What runs last may hand on work once more.
        for _ in 0..<3 {
            for queue in [first, second, third] { queue.sync {} }
            pool.sync(flags: .barrier) {}
        }
    }

    /// Tells that the chain has ended.
    func end() {
        ended.signal()
        pause(.ending)
    }

    /// The end of the sequence wakes this thread, which releases the bag that holds the subscription.
    ///
    /// - Parameter start: is called once it is subscribed to.
    func endsWhileReleased(_ source: () -> Observable<Int>, start: () -> Void = {}) {
        var bag: DisposeBag? = DisposeBag()
        if let bag {
            source().subscribe(
                onNext: { _ in }, onError: { _ in self.end() }, onCompleted: { self.end() }, onDisposed: {}
            ).disposed(by: bag)
        }
        start()
        ended.wait()
        pause(.releasing)
        bag = nil
    }
}

/// A bag that somebody lets go of.
final class Held: @unchecked Sendable {
    private let lock = NSLock()
    private var bag: DisposeBag?

    private init(_ bag: DisposeBag) { self.bag = bag }

    /// Holds a bag that is then filled, and that nobody else holds.
    convenience init(_ fill: (DisposeBag) -> Void) {
        let bag = DisposeBag()
        fill(bag)
        self.init(bag)
    }

    /// A bag, and what holds it beside the caller: either may be the last.
    static func bag() -> (DisposeBag, Held) {
        let bag = DisposeBag()
        return (bag, Held(bag))
    }

    func release() {
        let bag = lock.withLock {
            let bag = self.bag
            self.bag = nil
            return bag
        }
        withExtendedLifetime(bag) {}
    }
}

/// How often something was tried.
final class Attempts: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    func next() -> Int {
        lock.withLock {
            count += 1
            return count
        }
    }
}
