import Foundation
import RxTraceKit
import Synchronization

/// A scheduler whose clock moves only as its work runs. Virtual hours take no time, and the order is always the same.
///
/// To be used only on the thread that made it. Other threads trap.
open class VirtualTimeScheduler<Converter: VirtualTimeConverterType>: SchedulerType {
    /// A point in virtual time, in the converter's unit.
    public typealias VirtualTime = Converter.VirtualTimeUnit
    /// A span of virtual time, in the converter's unit.
    public typealias VirtualTimeInterval = Converter.VirtualTimeIntervalUnit

    private let converter: Converter
    private var queue: PriorityQueue<VirtualSchedulerItem<VirtualTime>>
    private var nextID = 0
    private var isRunning = false
    private let thread = Foundation.Thread.current
    /// Stands for the scheduler in a trace. The scheduler itself is no ``TracedObject``, as RxSwift's has no base
    /// class.
    private let traced: TracedScheduler

    /// The current virtual time.
    public var clock: VirtualTime { currentClock }
    private var currentClock: VirtualTime

    /// Creates a scheduler whose clock starts at `initialClock`.
    public init(initialClock: VirtualTime, converter: Converter) {
        currentClock = initialClock
        self.converter = converter
        traced = TracedScheduler(type: type(of: self))
        queue = PriorityQueue { left, right in
            switch converter.compareVirtualTime(left.time, right.time) {
            case .lessThan: true
            case .equal: left.id < right.id
            case .greaterThan: false
            }
        }
    }

    public var now: RxTime { converter.convertFromVirtualTime(clock) }

    /// Schedules work at the current virtual time.
    public func schedule<StateType>(
        _ state: StateType, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        scheduleRelative(state, dueTime: .microseconds(0), action: action)
    }

    public func scheduleRelative<StateType>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        let time = converter.convertToVirtualTime(now.addingDispatchInterval(dueTime))
        return scheduleAbsoluteVirtual(state, time: adjustScheduledTime(time), action: action)
    }

    /// Schedules work to run after a span of virtual time.
    public func scheduleRelativeVirtual<StateType>(
        _ state: StateType, dueTime: VirtualTimeInterval, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        scheduleAbsoluteVirtual(state, time: converter.offsetVirtualTime(clock, offset: dueTime), action: action)
    }

    /// Schedules work to run at a virtual time.
    public func scheduleAbsoluteVirtual<StateType>(
        _ state: StateType, time: VirtualTime, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        ensureThread()
        return recordedSchedule(traced) { ticket in
            let item = VirtualSchedulerItem(id: nextID, time: time, ticket: ticket) { action(state)._object }
            nextID += 1
            queue.enqueue(item)
            let composite = CompositeDisposable()
            _ = composite.insert(item)
            return composite
        }
    }

    /// Adjusts the time of work that was scheduled in real units, as all operators do. Returns `time` unless
    /// overridden.
    open func adjustScheduledTime(_ time: VirtualTime) -> VirtualTime {
        time
    }

    /// Runs all work until none is left or ``stop()`` is called.
    public func start() {
        run { _ in true }
    }

    /// Runs the work that is due up to `virtualTime`, and moves the clock there.
    public func advanceTo(_ virtualTime: VirtualTime) {
        precondition(!isRunning, "the scheduler is already running")
        run { converter.compareVirtualTime($0, virtualTime) != .greaterThan }
        currentClock = virtualTime
    }

    /// Moves the clock forward without running any work.
    public func sleep(_ virtualInterval: VirtualTimeInterval) {
        ensureThread()
        let time = converter.offsetVirtualTime(clock, offset: virtualInterval)
        precondition(converter.compareVirtualTime(time, clock) != .lessThan, "the clock cannot be moved back")
        currentClock = time
    }

    /// Stops running after the current piece of work.
    public func stop() {
        ensureThread()
        isRunning = false
    }

    private func run(while isDue: (VirtualTime) -> Bool) {
        ensureThread()
        guard !isRunning else { return }
        isRunning = true
        while isRunning, let next = takeNext(if: isDue) {
            if converter.compareVirtualTime(next.time, clock) == .greaterThan { currentClock = next.time }
            next.invoke()
        }
        isRunning = false
    }

    private func takeNext(if isDue: (VirtualTime) -> Bool) -> VirtualSchedulerItem<VirtualTime>? {
        while let next = queue.peek() {
            if next.isDisposed {
                _ = queue.dequeue()
            } else {
                return isDue(next.time) ? queue.dequeue() : nil
            }
        }
        return nil
    }

    private func ensureThread() {
        precondition(
            Foundation.Thread.current == thread,
            "a virtual time scheduler is used on the thread that made it, and on no other")
    }
}

