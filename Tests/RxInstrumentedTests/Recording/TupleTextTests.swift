import RxInstrumented
import RxTraceKit
import Testing

/// Tuples are described without reflection where that is possible, and no differently.
@Suite struct TupleTextTests {
    private func recorded<Value>(_ value: Value) -> String? {
        let trace = Trace.record("tuple", options: RecordingOptions(scope: .caused)) {
            PublishSubject<Value>().onNext(value)
        }
        return trace.calls.first { $0.operation == .on }?.event?.value
    }

    private func expectUsual<Value>(_ value: Value, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(recorded(value) == String(describing: value), sourceLocation: sourceLocation)
    }

    @Test func aTupleReadsAsItsDescription() {
        expectUsual((1, 2))
        expectUsual((index: 0, element: -7))
        expectUsual((1, second: true, 2.5, fourth: "say \"no\"\n"))
        expectUsual((false, Int.max, Double.nan, 1e100, -0.0))
        expectUsual((wide: UInt8(3), 4))
        expectUsual((1, (2, inner: 3)))
        expectUsual((1, Int?.none, [2]))
        expectUsual((größe: 1, 名: "x"))
        expectUsual(())
    }

    @Test func aLongOneIsCut() {
        let text = String(repeating: "x", count: 200)
        #expect(recorded((1, text)) == String("(1, \"\(text)\")".prefix(79)) + "…")
    }
}
