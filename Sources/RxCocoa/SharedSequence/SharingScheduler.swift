public import RxInstrumented

/// Makes the scheduler that ``Driver`` and ``Signal`` send on: the main one, unless a test says otherwise.
///
/// ```swift
/// let scheduler = TestScheduler(initialClock: 0)
/// SharingScheduler.mock(scheduler: scheduler) {
///     let observer = scheduler.start { viewModel.title.asObservable() }
///     XCTAssertEqual(observer.events, [.next(210, "Hello")])
/// }
/// ```
public enum SharingScheduler {
    /// Makes the scheduler.
    public private(set) static var make: () -> any SchedulerType = { MainScheduler() }

    /// Sends on `scheduler` what sequences send that are made while `action` runs.
    ///
    /// It is for one thread: all sequences made meanwhile are concerned.
    public static func mock(scheduler: any SchedulerType, action: () throws -> Void) rethrows {
        try mock(makeScheduler: { scheduler }, action: action)
    }

    /// Sends on a scheduler that a closure makes what sequences send that are made while `action` runs.
    public static func mock(makeScheduler: @escaping () -> any SchedulerType, action: () throws -> Void) rethrows {
        let original = make
        make = makeScheduler
        defer { make = original }
        try action()
    }
}
