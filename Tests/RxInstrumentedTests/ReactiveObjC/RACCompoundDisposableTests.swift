import ReactiveObjC
import RxInstrumented
import RxTraceKit
import Testing

@Suite struct RACCompoundDisposableTests {
    private final class Order {
        var names: [String] = []

        func disposable(_ name: String) -> RACDisposable {
            RACDisposable { self.names.append(name) }
        }
    }

    @Test(arguments: 0...5)
    func allAreDisposedInTheOrderTheyCame(count: Int) {
        let order = Order()
        let compound = RACCompoundDisposable()
        let names = (0..<count).map(String.init)
        for name in names { compound.addDisposable(order.disposable(name)) }
        #expect(order.names == [])
        compound.dispose()
        #expect(order.names == names)
        #expect(compound.isDisposed)
        compound.dispose()
        #expect(order.names == names)
    }

    @Test(arguments: 0...5)
    func madeWithDisposablesItIsTheSame(count: Int) {
        let order = Order()
        let names = (0..<count).map(String.init)
        RACCompoundDisposable(disposables: names.map(order.disposable)).dispose()
        #expect(order.names == names)
    }

    @Test func madeWithABlockItRunsTheBlock() {
        var runs = 0
        let compound = RACCompoundDisposable { runs += 1 }
        compound.dispose()
        compound.dispose()
        #expect(runs == 1)
    }

    @Test func whatIsAddedTooLateIsDisposedAtOnce() {
        let order = Order()
        let compound = RACCompoundDisposable()
        compound.dispose()
        compound.addDisposable(order.disposable("late"))
        #expect(order.names == ["late"])
    }

    @Test func anInlinePlaceThatIsFreeIsTakenBeforeTheArray() {
        let order = Order()
        let compound = RACCompoundDisposable()
        let first = order.disposable("first")
        compound.addDisposable(first)
        for name in ["second", "third"] { compound.addDisposable(order.disposable(name)) }
        compound.removeDisposable(first)
        compound.addDisposable(order.disposable("fourth"))
        compound.dispose()
        #expect(order.names == ["fourth", "second", "third"])
    }

    @Test(arguments: 0..<4)
    func whatIsRemovedIsNotDisposed(removed: Int) {
        let order = Order()
        let compound = RACCompoundDisposable()
        let disposables = (0..<4).map { order.disposable(String($0)) }
        for disposable in disposables { compound.addDisposable(disposable) }
        compound.removeDisposable(disposables[removed])
        compound.dispose()
        #expect(order.names == (0..<4).filter { $0 != removed }.map(String.init))
    }

    @Test func nilAndWhatIsDisposedAreNotKept() {
        final class Owned {}
        weak var kept: RACDisposable?
        let compound = RACCompoundDisposable()
        do {
            let disposed = RACDisposable()
            disposed.dispose()
            kept = disposed
            compound.addDisposable(disposed)
        }
        compound.addDisposable(nil)
        compound.removeDisposable(nil)
        #expect(kept == nil)
    }

    @Test func itLetsGoOfWhatItDisposed() {
        weak var kept: RACDisposable?
        let compound = RACCompoundDisposable()
        do {
            let disposable = RACDisposable()
            kept = disposable
            compound.addDisposable(disposable)
        }
        #expect(kept != nil)
        compound.dispose()
        #expect(kept == nil)
    }

    @Test func releasingItDisposesNothing() {
        let disposable = RACDisposable()
        do { RACCompoundDisposable().addDisposable(disposable) }
        #expect(!disposable.isDisposed)
    }

    @Test func whatADisposalAddsIsDisposed() {
        let order = Order()
        let compound = RACCompoundDisposable()
        compound.addDisposable(
            RACDisposable {
                order.names.append("first")
                compound.addDisposable(order.disposable("inside"))
            })
        compound.addDisposable(order.disposable("second"))
        compound.dispose()
        #expect(order.names == ["first", "inside", "second"])
    }

    @Test func theChainShowsWhoIsDisposedWhen() {
        let compound = RACCompoundDisposable()
        let rows = chain {
            compound.addDisposable(RACDisposable {})
            compound.dispose()
            compound.addDisposable(RACDisposable {})
        }
        #expect(
            rows
                == RxInstrumentedTests.rows(
                    """
                    insert RACCompoundDisposable
                    dispose RACCompoundDisposable
                      dispose RACDisposable
                        handler disposeBlock
                    insert RACCompoundDisposable
                      dispose RACDisposable
                        handler disposeBlock
                    """))
    }

    @Test func aRemovalIsACallOfItsOwn() {
        let trace = Trace.record("removal", options: RecordingOptions(scope: .caused)) {
            let compound = RACCompoundDisposable()
            let (removed, kept) = (RACDisposable(), RACDisposable())
            compound.addDisposable(removed)
            compound.addDisposable(kept)
            compound.removeDisposable(removed)
            compound.removeDisposable(nil)
            compound.dispose()
        }
        #expect(trace.calls.map(\.operation) == [.insert, .insert, .remove, .dispose, .dispose])
        #expect(trace.calls[2].node == trace.calls[0].node && trace.calls[3].node == trace.calls[0].node)
    }
}
