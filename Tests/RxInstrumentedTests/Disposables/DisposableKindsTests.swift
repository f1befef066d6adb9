import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct DisposableKindsTests {
    @Test func aBooleanDisposableRemembers() {
        let disposable = BooleanDisposable()
        #expect(!disposable.isDisposed)
        disposable.dispose()
        #expect(disposable.isDisposed)
        #expect(BooleanDisposable(isDisposed: true).isDisposed)
        #expect(!BooleanDisposable(isDisposed: false).isDisposed)
    }

    @Test func thoseGivenAfterTheThirdAreDisposedFirst() {
        var disposed: [Int] = []
        let disposables = (0..<5).map { number in Disposables.create { disposed.append(number) } }
        Disposables.create(disposables[0], disposables[1], disposables[2], disposables[3], disposables[4]).dispose()
        #expect(disposed == [3, 4, 0, 1, 2])
    }

    @Test func aScheduledDisposableIsDisposedByItsScheduler() {
        let scheduler = HistoricalScheduler()
        let held = BooleanDisposable()
        let disposable = ScheduledDisposable(scheduler: scheduler, disposable: held)
        disposable.dispose()
        #expect(!disposable.isDisposed)
        #expect(!held.isDisposed)
        scheduler.start()
        #expect(disposable.isDisposed)
        #expect(held.isDisposed)
    }

    @Test func aScheduledDisposableDisposesOnce() {
        var count = 0
        let disposable = ScheduledDisposable(
            scheduler: CurrentThreadScheduler.instance, disposable: Disposables.create { count += 1 })
        disposable.dispose()
        disposable.dispose()
        #expect(count == 1)
    }

    @Test func aReferenceCountedDisposableWaitsForAllUses() {
        let held = BooleanDisposable()
        let disposable = RefCountDisposable(disposable: held)
        let uses = [disposable.retain(), disposable.retain()]
        disposable.dispose()
        #expect(!held.isDisposed)
        uses[0].dispose()
        uses[0].dispose()
        #expect(!held.isDisposed)
        #expect(!disposable.isDisposed)
        uses[1].dispose()
        #expect(held.isDisposed)
        #expect(disposable.isDisposed)
    }

    @Test func aReferenceCountedDisposableOutlivesItsUses() {
        let held = BooleanDisposable()
        let disposable = RefCountDisposable(disposable: held)
        disposable.retain().dispose()
        #expect(!held.isDisposed)
        disposable.dispose()
        #expect(held.isDisposed)
        disposable.retain().dispose()
        #expect(disposable.isDisposed)
    }

    @Test func aReferenceCountedNothingIsDisposedToo() {
        let disposable = RefCountDisposable(disposable: Disposables.create())
        #expect(!disposable.isDisposed)
        disposable.dispose()
        #expect(disposable.isDisposed)
    }

    @Test func chainOfTheKinds() {
        let calls = chain {
            let counted = RefCountDisposable(disposable: BooleanDisposable())
            let use = counted.retain()
            counted.dispose()
            use.dispose()
            use.dispose()
            ScheduledDisposable(scheduler: CurrentThreadScheduler.instance, disposable: BooleanDisposable()).dispose()
        }
        #expect(
            calls
                == rows(
                    """
                    dispose RefCountDisposable
                    dispose RefCountInnerDisposable
                      dispose BooleanDisposable
                    dispose RefCountInnerDisposable
                    dispose ScheduledDisposable
                      schedule CurrentThreadScheduler
                        dispose BooleanDisposable
                    """))
    }
}
