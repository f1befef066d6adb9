import RxInstrumented
import RxTraceKit
import Testing

/// Facts that a recording writes once for many calls, and those it writes in pieces, come back as they were.
@Suite(.timeLimit(.generous)) struct RecordingWritingTests {
    @Test func textsOfAnyLengthComeBack() {
        let lengths = Array(0...100) + [1000]
        let texts = lengths.map { length in String((0..<length).map { Character(String($0 % 10)) }) }
        let trace = Trace.record("texts", options: RecordingOptions(values: .full, scope: .caused)) {
            let subject = PublishSubject<String>()
            for text in texts { subject.onNext(text) }
        }
        let values = trace.calls.filter { $0.operation == .on }.map { $0.event?.value }
        #expect(values == texts.map { Optional($0) })
    }

    /// So many types that some take the place of others among those kept at hand, each met twice.
    @Test func eachNodeHasItsOwnOfManyTypes() {
        let types: [any Hashable.Type] = [Int.self, String.self, Bool.self, Double.self, Float.self, UInt8.self]
        let trace = Trace.record("types", options: RecordingOptions(scope: .caused)) {
            for _ in 0..<2 {
                for type in types { makeSubjects(of: type, and: types) }
            }
        }
        let expected = types.flatMap { first in types.map { Optional("PublishSubject<(\(first), \($0))>") } }
        #expect(trace.nodes.map(\.generic) == expected + expected)
    }

    private func makeSubjects<First: Hashable>(of type: First.Type, and types: [any Hashable.Type]) {
        func make<Second: Hashable>(_ type: Second.Type) {
            _ = PublishSubject<(First, Second)>()
        }
        for type in types { make(type) }
    }

    /// As many stacks as there are numbers, which differ in their outer addresses and lead to one of two places.
    @Test func eachNodeHasItsPlaceThoughStacksAreMany() {
        let trace = Trace.record("stacks", options: RecordingOptions(scope: .caused)) {
            for _ in 0..<2 {
                for number in 0..<256 { makeSubject(by: number, steps: 7) }
            }
        }
        let lines = trace.nodes.map { $0.site?.line }
        let expected = (0..<512).map { Optional($0 % 2 == 0 ? Self.evenLine : Self.oddLine) }
        #expect(lines == expected)
    }

    private static let evenLine = #line + 7
    private static let oddLine = #line + 8

    @inline(never)
    private func makeSubject(by number: Int, steps: Int) {
        if steps == 0 {
            if number % 2 == 0 {
                _ = PublishSubject<Int>()
            } else {
                _ = PublishSubject<String>()
            }
        } else if number >> steps & 1 == 0 {
            makeSubject(by: number, steps: steps - 1)
        } else {
            makeSubject(by: number, steps: steps - 1)
        }
    }

    /// Threads take the numbers of objects by the dozen.
    @Test func objectsOfManyThreadsAreToldApart() {
        let trace = Trace.record("threads") {
            onThreads(8) { _ in
                for _ in 0..<200 { _ = PublishSubject<RecordingWritingTests>() }
            }
        }
        // Tests on other threads are recorded as well.
        let ours = Set(trace.nodes.filter { $0.generic == "PublishSubject<RecordingWritingTests>" }.map(\.id))
        #expect(ours.count == 1600)
        let created = trace.calls.filter { $0.operation == .create && ours.contains($0.node ?? 0) }
        #expect(created.count == 1600)
    }
}
