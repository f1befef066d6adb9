import Dispatch

/// The integers that ``ObservableType/interval(_:scheduler:)`` and timers count in.
public typealias RxAbstractInteger = FixedWidthInteger

extension ObservableType where Element: RxAbstractInteger {
    /// Counts from 0, one element per `period`, until the subscription is disposed.
    ///
    /// ```swift
    /// let scheduler = HistoricalScheduler()
    /// _ = Observable<Int>.interval(.seconds(1), scheduler: scheduler).take(3).subscribe(onNext: { print($0) })
    /// scheduler.start()  // 0 1 2
    /// ```
    ///
    /// - Parameters:
    ///   - period: the time before the first element, and between two elements.
    ///   - scheduler: sends the elements.
    @inlinable
    public static func interval(_ period: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        Timer(dueTime: period, period: period, scheduler: scheduler)
    }

    /// Sends 0 after `dueTime`. Then counts on, one element per `period`, or completes if `period` is nil.
    ///
    /// ```swift
    /// let scheduler = HistoricalScheduler()
    /// _ = Observable<Int>.timer(.seconds(5), scheduler: scheduler).subscribe { print($0) }
    /// scheduler.start()  // next(0) completed
    /// ```
    @inlinable
    public static func timer(
        _ dueTime: RxTimeInterval, period: RxTimeInterval? = nil, scheduler: any SchedulerType
    ) -> Observable<Element> {
        Timer(dueTime: dueTime, period: period, scheduler: scheduler)
    }
}

@usableFromInline
final class Timer<Element: RxAbstractInteger>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { isPeriodic ? [.endless] : [] }
    @usableFromInline let isPeriodic: Bool

    @inlinable init(dueTime: RxTimeInterval, period: RxTimeInterval?, scheduler: any SchedulerType) {
        isPeriodic = period != nil
        super.init { _, downstream, cancel in
            if let period {
                let sink = TimerSink<Element>(downstream: downstream, cancel: cancel)
                return (sink, sink.run { sink.start(after: dueTime, period: period, on: scheduler) })
            } else {
                let sink = TimerOneOffSink<Element>(downstream: downstream, cancel: cancel)
                return (sink, sink.run { sink.start(after: dueTime, on: scheduler) })
            }
        }
    }
}

@usableFromInline
final class TimerSink<Element: RxAbstractInteger>: Sink<Element> {
    @usableFromInline let gate = DeliveryGate()

    @inlinable override init(downstream: Edge<Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable
    func start(after dueTime: RxTimeInterval, period: RxTimeInterval, on scheduler: any SchedulerType)
        -> DisposableObject?
    {
        scheduler.schedulePeriodic(0 as Element, startAfter: dueTime, period: period) { count in
            // On a concurrent scheduler, the next tick may come while this one is being delivered.
            self.gate.pass {
                self.forwardOn(.next(count))
                return count &+ 1
            }
        }._object
    }
}

@usableFromInline
final class TimerOneOffSink<Element: RxAbstractInteger>: Sink<Element> {
    @inlinable override init(downstream: Edge<Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(after dueTime: RxTimeInterval, on scheduler: any SchedulerType) -> DisposableObject? {
        scheduler.scheduleRelative((), dueTime: dueTime) { _ in
            self.forwardOn(.next(0))
            self.finish(.completed)
            return Disposables.create()
        }._object
    }
}
