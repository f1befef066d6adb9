import Dispatch

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
