/// Spreads numbers over the places of a small table.
enum MultiplicativeHash {
    /// A product whose upper bits depend on all bits of the number: the factor is 2⁶⁴ divided by the golden ratio.
    @inline(__always)
    static func mixed(_ number: UInt64) -> UInt64 { number &* 0x9E37_79B9_7F4A_7C15 }

    /// Where a number goes among 2 to the power of `bits` places.
    @inline(__always)
    static func place(of number: UInt64, bits: Int) -> Int {
        Int(truncatingIfNeeded: mixed(number) &>> UInt64(64 - bits))
    }
}
