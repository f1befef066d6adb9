import Foundation
import RxTraceKit
import RxTraceTestSupport
import Testing

@testable import RxInstrumented

/// A value that goes through several calls unchanged is described once; what may have changed, again by each.
@Suite(.serialized) struct SharedDescriptionTests {
    private func count(_ body: () -> Void) -> (descriptions: Int, trace: Trace) {
        Asked.count.store(0)
        let trace = Trace.record("shared", options: RecordingOptions(scope: .caused)) { body() }
        return (Asked.count.load(), trace)
    }

    private func sending<Value>(_ value: Value, times: Int = 1) -> Int {
        count {
            let values = PublishSubject<Value>()
            let subscription = values.filter { _ in true }.skip(0).do(onNext: { _ in }).subscribe(onNext: { _ in })
            for _ in 0..<times { values.onNext(value) }
            subscription.dispose()
        }.descriptions
    }

    @Test func aValueIsDescribedOnce() {
        #expect(sending(Asked.Value(number: 1)) == 1)
        #expect(sending(Asked.Value(number: 1), times: 3) == 3)
        #expect(sending([Asked.Value(number: 1), Asked.Value(number: 2)]) == 2)
        #expect(sending(Optional(Asked.Value(number: 1))) == 1)
        #expect(sending((Asked.Value(number: 1), "a")) == 1)
        #expect(sending(Asked.Case.value(Asked.Value(number: 1), ["a": [1]])) == 1)
        #expect(sending(Asked.Generic(content: ["a"])) == 1)
        #expect(sending(Asked.Case.nested(.value(Asked.Value(number: 1), [:]))) == 1)
    }

    /// Nine: by the subject, two for each of three operators, and two for the observer.
    @Test func whatMayChangeIsDescribedByEachCall() {
        #expect(sending(Asked.Object()) == 9)
        #expect(sending([Asked.Object()]) == 9)
        #expect(sending(Asked.Generic(content: NSObject())) == 9)
        #expect(sending(Asked.Generic(content: [NSObject]())) == 9)
        #expect(sending(Asked.Generic(content: 1 as Any)) == 9)
        #expect(sending(Asked.Generic(content: {})) == 9)
        #expect(sending(Asked.Generic(content: UnsafeRawPointer(bitPattern: 8))) == 9)
        #expect(sending(Asked.Value(number: 1) as Any) == 9)
    }

    @Test func severalObserversShareToo() {
        let (descriptions, trace) = count {
            let values = PublishSubject<Asked.Value>()
            let shared = values.share()
            let bag = DisposeBag()
            for _ in 0..<3 { shared.map { Asked.Value(number: $0.number + 1) }.subscribe().disposed(by: bag) }
            values.onNext(Asked.Value(number: 1))
        }
        // The value, and what each of three operators made of it.
        #expect(descriptions == 4)
        let values = trace.calls.filter { $0.operation == .on || $0.operation == .forwardOn }.compactMap(\.event?.value)
        #expect(Set(values) == ["value 1", "value 2"])
    }

