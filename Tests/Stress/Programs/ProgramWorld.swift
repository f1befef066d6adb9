import Foundation
import RxInstrumented

/// The element of random programs: an object, so that it ends.
final class ProgramElement: Equatable, CustomStringConvertible {
    let number: Int

    init(_ number: Int) { self.number = number }

    var description: String { String(number) }

    static func == (left: ProgramElement, right: ProgramElement) -> Bool { left.number == right.number }
}

/// The error of random programs.
struct ProgramError: Error, CustomStringConvertible {
    let number: Int
    var description: String { "Err\(number)" }
}

typealias ProgramObservable = Observable<ProgramElement>

/// A subject of a random program, of whichever kind.
struct ProgramChannel {
    let observable: ProgramObservable
    let on: (Event<ProgramElement>) -> Void
    let hasObservers: () -> Bool
    let dispose: () -> Void
    /// A behavior's newest element.
    var value: (() throws -> ProgramElement)?
    /// The subject, if it is one that keeps nothing.
    var plain: PublishSubject<ProgramElement>?

    init(_ kind: RandomProgram.ChannelKind) {
        switch kind {
        case .publish:
            let subject = PublishSubject<ProgramElement>()
            self.init(subject, hasObservers: { subject.hasObservers }, dispose: subject.dispose)
            plain = subject
        case .behavior(let first):
            let subject = BehaviorSubject(value: ProgramElement(first))
            self.init(subject, hasObservers: { subject.hasObservers }, dispose: subject.dispose)
            value = subject.value
        case .replay(let size):
            let subject = ReplaySubject<ProgramElement>.create(bufferSize: size)
            self.init(subject, hasObservers: { subject.hasObservers }, dispose: subject.dispose)
        case .replayAll:
            let subject = ReplaySubject<ProgramElement>.createUnbounded()
            self.init(subject, hasObservers: { subject.hasObservers }, dispose: subject.dispose)
        case .async:
            let subject = AsyncSubject<ProgramElement>()
            self.init(subject, hasObservers: { subject.hasObservers }, dispose: {})
        }
    }

    private init<Subject: SubjectType & ObserverType>(
        _ subject: Subject, hasObservers: @escaping () -> Bool, dispose: @escaping () -> Void
    ) where Subject.Element == ProgramElement {
        observable = subject.asObservable()
        on = { subject.on($0) }
        self.hasObservers = hasObservers
        self.dispose = dispose
    }
}

/// What a random program has while it runs.
final class ProgramWorld {
    let channels: [ProgramChannel]
    let clock = HistoricalScheduler(initialClock: Date(timeIntervalSince1970: 0))
    var seconds = 0.0
    var isAdvancing = false

    var pipes: [ProgramObservable] = []
    var shared: [ProgramObservable] = []
    var connectables: [ConnectableObservable<ProgramElement>] = []
    /// Windows and groups that operators handed out.
    var inner: [ProgramObservable] = []
    /// Observers that `create` was handed.
    var observers: [AnyObserver<ProgramElement>] = []

    var subscriptions: [(disposable: any Disposable, number: Int)] = []
    var bags: [Int: DisposeBag] = [:]
    var subscribed = 0

    init(_ kinds: [RandomProgram.ChannelKind]) { channels = kinds.map { ProgramChannel($0) } }

    /// One in which nothing listens.
    static var empty: ProgramWorld {
        ProgramWorld((0..<4).map { _ in .publish })
    }

    /// Which channels have observers, as digits.
    var observedChannels: String { channels.map { $0.hasObservers() ? "1" : "0" }.joined() }

    func keep(inner observable: ProgramObservable) {
        if inner.count < 6 { inner.append(observable) }
    }

    func keep(observer: AnyObserver<ProgramElement>) {
        if observers.count < 4 { observers.append(observer) }
    }

    /// Lets go of a bag, which disposes what is in it.
    func releaseBag(_ number: Int) {
        let bag = bags.removeValue(forKey: number)
        withExtendedLifetime(bag) {}
    }
}
