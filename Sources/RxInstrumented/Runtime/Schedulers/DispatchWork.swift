import Dispatch
import Foundation

/// Runs a scheduler's work on a dispatch queue, and records it.
///
/// Work that is cancelled before it begins does not run.
struct DispatchWork {
    let queue: DispatchQueue
    let leeway: DispatchTimeInterval
    /// When work may begin before the call that asks for it has returned.
    let overtaking: SingleAssignmentDisposable.Overtaking

    func schedule<StateType>(
        by scheduler: TracedObject, _ state: StateType, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        recordedSchedule(scheduler) { ticket in
            let cancel = SingleAssignmentDisposable(overtaking)
            handingOnOwnWork {
                queue.async {
                    if cancel.hasDisposed { return }
                    ticket.invoke(scheduler) { cancel.set(action(state)._object) }
                }
            }
            return cancel
        }
    }

    func scheduleRelative<StateType>(
        by scheduler: TracedObject, _ state: StateType, dueTime: RxTimeInterval,
        action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        recordedSchedule(scheduler) { ticket in
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.schedule(deadline: .now() + dueTime, leeway: leeway)
            let composite = CompositeDisposable()
            let holder = TimerHolder(timer)
            let cancelTimer = AnonymousDisposable { holder.cancel() }
            handingOnOwnWork {
                timer.setEventHandler {
                    if composite.hasDisposed { return }
                    ticket.invoke(scheduler) {
                        _ = composite.keep(action(state))
                        cancelTimer.dispose()
                    }
                }
            }
            timer.resume()
            _ = composite.insert(cancelTimer)
            return composite
        }
    }

    func schedulePeriodic<StateType>(
        by scheduler: TracedObject, _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping (StateType) -> StateType
    ) -> any Disposable {
        recordedSchedule(scheduler) { ticket in
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.schedule(deadline: .now() + startAfter, repeating: period, leeway: leeway)
            let holder = TimerHolder(timer)
            let cancelTimer = AnonymousDisposable { holder.cancel() }
            var timerState = state
            handingOnOwnWork {
                timer.setEventHandler {
                    if cancelTimer.disposed.isSet { return }
                    ticket.invoke(scheduler) { timerState = action(timerState) }
                }
            }
            timer.resume()
            return cancelTimer
        }
    }
}

/// Keeps a timer alive until it is cancelled. The timer's handler retains the disposable, which retains this object,
/// which retains the timer; cancelling breaks the cycle.
private final class TimerHolder {
    private let timer: Lock<(any DispatchSourceTimer)?>

    init(_ timer: any DispatchSourceTimer) {
        self.timer = Lock(timer)
    }

    func cancel() {
        timer.withLock { $0.take() }?.cancel()
    }
}

extension DispatchTimeInterval {
    /// The interval in seconds; infinite for `never`.
    var seconds: TimeInterval {
        switch self {
        case .seconds(let value): TimeInterval(value)
        case .milliseconds(let value): TimeInterval(value) / 1e3
        case .microseconds(let value): TimeInterval(value) / 1e6
        case .nanoseconds(let value): TimeInterval(value) / 1e9
        case .never: .infinity
        @unknown default: .infinity
        }
    }

    @usableFromInline var isZero: Bool { seconds == 0 }

    /// The interval less the time from `earlier` to `now`, at least zero, rounded to the interval's unit: half a second
    /// left of `.seconds(1)` rounds to one second.
    @usableFromInline func reduced(since earlier: Date, until now: Date) -> DispatchTimeInterval {
        func left(of value: Int, unitsPerSecond: Double) -> Int {
            let left = Double(value) - now.timeIntervalSince(earlier) * unitsPerSecond
            return left > 0 ? Int(min(left.rounded(.toNearestOrAwayFromZero), Double(Int.max / 2))) : 0
        }
        switch self {
        case .seconds(let value): return .seconds(left(of: value, unitsPerSecond: 1))
        case .milliseconds(let value): return .milliseconds(left(of: value, unitsPerSecond: 1e3))
        case .microseconds(let value): return .microseconds(left(of: value, unitsPerSecond: 1e6))
        case .nanoseconds(let value): return .nanoseconds(left(of: value, unitsPerSecond: 1e9))
        case .never: return .never
        @unknown default: return .never
        }
    }
}

extension Date {
    /// The time `interval` later; the distant future for `never`.
    func addingDispatchInterval(_ interval: DispatchTimeInterval) -> Date {
        if case .never = interval { return .distantFuture }
        return addingTimeInterval(interval.seconds)
    }
}
