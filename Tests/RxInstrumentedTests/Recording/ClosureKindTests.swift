import RxSwift
import RxTraceKit
import Testing

@testable import RxInstrumented

/// The core says of each closure what it is there for, and a trace tells it.
@Suite struct ClosureKindTests {
    @Test(arguments: HandlerLabel.allCases)
    func everyLabelHasAKind(label: HandlerLabel) {
        #expect(!label.kinds.isEmpty)
    }

    /// The list for older traces, kept by hand, says the same.
    @Test func olderTracesAreReadAsTheyWereMeant() {
        let labels = HandlerLabel.allCases.map(\.name)
        var older = Trace(scenario: "older")
        older.calls = labels.enumerated().map { .init(id: $0 + 1, operation: .handler, label: $1) }
        let closures = TraceInMemory(older).closures
        for label in HandlerLabel.allCases { #expect(closures[label.name] == label.kinds, "\(label)") }
        #expect(closures["a label of tomorrow"].isEmpty)
    }

    private static func program() {
        let subject = PublishSubject<Int>()
        let bag = DisposeBag()
        subject.map { $0 + 1 }.flatMap { Observable.just($0) }
            .do(onNext: { _ in }).subscribe(onNext: { _ in }, onCompleted: {}).disposed(by: bag)
        subject.onNext(1)
        subject.onCompleted()
    }

    @Test func aTraceTellsTheKindsOfItsClosures() throws {
        let trace = Trace.record("closures", options: RecordingOptions(scope: .caused)) { Self.program() }
        #expect(Set(trace.closures.labels).isSuperset(of: ["onCompleted", "onNext", "selector", "transform"]))
        #expect(!trace.closures.labels.contains("accumulator"))
        #expect(trace.closures["transform"] == [.computes])
        #expect(trace.closures["onNext"] == [.next])
        #expect(trace.closures["onError"].isEmpty)

        for layout in [JSONTraceWriter.Layout.document, .lines] {
            let document = try text(of: trace, layout)
            #expect(document.contains(#"{"label": "selector", "kinds": ["makes"]}"#))
            #expect(try TraceReader.read(document, named: "closures").closures == trace.closures)
            // A fact of the library, not of the program.
            #expect(try !text(of: trace.canonical(), layout).contains(#""kinds""#))
        }
    }

    /// A document that gives a label another meaning is taken at its word, and words of later versions say nothing.
    @Test func aTraceIsTakenAtItsWord() throws {
        let document = #"""
            {"format": "rxtrace", "version": 1, "scenario": "x", "dropped": 0,
             "threads": [{"id": 0, "name": "main"}], "nodes": [], "subscriptions": [],
             "closures": [{"label": "onNext", "kinds": ["computes", "dances"]}],
             "calls": [{"id": 1, "operation": "handler", "thread": 0, "label": "onNext"}]}
            """#
        let source = TraceInMemory(try TraceReader.read(document, named: "x"))
        #expect(source.closures["onNext"] == [.computes])
    }

    private func text(of trace: Trace, _ layout: JSONTraceWriter.Layout) throws -> String {
        var bytes: [UInt8] = []
        let output = TextOutput { bytes.append(contentsOf: $0) }
        try JSONTraceWriter(layout: layout).write(trace, to: output)
        try output.flush()
        return String(decoding: bytes, as: UTF8.self)
    }
}
