import Dispatch
import Foundation
import RxSwift

// Ends of what several subscribe to, or two threads dispose.
extension EndingRun {
    /// Two subscribers of one source leave at the same time.
    func shared() {
        let source = PublishSubject<Int>()
        let shared = source.map { $0 + 1 }.share(replay: 1)
        let one = shared.subscribe(onNext: { _ in }, onDisposed: {})
        let two = shared.subscribe(onNext: { _ in }, onDisposed: {})
        source.onNext(1)
        first.async(group: group) {
            self.pause(.ending)
            one.dispose()
        }
        second.async(group: group) {
            self.pause(.releasing)
            two.dispose()
        }
    }

    /// A connection that ends on one thread while it is disposed on another.
    func connected() {
        let connectable = numbers(on: first).publish()
        let subscription = connectable.subscribe(onCompleted: { self.end() }, onDisposed: {})
        let connection = connectable.connect()
        ended.wait()
        pause(.releasing)
        connection.dispose()
        subscription.dispose()
    }

    /// Two subscriptions in one group that two threads dispose.
    func composite() {
        let source = PublishSubject<Int>()
        let both = CompositeDisposable(
            source.map { $0 + 1 }.subscribe(onNext: { _ in }, onDisposed: {}),
            source.filter { $0 > 0 }.subscribe(onNext: { _ in }, onDisposed: {}))
        source.onNext(1)
        first.async(group: group) {
            self.pause(.ending)
            both.dispose()
        }
        second.async(group: group) {
            self.pause(.releasing)
            both.dispose()
        }
    }

    func replayed() {
        let subject = ReplaySubject<Int>.create(bufferSize: 2)
        var bag: DisposeBag? = DisposeBag()
        for number in 0..<3 { subject.onNext(number) }
        if let bag {
            subject.subscribe(onNext: { _ in }, onDisposed: {}).disposed(by: bag)
            subject.map { $0 + 1 }.subscribe(onNext: { _ in }, onCompleted: { self.end() }).disposed(by: bag)
        }
        first.async(group: group) { subject.onCompleted() }
        ended.wait()
        pause(.releasing)
        bag = nil
    }

    /// The first element is all that is waited for; that there are no more, nobody sees.
    func firstOnly() {
        var bag: DisposeBag? = DisposeBag()
        if let bag {
            numbers(on: first).take(1).subscribe(onNext: { _ in self.end() }, onDisposed: {}).disposed(by: bag)
        }
        ended.wait()
        pause(.releasing)
        bag = nil
    }

    /// The last element is waited for; the end that comes after it, nobody sees.
    func elementsOnly() {
        let source = Observable.merge(numbers(on: first, count: 1), numbers(on: second, count: 1))
        let count = Attempts()
        let subscription = source.subscribe(onNext: { _ in if count.next() == 2 { self.end() } }, onDisposed: {})
        ended.wait()
        pause(.releasing)
        subscription.dispose()
    }

    func valueOfSingle() {
        let single = numbers(on: first, count: 1).asSingle()
        task { _ = try await single.value }
        wait()
    }

    /// Two bags, each let go of on its thread.
    func twoBags() {
        let source = PublishSubject<Int>()
        let held = Held { source.subscribe(onNext: { _ in }, onDisposed: {}).disposed(by: $0) }
        let otherHeld = Held { source.map { $0 + 1 }.subscribe(onNext: { _ in }, onDisposed: {}).disposed(by: $0) }
        source.onNext(1)
        first.async(group: group) {
            self.pause(.ending)
            held.release()
        }
        second.async(group: group) {
            self.pause(.releasing)
            otherHeld.release()
        }
    }

    /// A shared source whose subscribers leave on two threads as it ends.
    func connectedLate() {
        let shared = numbers(on: first).publish().refCount()
        let one = shared.subscribe(onCompleted: { self.end() }, onDisposed: {})
        ended.wait()
        second.async(group: group) {
            self.pause(.releasing)
            one.dispose()
        }
        pause(.ending)
        one.dispose()
    }

    /// Both threads only dispose.
    func bothEnds() {
        let source = PublishSubject<Int>()
        let subscription = source.map { $0 + 1 }.filter { $0 > 0 }.subscribe(onNext: { _ in }, onDisposed: {})
        first.async(group: group) { source.onNext(1) }
        group.wait()
        first.async(group: group) {
            self.pause(.ending)
            subscription.dispose()
        }
        second.async(group: group) {
            self.pause(.releasing)
            subscription.dispose()
        }
    }
}
