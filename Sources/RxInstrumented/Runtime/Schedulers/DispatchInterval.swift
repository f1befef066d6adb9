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
