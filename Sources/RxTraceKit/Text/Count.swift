/// Numbers as people read them.
package enum Count {
    /// The digits of `number` in groups of three: `1,000`.
    package static func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var result = number < 0 ? "-" : ""
        for (position, digit) in digits.enumerated() {
            if position > 0, (digits.count - position) % 3 == 0 { result += "," }
            result.append(digit)
        }
        return result
    }

    /// `1 call`, `1,000 calls`.
    package static func of(_ number: Int, _ word: String) -> String {
        "\(grouped(number)) \(word)\(number == 1 ? "" : "s")"
    }

    /// `99,999`, `100k`, `2.50M`: at most six characters for any count in a trace.
    package static func short(_ number: Int) -> String {
        if number < 100_000 { return grouped(number) }
        for (divisor, sign) in [(1000, "k"), (1_000_000, "M"), (1_000_000_000, "G")] {
            let hundredths = (number * 100 + divisor / 2) / divisor
            if hundredths < 100_000 || divisor == 1_000_000_000 {
                let whole = hundredths / 100
                let fraction = hundredths % 100
                if whole >= 100 { return "\(whole)\(sign)" }
                return "\(whole).\(fraction < 10 ? "0" : "")\(fraction)\(sign)"
            }
        }
        return grouped(number)
    }
}
