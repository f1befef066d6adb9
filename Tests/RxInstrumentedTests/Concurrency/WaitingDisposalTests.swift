import Foundation
import RxInstrumented
import Testing

/// A disposal may wait for another thread, and that thread may be delivering to the same operator.
@Suite(.timeLimit(.generous)) struct WaitingDisposalTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Joins the source that ends, `ending`, and the one that another thread sends to meanwhile.
        let join: @Sendable (_ ending: Observable<Int>, _ other: Observable<Int>) -> Observable<Int>

        init(
            _ name: String,
            _ join: @escaping @Sendable (_ ending: Observable<Int>, _ other: Observable<Int>) -> Observable<Int>
        ) {
            testDescription = name
            self.join = join
        }
    }

    static let cases = [
        Case("merge") { .merge($0, $1) },
        Case("flatMap") { ending, other in Observable.of(ending, other).flatMap { $0 } },
        Case("merge(maxConcurrent:)") { ending, other in Observable.of(ending, other).merge(maxConcurrent: 2) },
        Case("flatMapFirst's source") { ending, other in .merge(ending.flatMapFirst { _ in Observable.never() }, other)
        },
        Case("switchLatest's source") { ending, other in ending.startWith(0).map { _ in other }.switchLatest() },
        Case("sample's source") { ending, other in ending.startWith(0).sample(other) },
        Case("take(until:)'s trigger") { ending, other in other.take(until: ending) },
        Case("skip(until:)'s trigger") { ending, other in other.skip(until: ending.startWith(0)) },
        Case("withLatestFrom's second") { ending, other in other.withLatestFrom(ending.startWith(0)) { $0 + $1 } },
        Case("withLatestFrom's source") { ending, other in ending.withLatestFrom(other) },
        Case("take(until:)'s source") { ending, other in ending.take(until: other) },
        Case("skip(until:)'s source") { ending, other in ending.skip(until: other) },
        Case("sample's sampler") { ending, other in other.sample(ending.startWith(0)) },
        Case("combineLatest") { ending, other in .combineLatest(ending.startWith(0), other) { $0 + $1 } },
        Case("combineLatest of a collection") { ending, other in
            Observable.combineLatest([ending.startWith(0), other]) { $0.count }
        },
        Case("zip") { ending, other in .zip(ending.startWith(0), other) { $0 + $1 } },
        Case("zip of a collection") { ending, other in Observable.zip([ending.startWith(0), other]) { $0.count } },
        Case("amb") { ending, other in ending.amb(other) },
        Case("flatMap's source") { ending, other in ending.startWith(0).flatMap { _ in other } },
        Case("flatMap's inner source") { ending, other in other.startWith(0).flatMap { _ in ending } },
        Case("flatMapFirst's inner source") { ending, other in other.startWith(0).flatMapFirst { _ in ending } },
        Case("flatMapLatest's inner source") { ending, other in other.startWith(0).flatMapLatest { _ in ending } },
        Case("concatMap's source") { ending, other in ending.startWith(0).concatMap { _ in other } },
        Case("concatMap's inner source") { ending, other in other.startWith(0).concatMap { _ in ending } },
    ]

    @Test(arguments: cases)
    func disposalIsOutsideOfTheGate(of operation: Case) {
        let other = PublishSubject<Int>()
        let isDelivered = Gate()
        let isOver = Gate()
        nonisolated(unsafe) var observer: AnyObserver<Int>?
        // Its dispose action lets another thread send, and waits until that is done.
        let ending = Observable<Int>.create { given in
            observer = given
            return Disposables.create {
                Thread.detachNewThread {
                    other.onNext(1)
                    isDelivered.open()
                }
                isDelivered.wait()
                isOver.open()
            }
        }
        let subscription = operation.join(ending, other).subscribe(onNext: { _ in })
        observer?.onCompleted()
        isOver.wait()
        subscription.dispose()
    }
}
