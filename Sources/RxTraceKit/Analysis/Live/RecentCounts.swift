/// How much there was of something in the last seconds, in a few numbers whatever there was.
package struct RecentCounts: Sendable, Equatable {
    /// The span that is looked back on, in nanoseconds.
    package static let span: UInt64 = 5_000_000_000
    private static let step: UInt64 = 250_000_000
    private static let size = Int(span / step)

    private var counts = [Int](repeating: 0, count: size)
    /// The step of the last count.
    private var last: UInt64 = 0

    /// - Parameter time: nanoseconds from the recording's start; what is older than the span counts no more.
    mutating func add(_ count: Int = 1, at time: UInt64) {
        let step = time / Self.step
        if step > last {
            for passed in (last + 1)...min(step, last + UInt64(Self.size)) {
                counts[Int(passed % UInt64(Self.size))] = 0
            }
            last = step
        } else if last - step >= Self.size {
            return
        }
        counts[Int(step % UInt64(Self.size))] += count
    }

    /// The sum over the span that ends at `time`.
    package func sum(at time: UInt64) -> Int {
        let step = time / Self.step
        let first = step < Self.size ? 0 : step - UInt64(Self.size) + 1
        guard last >= first else { return 0 }
        return (first...max(first, min(step, last))).reduce(0) { $0 + counts[Int($1 % UInt64(Self.size))] }
    }

    /// How many there were per second.
    package func rate(at time: UInt64) -> Double {
        let seconds = Double(min(max(time, Self.step), Self.span)) / 1e9
        return Double(sum(at: time)) / seconds
    }
}
