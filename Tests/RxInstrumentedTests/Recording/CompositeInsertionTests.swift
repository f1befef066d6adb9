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
        #expect(trace.calls.map(\.operation) == [.add, .dispose, .dispose, .add, .dispose])
        #expect(trace.calls[3].node == trace.calls[0].node && trace.calls[1].node == trace.calls[0].node)
        #expect(trace.calls[3].parent == nil)
        #expect(trace.calls[4].parent == trace.calls[3].id)
    }

    @Test func theDisposableOfASubscribeAndOfAnInsertionIsTold() throws {
        let trace = Trace.record("told", options: RecordingOptions(scope: .caused)) {
            let subject = PublishSubject<Int>()
            let bag = CompositeDisposable()
            let key = bag.insert(subject.subscribe())
            _ = subject.map { $0 }.subscribe()
            if let key { bag.remove(for: key) }
            bag.dispose()
        }
        let whole = try #require(trace.calls.first { $0.operation == .subscribe && $0.parent == nil })
        let inner = try #require(trace.calls.first { $0.operation == .subscribe && $0.parent == whole.id })
        let disposals = trace.calls.filter { $0.operation == .dispose }
        let outer = try #require(disposals.first { $0.node == whole.disposable })
        #expect(disposals.contains { $0.node == inner.disposable && $0.parent == outer.id })
        #expect(trace.calls.first { $0.operation == .add }?.disposable == whole.disposable)
        // What no call is made on is no node of the trace.
        #expect(trace.calls.last { $0.operation == .subscribe }?.disposable == nil)
        #expect(
            trace.calls.allSatisfy { $0.disposable == nil || [.subscribe, .add, .remove].contains($0.operation) })
        #expect(trace.canonical().calls.allSatisfy { $0.disposable == nil })
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
        #expect(!trace.calls.contains { [.insert, .add].contains($0.operation) })
    }
}
