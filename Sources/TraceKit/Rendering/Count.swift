/// Numbers as people read them.
enum Count {
    /// The digits of `number` in groups of three: `1,000`.
    static func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var result = number < 0 ? "-" : ""
        for (position, digit) in digits.enumerated() {
            if position > 0, (digits.count - position) % 3 == 0 { result += "," }
            result.append(digit)
        }
        return result
    }

    /// `1 call`, `1,000 calls`.
    static func of(_ number: Int, _ word: String) -> String {
        "\(grouped(number)) \(word)\(number == 1 ? "" : "s")"
    }

    /// A time as people read it, of so many nanoseconds: `1.2 s`.
    static func seconds(_ nanoseconds: UInt64) -> String {
        let tenths = (nanoseconds + 50_000_000) / 100_000_000
        return "\(grouped(Int(tenths / 10))).\(tenths % 10) s"
    }
}
