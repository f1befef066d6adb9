import RxInstrumented
import Synchronization

/// An element of bursts: an object, which the run counts while it lives.
package final class BurstElement: @unchecked Sendable {
    let number: Int
    private let living: BurstCount

    init(_ number: Int, _ run: BurstRun) {
        self.number = number
        living = run.livingElements
        living.add(1)
    }

    deinit { living.add(-1) }
}

/// A number that several threads change.
final class BurstCount: Sendable {
    private let number = Atomic(0)

    // Relaxed: a count puts threads in no order, which would hide races from the thread sanitizer.
    var value: Int { number.load(ordering: .relaxed) }

    /// Adds to it.
    ///
    /// - Returns: what it was before.
    @discardableResult
    func add(_ change: Int) -> Int { number.add(change, ordering: .relaxed).oldValue }
}

/// One subscription of a source of a burst, from its beginning to its disposal.
final class BurstSource: Sendable {
    /// Which of an operator's sources it is.
    enum Role {
        case outer, inner
    }

    let role: Role
    /// Which of the selected ones it is.
    let order: Int
    let disposals = BurstCount()

    var isDisposed: Bool { disposals.value > 0 }

    init(_ role: Role, _ order: Int) {
        self.role = role
        self.order = order
    }

    /// An observable that sends what its subject does, and something before.
    static func observable(_ run: BurstRun, _ role: Role, _ subject: PublishSubject<BurstElement>, number: Int)
        -> Observable<BurstElement>
    {
        let order = run.nextOrder()
        return .create { observer in
            let source = BurstSource(role, order)
            run.note(source)
            run.reach(.subscribe)
            func send(_ number: Int) {
                run.noteSent(number, by: source)
                observer.onNext(BurstElement(number, run))
            }
            switch run.burst.sources {
            case .plain: break
            case .pushing:
                send(number)
                send(number + 1)
            case .short where role == .inner:
                send(number)
                observer.onCompleted()
                run.reach(.subscribed)
                return source.disposable(run, Disposables.create())
            case .short: break
            }
            let subscription = subject.subscribe { event in
                if case .next(let element) = event { run.noteSent(element.number, by: source) }
                observer.on(event)
            }
            run.reach(.subscribed)
            return source.disposable(run, subscription)
        }
    }

    private func disposable(_ run: BurstRun, _ subscription: any Disposable) -> any Disposable {
        Disposables.create {
            self.disposals.add(1)
            subscription.dispose()
            run.reach(.sourceDisposed)
        }
    }
}
