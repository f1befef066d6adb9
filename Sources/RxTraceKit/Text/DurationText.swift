/// Spans of time as people read them.
package enum DurationText {
    /// `830 ns`, `1.2 µs`, `35 ms`, `2.41 s`: about three digits, with the unit they are in.
    ///
    /// - Parameter micro: the sign for a millionth; `u` where only seven-bit characters will do.
    package static func of(_ nanoseconds: UInt64, micro: String = "µ") -> String {
        if nanoseconds < 1000 { return "\(nanoseconds) ns" }
        let units: [(divisor: UInt64, name: String)] = [
            (1000, "\(micro)s"), (1_000_000, "ms"), (1_000_000_000, "s"),
        ]
        // 999,999 ns is 1.00 ms: a unit gives way to the next where its number would be rounded up to a thousand.
        for (position, unit) in units.enumerated() {
            let decimals = nanoseconds < unit.divisor * 10 ? 2 : nanoseconds < unit.divisor * 100 ? 1 : 0
            let step = unit.divisor / [1, 10, 100][decimals]
            let rounded = (nanoseconds + step / 2) / step
            if position == units.count - 1 || rounded < 1000 * [1, 10, 100][decimals] {
                return "\(decimal(rounded, decimals)) \(unit.name)"
            }
        }
        return "\(nanoseconds) ns"
    }

    private static func decimal(_ number: UInt64, _ decimals: Int) -> String {
        let scale: UInt64 = [1, 10, 100][decimals]
        var fraction = String(number % scale)
        fraction = String(repeating: "0", count: max(0, decimals - fraction.count)) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        let whole = Count.grouped(Int(clamping: number / scale))
        return decimals == 0 || fraction.isEmpty ? whole : "\(whole).\(fraction)"
    }
}
