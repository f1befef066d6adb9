/// Numbers for pairs of numbers, from 0: equal pairs have equal ones.
///
/// A list of numbers has one of its own where each pair is of the list before and of the number that is added. A
/// dictionary does the same; its hash, made for keys that may be meant to harm, takes several times as long.
struct PairNumbers: Sendable {
    private static let none: Int32 = -1

    /// By its number.
    private var pairs: [UInt64] = []
    /// The numbers at places that follow from the pairs; -1 for none. Half of the places at most are taken.
    private var places: [Int32] = Array(repeating: none, count: 64)
    private var shift = UInt64(64 - 6)

    var count: Int { pairs.count }

    mutating func number(of first: Int32, _ second: Int32) -> Int32 {
        let pair = UInt64(UInt32(bitPattern: first)) << 32 | UInt64(UInt32(bitPattern: second))
        var place = place(of: pair)
        while places[place] != Self.none {
            if pairs[Int(places[place])] == pair { return places[place] }
            place = (place + 1) & (places.count - 1)
        }
        let number = Int32(pairs.count)
        places[place] = number
        pairs.append(pair)
        if pairs.count > places.count / 2 { grow() }
        return number
    }

    /// The upper bits of a product depend on all bits of the pair; both of its halves are spread before, for they are
    /// small.
    private func place(of pair: UInt64) -> Int {
        let spread = (pair ^ pair >> 32) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: ((spread ^ pair >> 29) &* 0xD6E8_FEB8_6659_FD93) >> shift)
    }

    private mutating func grow() {
        places = Array(repeating: Self.none, count: places.count * 2)
        shift -= 1
        for (number, pair) in pairs.enumerated() {
            var place = place(of: pair)
            while places[place] != Self.none { place = (place + 1) & (places.count - 1) }
            places[place] = Int32(number)
        }
    }
}
