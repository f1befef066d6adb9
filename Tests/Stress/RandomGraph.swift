import RxInstrumented
import RxTraceTestSupport

/// Subjects, and observables made of them and of each other, which follow from a seed.
///
/// Any of it may be used from several threads. It has no circles, and each of its observables ends once all subjects
/// have and all connectables are connected.
package final class RandomGraph: @unchecked Sendable {
    package private(set) var nodes: [Observable<Int>]
    package private(set) var senders: [AnyObserver<Int>] = []
    private var connects: [() -> any Disposable] = []

    package init(_ generator: inout SeededGenerator) {
        nodes = []
        for number in 0..<4 {
            switch Int.random(in: 0...3, using: &generator) {
            case 0: add(BehaviorSubject(value: -1))
            case 1: add(ReplaySubject<Int>.create(bufferSize: 2))
            case 2 where number > 0: add(AsyncSubject<Int>())
            default: add(PublishSubject<Int>())
            }
        }
        for _ in 0..<10 { nodes.append(node(&generator)) }
    }

    /// Connects all connectables.
    package func connect() {
        for connect in connects { _ = connect() }
    }

    /// Connects all connectables until whoever has come to one after its connection had ended is told of the end, which
    /// may take him to another one.
    package func connectToTheEnd() {
        for _ in 0..<2 * nodes.count { connect() }
    }

    private func add<Subject: SubjectType & ObserverType>(_ subject: Subject)
    where Subject.Observer.Element == Int, Subject.Element == Int {
        nodes.append(subject.asObservable())
        senders.append(AnyObserver(subject.asObserver()))
    }

    /// The same events, one at a time: a subject that several threads send to passes them on as they come, and an operator
    /// that counts needs them in turn.
    private static func serial(_ source: Observable<Int>) -> Observable<Int> {
        .merge([source])
    }

    private func node(_ generator: inout SeededGenerator) -> Observable<Int> {
        let all = nodes
        let pick = { (generator: inout SeededGenerator) in all[Int.random(in: 0..<all.count, using: &generator)] }
        let (first, second, third) = (pick(&generator), pick(&generator), pick(&generator))
        switch Int.random(in: 0...17, using: &generator) {
        case 0: return .zip(first, second) { $0 &+ $1 }
        case 1: return .zip([first, second, third]) { $0.reduce(0, &+) }
        case 2: return .merge(first, second)
        case 3: return .combineLatest(first, second) { $0 &+ $1 }
        case 4: return .combineLatest([first, second, third]) { $0.reduce(0, &+) }
        case 5: return first.map { $0.isMultiple(of: 2) ? second : third }.switchLatest()
        case 6: return Self.serial(first).take(3).flatMap { _ in second }
        case 7: return Self.serial(first).take(2).concatMap { _ in second }
        case 8: return first.withLatestFrom(second) { $0 &+ $1 }
        case 9: return first.share()
        case 10: return first.share(replay: 1)
        case 11: return first.share(replay: 2, scope: .forever)
        case 12: return first.publish().refCount()
        case 13: return first.take(until: second)
        case 14: return first.flatMapFirst { _ in second }
        case 15: return first.share(replay: 2)
        case 16: return first.replay(1).refCount()
        default:
            let connectable = Bool.random(using: &generator) ? first.publish() : first.replay(2)
            connects.append(connectable.connect)
            return connectable
        }
    }
}
