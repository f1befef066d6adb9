import Dispatch
import Foundation

/// Hands work to a dispatch queue on behalf of a scheduler, and records it.
///
/// Work that is cancelled before its turn is not invoked.
struct DispatchWork {
    let queue: DispatchQueue
    let leeway: DispatchTimeInterval

    func schedule<StateType>(
        by scheduler: TracedObject, _ state: StateType, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        recordedSchedule(scheduler) { ticket in
            let cancel = SingleAssignmentDisposable()
            handingOnOwnWork {
                queue.async {
                    if cancel.isDisposed { return }
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
                    if composite.isDisposed { return }
                    ticket.invoke(scheduler) {
                        _ = composite.insert(action(state))
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
                    if cancelTimer.isDisposed { return }
                    ticket.invoke(scheduler) { timerState = action(timerState) }
                }
            }
            timer.resume()
            return cancelTimer
        }
    }
}

/// Keeps a timer alive until it is cancelled: its handler, which the timer keeps, holds the disposable that holds this.
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

    /// The rest of the interval after the time since `earlier`, not below zero, in the interval's own unit: half a
    /// second of `.seconds(1)` counts as one, less counts as nothing.
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
