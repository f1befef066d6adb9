import Foundation
import RxSwift

public enum RepeatBehavior {
    case immediate(maxCount: UInt)
    case delayed(maxCount: UInt, time: Double)
    case exponentialDelayed(maxCount: UInt, initial: Double, multiplier: Double)
    case customTimerDelayed(maxCount: UInt, delayCalculator: (UInt) -> DispatchTimeInterval)
}
public typealias RetryPredicate = (Error) -> Bool
extension RepeatBehavior {
    func calculateConditions(_ currentRepetition: UInt) -> (maxCount: UInt, delay: DispatchTimeInterval) {
        switch self {
        case .immediate(let max): return (maxCount: max, delay: .never)
        case .delayed(let max, let time): return (maxCount: max, delay: .milliseconds(Int(time * 1000)))
        case .exponentialDelayed(let max, let initial, let multiplier):
            let delay = currentRepetition == 1 ? initial : initial * pow(1 + multiplier, Double(currentRepetition - 1))
            return (maxCount: max, delay: .milliseconds(Int(delay * 1000)))
        case .customTimerDelayed(let max, let delayCalculator):
            return (maxCount: max, delay: delayCalculator(currentRepetition))
        }
    }
}
extension ObservableType {
    public func retry(
        _ behavior: RepeatBehavior, scheduler: SchedulerType = MainScheduler.instance,
        shouldRetry: RetryPredicate? = nil
    ) -> Observable<Element> {
        return retry(1, behavior: behavior, scheduler: scheduler, shouldRetry: shouldRetry)
    }
    internal func retry(
        _ currentAttempt: UInt, behavior: RepeatBehavior, scheduler: SchedulerType = MainScheduler.instance,
        shouldRetry: RetryPredicate? = nil
    ) -> Observable<Element> {
        guard currentAttempt > 0 else { return Observable.empty() }
        let conditions = behavior.calculateConditions(currentAttempt)
        return `catch` { error -> Observable<Element> in
            guard conditions.maxCount > currentAttempt else { return Observable.error(error) }
            if let shouldRetry = shouldRetry, !shouldRetry(error) { return Observable.error(error) }
            guard conditions.delay != .never else {
                return self.retry(
                    currentAttempt + 1, behavior: behavior, scheduler: scheduler, shouldRetry: shouldRetry)
            }
            return Observable<Void>.just(()).delaySubscription(conditions.delay, scheduler: scheduler).flatMapLatest {
                self.retry(currentAttempt + 1, behavior: behavior, scheduler: scheduler, shouldRetry: shouldRetry)
            }
        }
    }
    func repeatWithBehavior(_ behavior: RepeatBehavior, scheduler: SchedulerType) -> Observable<Element> {
        let c = behavior.calculateConditions(1)
        return concat(
            Observable.deferred { self.asObservable() }.delaySubscription(c.delay, scheduler: scheduler).take(1))
    }
}
