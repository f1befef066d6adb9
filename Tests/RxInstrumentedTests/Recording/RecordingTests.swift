import Foundation
import RxInstrumented
import RxTraceKit
import Testing

/// The contents of a recording, and that they are right.
@Suite struct RecordingTests {
    private let caused = RecordingOptions(scope: .caused)

    private func record(_ body: () throws -> Void) rethrows -> Trace {
        try Trace.record("test", options: caused, body)
    }

    @Test func nothingIsRecordedBeforeOrAfter() {
        let subject = PublishSubject<Int>()
        subject.onNext(1)
        let trace = record {}
        subject.onNext(2)
        #expect(trace.calls.isEmpty)
        #expect(trace.nodes.isEmpty)
    }

    @Test func aNodeMadeBeforeIsNamedAndHasNoSite() throws {
        let subject = PublishSubject<Int>()
        let trace = record { subject.onNext(1) }
        let node = try #require(trace.nodes.first)
        #expect(node.type == "PublishSubject")
        #expect(node.generic == "PublishSubject<Int>")
        #expect(node.role == .subject)
        #expect(node.site == nil)
    }

    /// This file, as sites show it: from the package's folder on.
    private static let file = "Tests/RxInstrumentedTests/Recording/RecordingTests.swift"

    @Test func sitesAreTheUsersOwnLines() throws {
        var createLine = 0
        var subscribeLine = 0
        let trace = record {
            createLine = #line + 1
            let observable = Observable.of(1, 2)
            subscribeLine = #line + 1
            _ = observable.subscribe(onNext: { _ in })
        }
        let node = try #require(trace.nodes.first { $0.type == "ObservableSequence" })
        #expect(node.site == Trace.Site(file: Self.file, line: createLine))
        let subscription = try #require(trace.subscriptions.first)
        #expect(subscription.site == Trace.Site(file: Self.file, line: subscribeLine))
        #expect(trace.calls.first { $0.operation == .create }?.label == "of")
    }

    @Test func valuesAreKeptAsText() {
        struct Point: CustomStringConvertible {
            let description = "(1, 2)"
        }
        func value<Element>(_ element: Element) -> String? {
            let trace = record { PublishSubject<Element>().onNext(element) }
            return trace.calls.last?.event?.value
        }
        #expect(value(-7) == "-7")
        #expect(value(UInt8(255)) == "255")
        #expect(value(UInt.max) == "18446744073709551615")
        #expect(value(0.1) == "0.1")
        #expect(value(true) == "true")
        #expect(value("下一步") == "下一步")
        #expect(value(Point()) == "(1, 2)")
        #expect(value([1, 2]) == "[1, 2]")
        #expect(value(Int?.none) == "nil")
        #expect(value(()) == "()")
    }

    @Test func valuesAreCapped() throws {
        let text = String(repeating: "é", count: 5000)
        for (values, count) in [(RecordedValues.short, 80), (.full, 4096)] {
            let options = RecordingOptions(values: values, scope: .caused)
            let trace = Trace.record("test", options: options) { PublishSubject<String>().onNext(text) }
            let value = try #require(trace.calls.last?.event?.value)
            #expect(value.count == count)
            #expect(value.hasSuffix("é…"))
        }
    }

    @Test func withoutValuesNoDescriptionIsAskedFor() {
        final class Secret: CustomStringConvertible {
            var description: String {
                Issue.record("the description was asked for")
                return ""
            }
        }
        let trace = Trace.record("test", options: RecordingOptions(values: .none, scope: .caused)) {
            PublishSubject<Secret>().onNext(Secret())
            PublishSubject<Int>().onNext(1)
        }
        #expect(trace.calls.allSatisfy { $0.event?.value == nil })
    }

    @Test func aDescriptionThatUsesRxIsNotRecorded() {
        struct Chatty: CustomStringConvertible {
            let subject: PublishSubject<Int>
            var description: String {
                subject.onNext(1)
                return "chatty"
            }
        }
        let inner = PublishSubject<Int>()
        let outer = PublishSubject<Chatty>()
        let trace = record { outer.onNext(Chatty(subject: inner)) }
        #expect(trace.calls.map(\.event?.value) == ["chatty"])
    }

    @Test func noReferenceToAValueIsKept() {
        final class Value {}
        weak var kept: Value?
        let trace = record {
            let value = Value()
            kept = value
            PublishSubject<Value>().onNext(value)
        }
        #expect(kept == nil)
        #expect(trace.calls.count == 2)
    }

    @Test func aThrowingClosureClosesItsCalls() throws {
        let trace = record {
            _ = Observable.of(1).map { _ -> Int in throw TestError() }.subscribe(onError: { _ in })
        }
        #expect(trace.calls.allSatisfy { $0.duration != nil })
        let handler = try #require(trace.calls.first { $0.label == "transform" })
        let after = trace.calls.filter { $0.id > handler.id && $0.operation == .forwardOn }
        #expect(after.first?.parent == handler.parent, "what follows is not inside the closure that threw")
    }

    @Test func aThrownErrorEndsTheRecording() {
        #expect(throws: TestError.self) { try record { throw TestError() } }
        #expect(record { PublishSubject<Int>().onNext(1) }.calls.count == 2)
    }

    @Test func aRecordingInsideAnotherGetsItsPart() {
        var inner: Trace?
        let outer = record {
            PublishSubject<Int>().onNext(1)
            inner = record { PublishSubject<Int>().onNext(2) }
            PublishSubject<Int>().onNext(3)
        }
        #expect(inner?.calls.compactMap(\.event?.value) == ["2"])
        #expect(outer.calls.compactMap(\.event?.value) == ["1", "2", "3"])
    }

    @Test func whatALimitDropsIsCounted() {
        // Room for some 200,000 calls, of which other tests' threads may take a few thousand each.
        let options = RecordingOptions(scope: .caused, memoryLimit: 24 << 18)
        let trace = Trace.record("test", options: options) {
            let subject = PublishSubject<Int>()
            for number in 0..<250_000 { subject.onNext(number) }
        }
        #expect(trace.calls.count > 1000)
        #expect(trace.dropped > 0)
        #expect(trace.calls.count + trace.dropped >= 250_001)
    }

    @Test func depthBeyondTheStackOfAQueueIsKept() {
        let trace = record {
            let subject = PublishSubject<Int>()
            _ = subject.filter { $0 > 0 }.subscribe(onNext: { subject.onNext($0 - 1) })
            subject.onNext(200)
        }
        let values = trace.calls.filter { $0.operation == .handler && $0.label == "onNext" }
        #expect(values.count == 200)
        #expect(CallTree(trace, shape: .synchronous).contains { $0.depth > 1000 })
    }
}
