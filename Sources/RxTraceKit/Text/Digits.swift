/// The decimal digits of numbers, written as bytes.
package enum Digits {
    /// How many digits a number has at most.
    package static let most = 20

    private static let pairs: StaticString = """
        0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
        5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
        """

    /// Writes the digits, and answers how many there are.
    package static func write(_ number: UInt64, to place: UnsafeMutablePointer<UInt8>) -> Int {
        let count = count(of: number)
        var rest = number
        var end = count
        // Two at a time, the last ones first.
        while rest >= 100 {
            let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
            end -= 2
            copyPair(pair, to: place + end)
            rest = quotient
        }
        if rest >= 10 {
            copyPair(rest, to: place)
        } else {
            place[0] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)
        }
        return count
    }

    /// Writes a point and three digits.
    static func writeDecimals(_ number: UInt64, to place: UnsafeMutablePointer<UInt8>) {
        let (first, pair) = number.quotientAndRemainder(dividingBy: 100)
        place[0] = UInt8(ascii: ".")
        place[1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: first)
        copyPair(pair, to: place + 2)
    }

    @inline(__always)
    private static func copyPair(_ pair: UInt64, to place: UnsafeMutablePointer<UInt8>) {
        place.initialize(from: pairs.utf8Start + 2 * Int(truncatingIfNeeded: pair), count: 2)
    }

    /// Most numbers are short, or about as long as the one before.
    private static func count(of number: UInt64) -> Int {
        var count = 1
        var rest = number
        while rest >= 10_000 {
            rest /= 10_000
            count += 4
        }
        return count + (rest >= 1_000 ? 3 : rest >= 100 ? 2 : rest >= 10 ? 1 : 0)
    }
}
