import RxInstrumented
import Testing

/// What the program puts into a composite is recorded, and what the library puts there for itself is not.
struct CompositeInsertionTests {
    @Test func whatComesTooLateIsDisposedWithinItsInsertion() {
        let trace = Trace.record("late", options: RecordingOptions(scope: .caused)) {
            let composite = CompositeDisposable()
            #expect(composite.insert(BooleanDisposable()) != nil)
            composite.dispose()
            #expect(composite.insert(BooleanDisposable()) == nil)
        }
        #expect(trace.calls.map(\.operation) == [.insert, .dispose, .dispose, .insert, .dispose])
        #expect(trace.calls[3].node == trace.calls[0].node && trace.calls[1].node == trace.calls[0].node)
        #expect(trace.calls[3].parent == nil)
        #expect(trace.calls[4].parent == trace.calls[3].id)
    }

    @Test func theLibrarysOwnInsertionsAreNoCalls() {
        let trace = Trace.record("own", options: RecordingOptions(scope: .caused)) {
            let scheduler = HistoricalScheduler()
            let window = Observable.of(1, 2).window(timeSpan: .seconds(1), count: 1, scheduler: scheduler)
            let subscription = window.merge().subscribe()
            let steps = scheduler.scheduleRecursive(2) { left, next in if left > 0 { next(left - 1) } }
            scheduler.start()
            subscription.dispose()
            steps.dispose()
        }
        #expect(trace.calls.contains { $0.operation == .invoke })
        #expect(!trace.calls.contains { $0.operation == .insert })
    }
}
