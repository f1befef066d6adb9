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
}
