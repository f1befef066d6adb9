import ReactiveObjC
import RxInstrumented
import Testing

@Suite struct RACDisposableTests {
    @Test func theBlockRunsOnce() {
        var runs = 0
        let disposable = RACDisposable { runs += 1 }
        #expect(!disposable.isDisposed)
        disposable.dispose()
        disposable.dispose()
        #expect(runs == 1)
        #expect(disposable.isDisposed)
    }

    @Test func withoutABlockItIsStillDisposed() {
        let disposable = RACDisposable()
        disposable.dispose()
        #expect(disposable.isDisposed)
    }

    @Test func itIsDisposedWhileTheBlockRuns() {
        var disposable: RACDisposable?
        var seen: Bool?
        disposable = RACDisposable {
            seen = disposable?.isDisposed
            disposable?.dispose()
        }
        disposable?.dispose()
        #expect(seen == true)
    }

    @Test func releasingItDoesNotRunTheBlockButLetsGoOfIt() {
        final class Owned {}
        weak var kept: Owned?
        var runs = 0
        do {
            let owned = Owned()
            kept = owned
            _ = RACDisposable {
                _ = owned
                runs += 1
            }
        }
        #expect(runs == 0)
        #expect(kept == nil)
    }

    @Test func disposingLetsGoOfTheBlock() {
        final class Owned {}
        weak var kept: Owned?
        let disposable: RACDisposable
        do {
            let owned = Owned()
            kept = owned
            disposable = RACDisposable { _ = owned }
        }
        #expect(kept != nil)
        disposable.dispose()
        #expect(kept == nil)
    }

    @Test func aScopedOneIsDisposedWhenReleased() {
        var runs = 0
        let inner = RACDisposable { runs += 1 }
        do {
            let scoped = inner.asScopedDisposable()
            withExtendedLifetime(scoped) { #expect(runs == 0) }
        }
        #expect(runs == 1)
        #expect(inner.isDisposed)
    }

    @Test func aScopedOneThatIsDisposedDoesNoMoreWhenReleased() {
        var runs = 0
        do {
            let scoped = RACScopedDisposable(RACDisposable { runs += 1 })
            scoped.dispose()
            #expect(runs == 1)
        }
        #expect(runs == 1)
    }

    @Test func aSerialOneDisposesTheLastItHolds() {
        var disposed: [Int] = []
        let serial = RACSerialDisposable()
        let first = RACDisposable { disposed.append(1) }
        serial.disposable = first
        serial.disposable = RACDisposable { disposed.append(2) }
        #expect(disposed == [], "setting another does not dispose the one before")
        serial.dispose()
        #expect(disposed == [2])
        #expect(serial.disposable == nil)
        #expect(!first.isDisposed)
    }

    @Test func aSerialOneHandsBackWhatItHeld() {
        let (first, second) = (RACDisposable(), RACDisposable())
        let serial = RACSerialDisposable(disposable: first)
        #expect(serial.swapIn(second) === first)
        #expect(serial.disposable === second)
    }

    @Test func aSerialOneThatIsDisposedDisposesWhatIsSet() {
        let serial = RACSerialDisposable()
        serial.dispose()
        let late = RACDisposable()
        serial.disposable = late
        #expect(late.isDisposed)
        #expect(serial.disposable == nil)
        let swapped = RACDisposable()
        #expect(serial.swapIn(swapped) == nil)
        #expect(swapped.isDisposed)
    }

    @Test func itGoesIntoADisposeBag() {
        let disposable = RACDisposable()
        do {
            let bag = DisposeBag()
            disposable.disposed(by: bag)
            #expect(!disposable.isDisposed)
        }
        #expect(disposable.isDisposed)
    }
}