extension VirtualTimeScheduler: CustomDebugStringConvertible {
    /// The times of the waiting work, the next first: `[210, 220]`.
    public var debugDescription: String {
        "\(queue.inOrder.filter { !$0.isDisposed }.map(\.time))"
    }
}

private final class TracedScheduler: TracedStandIn {
    override var traceRole: Trace.Role { .scheduler }
}

final class VirtualSchedulerItem<Time>: DisposableObject {
    let id: Int
    let time: Time
    private let ticket: CauseID
    private let action: () -> DisposableObject?
    private let disposable = SingleAssignmentDisposable()

    init(id: Int, time: Time, ticket: CauseID, action: @escaping () -> DisposableObject?) {
        self.id = id
        self.time = time
        self.ticket = ticket
        self.action = action
        super.init()
    }

    override var traceRole: Trace.Role { .item }

    var isDisposed: Bool { disposable.hasDisposed }

    func invoke() {
        ticket.invoke(self) { disposable.set(action()) }
    }

    override func dispose() {
        recorded(.dispose, self) { disposable.dispose() }
    }
}

/// Converts between a virtual clock's units and real ones.
public protocol VirtualTimeConverterType {
    /// A point in virtual time.
    associatedtype VirtualTimeUnit
    /// A span of virtual time.
    associatedtype VirtualTimeIntervalUnit

    /// Converts a virtual time to a real one.
    func convertFromVirtualTime(_ virtualTime: VirtualTimeUnit) -> RxTime
    /// Converts a real time to a virtual one.
    func convertToVirtualTime(_ time: RxTime) -> VirtualTimeUnit
    /// Converts a span of virtual time to seconds.
    func convertFromVirtualTimeInterval(_ virtualTimeInterval: VirtualTimeIntervalUnit) -> TimeInterval
    /// Converts a span in seconds to virtual time.
    func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> VirtualTimeIntervalUnit
    /// The time `offset` after `time`.
    func offsetVirtualTime(_ time: VirtualTimeUnit, offset: VirtualTimeIntervalUnit) -> VirtualTimeUnit
    /// Compares two virtual times.
    func compareVirtualTime(_ lhs: VirtualTimeUnit, _ rhs: VirtualTimeUnit) -> VirtualTimeComparison
}

/// The order of two virtual times.
public enum VirtualTimeComparison {
    /// The first time is earlier.
    case lessThan
    /// The times are equal.
    case equal
    /// The first time is later.
    case greaterThan
}

/// A virtual time scheduler whose clock is a date.
///
/// ```swift
/// let scheduler = HistoricalScheduler()
/// _ = Observable<Int>.interval(.seconds(60), scheduler: scheduler).take(2).subscribe(onNext: { print($0) })
/// scheduler.start()  // 0 1, at once
/// ```
public class HistoricalScheduler: VirtualTimeScheduler<HistoricalSchedulerTimeConverter> {
    /// - Parameter initialClock: the time at which the clock starts.
    public init(initialClock: RxTime = Date(timeIntervalSince1970: 0)) {
        super.init(initialClock: initialClock, converter: HistoricalSchedulerTimeConverter())
    }
}

/// The units of a ``HistoricalScheduler``: dates and seconds.
public struct HistoricalSchedulerTimeConverter: VirtualTimeConverterType {
    public typealias VirtualTimeUnit = RxTime
    public typealias VirtualTimeIntervalUnit = TimeInterval

    /// The real time: the same date.
    public func convertFromVirtualTime(_ virtualTime: VirtualTimeUnit) -> RxTime {
        virtualTime
    }

    /// The virtual time: the same date.
    public func convertToVirtualTime(_ time: RxTime) -> VirtualTimeUnit {
        time
    }

    /// The real span: the same number of seconds.
    public func convertFromVirtualTimeInterval(_ virtualTimeInterval: VirtualTimeIntervalUnit) -> TimeInterval {
        virtualTimeInterval
    }

    /// The virtual span: the same number of seconds.
    public func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> VirtualTimeIntervalUnit {
        timeInterval
    }

    public func offsetVirtualTime(_ time: VirtualTimeUnit, offset: VirtualTimeIntervalUnit) -> VirtualTimeUnit {
        time.addingTimeInterval(offset)
    }

    public func compareVirtualTime(_ lhs: VirtualTimeUnit, _ rhs: VirtualTimeUnit) -> VirtualTimeComparison {
        if lhs < rhs { .lessThan } else if lhs > rhs { .greaterThan } else { .equal }
    }
}
