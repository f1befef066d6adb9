import Foundation
import RxTraceKit
import Synchronization

/// A scheduler whose clock moves only as its work runs: an hour of it takes no time, and always happens in the same
/// order.
///
/// All of it has to be used on one thread.
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
    /// The scheduler in a trace. No base class of its own, so that programs can make subclasses of the scheduler alone.
    private let traced: TracedScheduler

    /// The current virtual time.
    public var clock: VirtualTime { currentClock }
    private var currentClock: VirtualTime

    /// Makes a scheduler whose clock stands at a time.
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

    /// Schedules work a span of virtual time from now.
    public func scheduleRelativeVirtual<StateType>(
        _ state: StateType, dueTime: VirtualTimeInterval, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        scheduleAbsoluteVirtual(state, time: converter.offsetVirtualTime(clock, offset: dueTime), action: action)
    }

    /// Schedules work at a virtual time.
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

    /// The time to schedule at when asked for `time` in real units, as all operators do; a subclass may move it.
    open func adjustScheduledTime(_ time: VirtualTime) -> VirtualTime {
        time
    }

    /// Runs all work, until none is left or ``stop()`` is called.
    public func start() {
        run { _ in true }
    }

    /// Runs the work that is due until `virtualTime`, and moves the clock there.
    public func advanceTo(_ virtualTime: VirtualTime) {
        precondition(!isRunning, "the scheduler is already running")
        run { converter.compareVirtualTime($0, virtualTime) != .greaterThan }
        currentClock = virtualTime
    }

    /// Moves the clock on without running anything.
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
    /// The times of the work that waits, the next first: `[210, 220]`.
    public var debugDescription: String {
        "\(queue.inOrder.filter { !$0.isDisposed }.map(\.time))"
    }
}

/// Stands in a trace for a scheduler.
private final class TracedScheduler: TracedStandIn {
    override var traceRole: Trace.Role { .scheduler }
}

/// Work that waits for a virtual time.
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

    var isDisposed: Bool { disposable.isDisposed }

    func invoke() {
        ticket.invoke(self) { disposable.set(action()) }
    }

    override func dispose() {
        recorded(.dispose, self) { disposable.dispose() }
    }
}

/// Translates between a virtual clock's units and real ones.
public protocol VirtualTimeConverterType {
    /// A point in virtual time.
    associatedtype VirtualTimeUnit
    /// A span of virtual time.
    associatedtype VirtualTimeIntervalUnit

    /// The real time that a virtual one stands for.
    func convertFromVirtualTime(_ virtualTime: VirtualTimeUnit) -> RxTime
    /// The virtual time that stands for a real one.
    func convertToVirtualTime(_ time: RxTime) -> VirtualTimeUnit
    /// The real span, in seconds, that a virtual one stands for.
    func convertFromVirtualTimeInterval(_ virtualTimeInterval: VirtualTimeIntervalUnit) -> TimeInterval
    /// The virtual span that stands for a real one, in seconds.
    func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> VirtualTimeIntervalUnit
    /// The time `offset` after `time`.
    func offsetVirtualTime(_ time: VirtualTimeUnit, offset: VirtualTimeIntervalUnit) -> VirtualTimeUnit
    /// Which of two times is the earlier.
    func compareVirtualTime(_ lhs: VirtualTimeUnit, _ rhs: VirtualTimeUnit) -> VirtualTimeComparison
}

/// How two virtual times lie to each other.
public enum VirtualTimeComparison {
    /// The first is the earlier.
    case lessThan
    /// They are the same.
    case equal
    /// The first is the later.
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
    /// - Parameter initialClock: the clock's time at first.
    public init(initialClock: RxTime = Date(timeIntervalSince1970: 0)) {
        super.init(initialClock: initialClock, converter: HistoricalSchedulerTimeConverter())
    }
}

/// The units of a ``HistoricalScheduler``: dates and seconds, as they are.
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
