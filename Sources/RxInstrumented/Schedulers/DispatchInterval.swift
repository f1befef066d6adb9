import Dispatch
import Foundation

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

    /// Whether the interval is neither negative nor zero.
    var isPositive: Bool { seconds > 0 }

    /// What is left of the interval after the time since `earlier`, not below zero.
    func reduced(since earlier: Date, until now: Date) -> DispatchTimeInterval {
        if case .never = self { return self }
        let left = max(0, seconds - now.timeIntervalSince(earlier))
        return .nanoseconds(Int(min(left * 1e9, Double(Int.max / 2))))
    }
}

extension Date {
    /// The time `interval` later.
    func addingDispatchInterval(_ interval: DispatchTimeInterval) -> Date {
        addingTimeInterval(interval.seconds)
    }
}
