/// The bytes that a random program is read from: as many as its seed says, and zeros behind them.
struct ProgramTape {
    private let bytes: [UInt8]
    private var position = 0

    init(seed: UInt32) {
        var generator = MersenneTwister(seed: seed)
        let lengths = [60, 120, 260, 400]
        let length = lengths[generator.next(below: lengths.count)]
        bytes = (0..<length).map { _ in UInt8(generator.next(below: 256)) }
    }

    /// The next byte, as a number below `bound`.
    mutating func next(below bound: Int) -> Int {
        defer { position += 1 }
        return position < bytes.count ? Int(bytes[position]) % bound : 0
    }

    /// The next byte, as one of some things.
    mutating func next<Choice>(of choices: [Choice]) -> Choice {
        choices[next(below: choices.count)]
    }
}

/// The Mersenne Twister (MT19937) of Matsumoto and Nishimura, seeded and asked as Python's `random` does: RxSwift's logs
/// were recorded for its seeds.
struct MersenneTwister {
    private static let size = 624
    private static let distance = 397

    private var state = [UInt32](repeating: 0, count: size)
    private var position = size

    /// Begins as `random.Random(seed)` does, by an array with one word.
    init(seed: UInt32) {
        let size = Self.size
        func mixed(_ word: UInt32, _ factor: UInt32) -> UInt32 { (word ^ (word >> 30)) &* factor }
        state[0] = 19_650_218
        for index in 1..<size { state[index] = mixed(state[index - 1], 1_812_433_253) &+ UInt32(index) }
        var index = 1
        func advanced(_ state: inout [UInt32]) {
            index += 1
            if index == size {
                state[0] = state[size - 1]
                index = 1
            }
        }
        for _ in 0..<size {
            state[index] = (state[index] ^ mixed(state[index - 1], 1_664_525)) &+ seed
            advanced(&state)
        }
        for _ in 1..<size {
            state[index] = (state[index] ^ mixed(state[index - 1], 1_566_083_941)) &- UInt32(index)
            advanced(&state)
        }
        state[0] = 0x8000_0000
    }

    /// A number from 0 to below `bound`: of the high bits that hold it, the first that are below.
    mutating func next(below bound: Int) -> Int {
        let bits = Int.bitWidth - bound.leadingZeroBitCount
        while true {
            let number = Int(next() >> (32 - bits))
            if number < bound { return number }
        }
    }

    private mutating func next() -> UInt32 {
        if position == Self.size { twist() }
        var word = state[position]
        position += 1
        word ^= word >> 11
        word ^= (word << 7) & 0x9D2C_5680
        word ^= (word << 15) & 0xEFC6_0000
        return word ^ (word >> 18)
    }

    private mutating func twist() {
        let size = Self.size
        for index in 0..<size {
            let word = (state[index] & 0x8000_0000) | (state[(index + 1) % size] & 0x7FFF_FFFF)
            state[index] = state[(index + Self.distance) % size] ^ (word >> 1) ^ (word & 1 == 0 ? 0 : 0x9908_B0DF)
        }
        position = 0
    }
}
