public import Foundation
public import RxInstrumented

/// A virtual time scheduler for tests, whose time is a whole number of ticks.
///
/// ```swift
/// let scheduler = TestScheduler(initialClock: 0)
/// let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(230)])
/// let observer = scheduler.start { source.map { $0 * 10 } }
/// // observer.events: [next(10) @ 210, next(20) @ 220, completed @ 230]
/// // source.subscriptions: [(200 : 230)]
/// ```
///
/// All of it has to be used on one thread.
public class TestScheduler: VirtualTimeScheduler<TestSchedulerVirtualTimeConverter> {
    /// When `start` does its steps, unless it is told otherwise.
    public enum Defaults {
        /// When the observable is made.
        public static let created = 100
        /// When it is subscribed to.
        public static let subscribed = 200
        /// When the subscription is disposed of.
        public static let disposed = 1000
    }

    private let simulatesProcessingDelay: Bool

    /// - Parameters:
    ///   - initialClock: the clock's time at first.
    ///   - resolution: how many seconds a tick is.
    ///   - simulateProcessingDelay: whether work scheduled for now or earlier runs a tick later.
    public init(initialClock: TestTime, resolution: Double = 1.0, simulateProcessingDelay: Bool = true) {
        simulatesProcessingDelay = simulateProcessingDelay
        super.init(
            initialClock: initialClock, converter: TestSchedulerVirtualTimeConverter(resolution: resolution))
    }

    /// An observable that sends each event at its time, whoever is subscribed then.
    public func createHotObservable<Element>(_ events: [Recorded<Event<Element>>]) -> TestableObservable<Element> {
        HotObservable(testScheduler: self, recordedEvents: events)
    }

    /// An observable that sends each observer all events, at their times counted from its subscription.
    public func createColdObservable<Element>(_ events: [Recorded<Event<Element>>]) -> TestableObservable<Element> {
        ColdObservable(testScheduler: self, recordedEvents: events)
    }

    /// An observer that keeps what it is handed, with the times.
    public func createObserver<Element>(_: Element.Type) -> TestableObserver<Element> {
        TestableObserver(scheduler: self)
    }

    /// Runs `action` at a time.
    public func scheduleAt(_ time: TestTime, action: @escaping () -> Void) {
        _ = scheduleAbsoluteVirtual((), time: time) { _ in
            action()
            return Disposables.create()
        }
    }

    public override func adjustScheduledTime(_ time: VirtualTime) -> VirtualTime {
        simulatesProcessingDelay && time <= clock ? clock + 1 : super.adjustScheduledTime(time)
    }

    /// Runs all work, and meanwhile makes an observable, subscribes to it and disposes of the subscription.
    ///
    /// - Parameters:
    ///   - create: makes the sequence.
    ///   - created: when `create` runs.
    ///   - subscribed: when its result is subscribed to.
    ///   - disposed: when the subscription is disposed of.
    /// - Returns: the observer, which has all events with their times.
    public func start<Element, OutputSequence: ObservableConvertibleType>(
        created: TestTime, subscribed: TestTime, disposed: TestTime, create: @escaping () -> OutputSequence
    ) -> TestableObserver<Element> where Element == OutputSequence.Element {
        let observer = createObserver(Element.self)
        var source: Observable<Element>?
        var subscription: (any Disposable)?
        scheduleAt(created) { source = create().asObservable() }
        scheduleAt(subscribed) {
            precondition(source != nil, "the observable is to be made before it is subscribed to")
            subscription = source?.subscribe(observer)
        }
        scheduleAt(disposed) { subscription?.dispose() }
        start()
        return observer
    }

    /// As above, with the usual times of making and subscribing.
    public func start<Element, OutputSequence: ObservableConvertibleType>(
        disposed: TestTime, create: @escaping () -> OutputSequence
    ) -> TestableObserver<Element> where Element == OutputSequence.Element {
        start(created: Defaults.created, subscribed: Defaults.subscribed, disposed: disposed, create: create)
    }

    /// As above, with the usual times.
    public func start<Element, OutputSequence: ObservableConvertibleType>(
        _ create: @escaping () -> OutputSequence
    ) -> TestableObserver<Element> where Element == OutputSequence.Element {
        start(disposed: Defaults.disposed, create: create)
    }
}

/// The units of a ``TestScheduler``: whole ticks of so many seconds.
public struct TestSchedulerVirtualTimeConverter: VirtualTimeConverterType {
    public typealias VirtualTimeUnit = Int
    public typealias VirtualTimeIntervalUnit = Int

    /// The seconds of a tick.
    private let resolution: Double

    init(resolution: Double) {
        self.resolution = resolution
    }

    /// The real time of so many ticks.
    public func convertFromVirtualTime(_ virtualTime: VirtualTimeUnit) -> RxTime {
        Date(timeIntervalSince1970: convertFromVirtualTimeInterval(virtualTime))
    }

    /// The ticks of a real time, rounded.
    public func convertToVirtualTime(_ time: RxTime) -> VirtualTimeUnit {
        convertToVirtualTimeInterval(time.timeIntervalSince1970)
    }

    /// The real span, in seconds, of so many ticks.
    public func convertFromVirtualTimeInterval(_ virtualTimeInterval: VirtualTimeIntervalUnit) -> TimeInterval {
        TimeInterval(virtualTimeInterval) * resolution
    }

    /// The ticks of a real span, in seconds, rounded.
    public func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> VirtualTimeIntervalUnit {
        VirtualTimeIntervalUnit(timeInterval / resolution + 0.5)
    }

    public func offsetVirtualTime(
        _ time: VirtualTimeUnit, offset: VirtualTimeIntervalUnit
    ) -> VirtualTimeUnit {
        time + offset
    }

    public func compareVirtualTime(_ lhs: VirtualTimeUnit, _ rhs: VirtualTimeUnit) -> VirtualTimeComparison {
        if lhs < rhs { .lessThan } else if lhs > rhs { .greaterThan } else { .equal }
    }
}

/// A point in a ``TestScheduler``'s time, or a span of it.
public typealias TestTime = Int
