import Foundation

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
