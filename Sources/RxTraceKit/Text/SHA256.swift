/// The SHA-256 digest of FIPS 180-4, by which a page's Content-Security-Policy names its own script and style.
enum SHA256 {
    private static let roundConstants: [UInt32] = primes(64).map { fraction(of: $0, root: 3) }
    private static let initialState: [UInt32] = primes(8).map { fraction(of: $0, root: 2) }

    static func digest(of message: [UInt8]) -> [UInt8] {
        var bytes = message + [0x80]
        bytes += Array(repeating: 0, count: (120 - bytes.count % 64) % 64)
        bytes += bigEndian(UInt64(message.count) * 8)
        var state = initialState
        for start in stride(from: 0, to: bytes.count, by: 64) { mix(bytes[start..<(start + 64)], into: &state) }
        return state.flatMap { bigEndian($0) }
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words: [UInt32] = []
        words.reserveCapacity(64)
        for start in stride(from: block.startIndex, to: block.endIndex, by: 4) {
            words.append(block[start..<(start + 4)].reduce(0) { $0 << 8 | UInt32($1) })
        }
        for index in 16..<64 {
            let (near, far) = (words[index - 2], words[index - 15])
            let farMix = rotated(far, 7) ^ rotated(far, 18) ^ far >> 3
            let nearMix = rotated(near, 17) ^ rotated(near, 19) ^ near >> 10
            words.append(words[index - 16] &+ farMix &+ words[index - 7] &+ nearMix)
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for round in 0..<64 {
            let choice = e & f ^ ~e & g
            let first = h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice
            let added = first &+ roundConstants[round] &+ words[round]
            let majority = a & b ^ a & c ^ b & c
            let other = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
            (h, g, f, e) = (g, f, e, d &+ added)
            (d, c, b, a) = (c, b, a, added &+ other)
        }
        for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    private static func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        stride(from: Number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func primes(_ count: Int) -> [UInt32] {
        var primes: [UInt32] = []
        var candidate: UInt32 = 2
        while primes.count < count {
            if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
            candidate += 1
        }
        return primes
    }

    /// The first 32 bits of the fraction of a prime's square or cube root, by whole numbers alone: the greatest *x* with
    /// *x*² ≤ prime · 2⁶⁴, or *x*³ ≤ prime · 2⁹⁶.
    private static func fraction(of prime: UInt32, root: Int) -> UInt32 {
        let bound = UInt128(prime) << (root == 2 ? 64 : 96)
        var result: UInt128 = 0
        for bit in stride(from: 35, through: 0, by: -1) {
            let candidate = result | 1 << bit
            let power = root == 2 ? candidate * candidate : candidate * candidate * candidate
            if power <= bound { result = candidate }
        }
        return UInt32(truncatingIfNeeded: result)
    }
}
