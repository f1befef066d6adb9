import RxInstrumented
import Testing

#if DEBUG
    /// Other tests make and release things side by side, so that only growth by many can be told.
    @Suite(.serialized) struct ResourcesTests {
        @Test func whatIsMadeIsCountedUntilItIsReleased() {
            let many: Int32 = 400_000
            let before = Resources.total
            var subjects: [PublishSubject<Int>]? = (0..<many / 2).map { _ in PublishSubject() }
            // Each is an observable and a subject.
            #expect(Resources.total - before > many / 2)
            withExtendedLifetime(subjects) {}
            subjects = nil
            #expect(Resources.total - before < many / 2)
        }

        @Test func theProgramMayCountItsOwn() {
            let many: Int32 = 400_000
            let before = Resources.total
            for _ in 0..<many { _ = Resources.incrementTotal() }
            #expect(Resources.total - before > many / 2)
            for _ in 0..<many { _ = Resources.decrementTotal() }
            #expect(Resources.total - before < many / 2)
        }
    }
#endif
