import Dispatch
import Foundation
import RxBlocking
import RxSwift
import Testing

@Suite struct BlockingTests {
    private struct Failure: Error, Equatable {}

    private let numbers = Observable.of(1, 2, 3)
    private let none = Observable<Int>.empty()
    private let failing = Observable.of(1, 2).concat(Observable<Int>.error(Failure()))

    @Test func toArrayHasAllElements() throws {
        #expect(try numbers.toBlocking().toArray() == [1, 2, 3])
        #expect(try none.toBlocking().toArray() == [])
        #expect(throws: Failure()) { try failing.toBlocking().toArray() }
    }

    @Test func firstNeedsNoEnd() throws {
        #expect(try numbers.concat(Observable<Int>.never()).toBlocking().first() == 1)
        #expect(try none.toBlocking().first() == nil)
        #expect(try failing.toBlocking().first() == 1)
        #expect(throws: Failure()) { try Observable<Int>.error(Failure()).toBlocking().first() }
    }

    @Test func lastWaitsForTheEnd() throws {
        #expect(try numbers.toBlocking().last() == 3)
        #expect(try none.toBlocking().last() == nil)
        #expect(throws: Failure()) { try failing.toBlocking().last() }
    }

    @Test func singleTakesOneElementOnly() throws {
        #expect(try Observable.just(7).toBlocking().single() == 7)
        #expect(try numbers.toBlocking().single { $0 > 2 } == 3)
        #expect(throws: Failure()) { try numbers.toBlocking().single { _ in throw Failure() } }
        expect("noElements") { try none.toBlocking().single() }
        expect("noElements") { try numbers.toBlocking().single { $0 > 3 } }
        // It does not wait for the end.
        expect("moreThanOneElement") { try numbers.concat(Observable<Int>.never()).toBlocking().single() }
    }

    @Test func materializeSaysHowItEnded() {
        guard case .completed(let all) = numbers.toBlocking().materialize() else {
            Issue.record("not completed")
            return
        }
        #expect(all == [1, 2, 3])
        guard case .failed(let some, let error) = failing.toBlocking().materialize() else {
            Issue.record("not failed")
            return
        }
        #expect(some == [1, 2])
        #expect(error as? Failure == Failure())
    }

    @Test(arguments: [0, 0.01])
    func whatTakesTooLongFails(timeout: TimeInterval) {
        var isDisposed = false
        let source = numbers.concat(Observable<Int>.never()).do(onDispose: { isDisposed = true })
        guard case .failed(let elements, RxError.timeout) = source.toBlocking(timeout: timeout).materialize() else {
            Issue.record("no time-out")
            return
        }
        #expect(elements == [1, 2, 3])
        #expect(isDisposed)
        expect("timeout") { try Observable<Int>.never().toBlocking(timeout: timeout).toArray() }
    }

    @Test func itIsDisposedOfWhenTheAnswerIsThere() throws {
        var isDisposed = false
        _ = try numbers.concat(Observable<Int>.never()).do(onDispose: { isDisposed = true }).toBlocking().first()
        #expect(isDisposed)
    }

    @Test func traitsCanBeWaitedFor() throws {
        #expect(try Single.just(1).toBlocking().single() == 1)
        #expect(try Maybe<Int>.empty().toBlocking().first() == nil)
        #expect(try Completable.empty().toBlocking().toArray().isEmpty)
        #expect(try Infallible.of(1, 2).toBlocking().last() == 2)
    }

    @Test func otherThreadsMaySend() throws {
        for _ in 0..<50 {
            let scheduler = ConcurrentDispatchQueueScheduler(qos: .default)
            let sums = Observable.range(start: 0, count: 100).observe(on: scheduler).reduce(0, accumulator: +)
            #expect(try sums.toBlocking().single() == 4950)
        }
    }

    @Test func waitsNest() throws {
        let scheduler = SerialDispatchQueueScheduler(qos: .default)
        let nested = numbers.map { try Observable.just($0 * 10).observe(on: scheduler).toBlocking().single() }
        #expect(try nested.toBlocking().toArray() == [10, 20, 30])
    }

    private func expect<Result>(_ name: String, _ body: () throws -> Result) {
        do {
            _ = try body()
            Issue.record("no error")
        } catch {
            #expect(Self.name(error) == name)
        }
    }

    private static func name(_ error: any Error) -> String {
        switch error {
        case RxError.noElements: "noElements"
        case RxError.moreThanOneElement: "moreThanOneElement"
        case RxError.timeout: "timeout"
        default: "\(error)"
        }
    }
}
