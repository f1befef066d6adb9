public import Foundation
public import RxInstrumented

/// The units of a ``TestScheduler``: whole ticks of so many seconds.
public struct TestSchedulerVirtualTimeConverter: VirtualTimeConverterType {
    public typealias VirtualTimeUnit = Int
    public typealias VirtualTimeIntervalUnit = Int

    /// The seconds of a tick.
    private let resolution: Double

    init(resolution: Double) {
        self.resolution = resolution
    }

    /// The real time of so many ticks.
    public func convertFromVirtualTime(_ virtualTime: VirtualTimeUnit) -> RxTime {
        Date(timeIntervalSince1970: convertFromVirtualTimeInterval(virtualTime))
    }

    /// The ticks of a real time, rounded.
    public func convertToVirtualTime(_ time: RxTime) -> VirtualTimeUnit {
        convertToVirtualTimeInterval(time.timeIntervalSince1970)
    }

    /// The real span, in seconds, of so many ticks.
    public func convertFromVirtualTimeInterval(_ virtualTimeInterval: VirtualTimeIntervalUnit) -> TimeInterval {
        TimeInterval(virtualTimeInterval) * resolution
    }

    /// The ticks of a real span, in seconds, rounded.
    public func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> VirtualTimeIntervalUnit {
        VirtualTimeIntervalUnit(timeInterval / resolution + 0.5)
    }

    public func offsetVirtualTime(
        _ time: VirtualTimeUnit, offset: VirtualTimeIntervalUnit
    ) -> VirtualTimeUnit {
        time + offset
    }

    public func compareVirtualTime(_ lhs: VirtualTimeUnit, _ rhs: VirtualTimeUnit) -> VirtualTimeComparison {
        if lhs < rhs { .lessThan } else if lhs > rhs { .greaterThan } else { .equal }
    }
}
