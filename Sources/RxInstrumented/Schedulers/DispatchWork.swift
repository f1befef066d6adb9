import Dispatch
import Foundation

/// Hands work to a dispatch queue on behalf of a scheduler, and records it.
struct DispatchWork {
    let scheduler: TracedObject
    let queue: DispatchQueue
    let leeway: DispatchTimeInterval

    func schedule<StateType>(
        _ state: StateType, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        recordedSchedule(scheduler) { ticket in
            let cancel = SingleAssignmentDisposable()
            let scheduler = scheduler
            queue.async {
                ticket.invoke(scheduler) {
                    if !cancel.isDisposed { cancel.setDisposable(action(state)) }
                }
            }
            return cancel
        }
    }

    func scheduleRelative<StateType>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        recordedSchedule(scheduler) { ticket in
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.schedule(deadline: .now() + dueTime, leeway: leeway)
            let composite = CompositeDisposable()
            // The handler keeps the timer alive until it fires or is cancelled.
            let holder = TimerHolder(timer)
            let scheduler = scheduler
            timer.setEventHandler {
                holder.timer = nil
                if composite.isDisposed { return }
                ticket.invoke(scheduler) { _ = composite.insert(action(state)) }
            }
            _ = composite.insert(
                AnonymousDisposable {
                    timer.cancel()
                    holder.timer = nil
                })
            timer.resume()
            return composite
        }
    }

    func schedulePeriodic<StateType>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping (StateType) -> StateType
    ) -> any Disposable {
        recordedSchedule(scheduler) { ticket in
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.schedule(deadline: .now() + startAfter, repeating: period, leeway: leeway)
            let cancel = AnonymousDisposable { timer.cancel() }
            let holder = TimerHolder(timer)
            let scheduler = scheduler
            var timerState = state
            timer.setEventHandler {
                withExtendedLifetime(holder) {
                    if cancel.isDisposed { return }
                    ticket.invoke(scheduler) { timerState = action(timerState) }
                }
            }
            timer.resume()
            return cancel
        }
    }
}

/// Keeps a timer alive for as long as its own handler does.
private final class TimerHolder {
    var timer: (any DispatchSourceTimer)?

    init(_ timer: any DispatchSourceTimer) {
        self.timer = timer
    }
}
