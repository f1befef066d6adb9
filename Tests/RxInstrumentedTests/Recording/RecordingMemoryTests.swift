import RxInstrumented
import RxTraceKit
import Testing

/// The memory of records that were written is used again, also by a thread that has calls open in it.
@Suite struct RecordingMemoryTests {
    private let caused = RecordingOptions(scope: .caused)

    @Test(arguments: [500, 700], 1...3)
    func aCallEndsAsItselfWhereItsMemoryIsAnothers(events: Int, rounds: Int) throws {
        let trace = Trace.record("outer", options: caused) {
            let source = Observable<Int>.create { observer in
                for _ in 0..<rounds {
                    // More calls than a chunk of memory holds: the call around all this is in one that is left.
                    for number in 0..<events { observer.onNext(number) }
                    // Reads the recording so far, and gives back the memory of it.
                    _ = Trace.record("inner", options: caused) {}
                }
                observer.onCompleted()
                return Disposables.create()
            }
            _ = source.subscribe(onNext: { _ in })
        }
        #expect(trace.calls.count > 4 * events * rounds)
        var ends: [UInt64] = [0]
        for call in trace.calls {
            let start = try #require(call.start)
            let duration = try #require(call.duration, "\(call.operation) \(call.id) has not ended")
            ends.append(start + duration)
            // Rounding to nanoseconds may put an end a little behind that of the call around it.
            if let parent = call.parent { #expect(ends[call.id] <= ends[parent] + 2, "\(call.operation) \(call.id)") }
            if let value = call.event?.value { #expect(Int(value).map { $0 < events } ?? false, "\(value)") }
        }
        #expect(trace.subscriptions.map(\.ended) == ["completed"])
    }
}
