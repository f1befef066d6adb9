import Testing

@testable import RxInstrumented

@Suite(.everyRecorderState) struct AsyncLockTests {
    private struct Work: InvocableType {
        let action: () -> Void
        func invoke() { action() }
    }

    @Test func workHandedOverMeanwhileWaitsItsTurn() {
        let lock = AsyncLock<Work>()
        var order: [String] = []
        lock.invoke(
            Work {
                order.append("first begins")
                lock.invoke(Work { order.append("second") })
                lock.invoke(Work { order.append("third") })
                order.append("first ends")
            })
        lock.invoke(Work { order.append("fourth") })
        #expect(order == ["first begins", "first ends", "second", "third", "fourth"])
    }

    @Test func disposingDropsWhatWaitsAndWhatComes() {
        let lock = AsyncLock<Work>()
        var order: [String] = []
        lock.invoke(
            Work {
                lock.invoke(Work { order.append("waiting") })
                lock.dispose()
                order.append("first ends")
            })
        lock.invoke(Work { order.append("late") })
        #expect(order == ["first ends"])
    }
}
