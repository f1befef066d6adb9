/// The scenarios that come with rxtrace, the one to begin with first.
public enum Samples {
    public static let all: [Scenario] = [
        createSubscribe, createError, disposeManual, bagRelease, bagReplace, mapFilter, publishSubject, flatMapLatest,
        takeUntil, timer, observeOn, connectable, shareReplay, combineLatest, retry, leak,
        racSignal, racSchedulerMain, racSchedulerBackground, racCompoundDisposable, racSubject, racMulticast,
        racCommand,
        sideBySideRx, sideBySideRAC,
        notification, notificationByHand, deallocating, deallocatedShared, disposeOnce, insertLate, sinkDisposerOrder,
        reusedCellRx, reusedCellRAC, limitConcurrency, replacedMethod,
        racSchedulerNested, racObserve, racObservePath, racObserveWeak, racCommandErrors,
        eventBus,
    ]
}
