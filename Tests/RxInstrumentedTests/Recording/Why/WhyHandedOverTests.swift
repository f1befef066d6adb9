import Dispatch
import Foundation
import RxTraceKit
import Synchronization
import Testing

@testable import RxInstrumented

/// What one strand of a program hands to another by means of its own leaves no call: `why` does not take the hop that
/// started the reader for the one that made the value, and says whose closure ran before. (The readers have threads of their
/// own: those that tasks share may all wait in other tests.)
@Suite(.timeLimit(.generous)) struct WhyHandedOverTests {
    @Test(arguments: shapes)
    func theHopIsNotTakenForTheMaker(shape: WhyShape) throws {
        #expect(try shape.answered() == shape.answer)
    }

    private static let handedOver = WhyAnswer(
        "on PublishSubject next(10)", meanwhile: ["handler AnonymousObserver next(1)"])

    private static let shapes: [WhyShape] = [
        WhyShape("a semaphore", "onNext=10", handedOver) { bag in
            let (source, saved, slot) = (PublishSubject<Int>(), PublishSubject<Int>(), Slot())
            let done = DispatchSemaphore(value: 0)
            saved.subscribe(onNext: { _ in }).disposed(by: bag)
            source.subscribe(onNext: { slot.put($0) }).disposed(by: bag)
            DispatchQueue(label: "reader").async {
                saved.onNext(slot.take() * 10)
                done.signal()
            }
            source.onNext(1)
            done.wait()
        },
        WhyShape("a thread's loop", "onNext=10", handedOver) { bag in
            let (source, saved, slot) = (PublishSubject<Int>(), PublishSubject<Int>(), Slot())
            let done = DispatchSemaphore(value: 0)
            saved.subscribe(onNext: { _ in }).disposed(by: bag)
            source.subscribe(onNext: { slot.put($0) }).disposed(by: bag)
            Thread.detachNewThread {
                while true {
                    let value = slot.take()
                    if value == 0 { break }
                    saved.onNext(value * 10)
                }
                done.signal()
            }
            source.onNext(1)
            slot.put(0)
            done.wait()
        },
        // The value came along with the work.
        WhyShape("a closure", "onNext=10", WhyAnswer("on PublishSubject next(10)")) { bag in
            let (source, saved) = (PublishSubject<Int>(), PublishSubject<Int>())
            let done = DispatchSemaphore(value: 0)
            saved.subscribe(onNext: { _ in }).disposed(by: bag)
            source.subscribe(onNext: { value in
                DispatchQueue(label: "reader").async {
                    saved.onNext(value * 10)
                    done.signal()
                }
            }).disposed(by: bag)
            source.onNext(1)
            done.wait()
        },
        // What the work itself did is no other's.
        WhyShape("the second of a closure", "onNext=20", WhyAnswer("on PublishSubject next(20)")) { bag in
            let saved = PublishSubject<Int>()
            let done = DispatchSemaphore(value: 0)
            saved.subscribe(onNext: { _ in }).disposed(by: bag)
            DispatchQueue(label: "reader").async {
                saved.onNext(10)
                saved.onNext(20)
                done.signal()
            }
            done.wait()
        },
    ]

    /// A value that a thread waits for.
    private final class Slot: Sendable {
        private let values = Mutex<[Int]>([])
        private let full = DispatchSemaphore(value: 0)

        func put(_ value: Int) {
            values.withLock { $0.append(value) }
            full.signal()
        }

        func take() -> Int {
            full.wait()
            return values.withLock { $0.removeFirst() }
        }
    }
}