    @Test func typesAreKnownByTheirParts() {
        let unchanging: [Any.Type] = [
            Int.self, String.self, [Int].self, [String: [Int?]].self, (Int, String).self, Asked.Value.self,
            Asked.Case.self, Asked.Generic<[UInt8]>.self, Date.self, Result<Int, Never>.self, Asked.Tree.self,
            Void.self,
        ]
        for type in unchanging { #expect(ValueKind.of(type) == .unchanging, "\(type)") }
        let changeable: [Any.Type] = [
            NSObject.self, Asked.Object.self, [NSObject].self, NSObject?.self, Asked.Generic<NSObject>.self, Any.self,
            (any Error).self, [String: Any].self, (() -> Void).self, UnsafePointer<Int>.self, OpaquePointer.self,
            Result<Int, any Error>.self, AnyHashable.self, Asked.Weak.self, Data.self, Event<Int>.self,
            Unmanaged<NSObject>.self, (Int, NSObject).self, Asked.Generic<Asked.Generic<() -> Int>>.self,
        ]
        for type in changeable { #expect(ValueKind.of(type) != .unchanging, "\(type)") }
        #expect(ValueKind.of(Asked.Unowned.self) == .unreadable)
        #expect(ValueKind.of([Asked.Generic<Asked.Unowned>].self) == .unreadable)
    }

    @Test func aValueThatWasCutIsKnownByItsText() {
        for (values, kept) in [(RecordedValues.short, 80), (.full, 4_096)] {
            let trace = Trace.record("cut", options: RecordingOptions(values: values, scope: .caused)) {
                _ = Observable.of(String(repeating: "a", count: 5_000), "whole…").subscribe()
            }
            #expect(trace.cutValues?.count == 1 && trace.cutValues?.characters == kept)
        }
    }

    /// Memory that was let go of comes again at the same address: nothing is told of the wrong value.
    @Test(arguments: 0..<TestLength.times(3, long: 8))
    func noValueIsTakenForAnother(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        var seen: [String] = []
        let trace = Trace.record("values", options: RecordingOptions(values: .full, scope: .caused)) {
            let values = PublishSubject<[Int]>()
            let totals = values.scan(into: [Int]()) { $0 = [($0.first ?? 0) + $1.count] }
            func send(_ depth: Int) {
                var list = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                    Int.random(in: 0...9, using: &generator)
                }
                for _ in 0..<Int.random(in: 1...3, using: &generator) {
                    // In place, where nobody else has it.
                    list[0] += 1
                    values.onNext(list)
                    if depth > 0, Bool.random(using: &generator) { send(depth - 1) }
                }
            }
            let bag = DisposeBag()
            func observe(_ lists: Observable<[Int]>) {
                lists.subscribe(onNext: {
                    seen.append("\($0)")
                    if seen.count < 300, Int.random(in: 0..<4, using: &generator) == 0 { send(1) }
                }).disposed(by: bag)
            }
            observe(values.filter { $0.count > 1 })
            observe(values.map { $0.map { $0 + 1 } }.map { $0 + [1] }.distinctUntilChanged())
            observe(totals)
            observe(Observable.zip(values, values.skip(1)) { $0 + $1 }.take(50))
            observe(values.flatMap { list in Observable.of(list.reversed(), list) })
            for _ in 0..<30 { send(2) }
        }
        let recorded = trace.calls.filter { $0.operation == .onCore }.compactMap(\.event?.value)
        #expect(recorded == seen && seen.count > 100)
    }

    @Test func anUnownedReferenceIsNotRead() {
        let values = PublishSubject<Asked.Unowned>()
        let gone = { Asked.Unowned(object: NSObject()) }()
        let trace = Trace.record("gone", options: RecordingOptions(scope: .caused)) {
            values.onNext(gone)
            PublishSubject<[Asked.Unowned?]>().onNext([gone])
        }
        let found = trace.calls.compactMap(\.event?.value)
        #expect(found.first == "Unowned" && found.last?.hasSuffix("Unowned)]") == true)
    }
}

private enum Asked {
    static let count = Described.CountedDescriptions()

    struct Value: Error, CustomStringConvertible {
        var number: Int
        var description: String {
            count.add()
            return "value \(number)"
        }
    }

    indirect enum Case {
        case none
        case value(Value, [String: [Int]])
        case nested(Case)
    }

    struct Tree { var children: [Tree], name: String, content: Case? }

    struct Generic<Content>: CustomStringConvertible {
        var content: Content
        var description: String {
            count.add()
            return "generic"
        }
    }

    final class Object: Error, CustomStringConvertible {
        var description: String {
            count.add()
            return "object"
        }
    }

    struct Weak { weak var object: NSObject? }
    struct Unowned { unowned var object: NSObject }
}
