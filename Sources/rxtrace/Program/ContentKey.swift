import Foundation

/// A number that stands for content: other content has another, for all practical purposes.
///
/// It is FNV-1a of 128 bits (http://www.isthe.com/chongo/tech/comp/fnv/), which is no protection against somebody who
/// wants two contents to meet; the cache is the user's own.
struct ContentKey {
    private var state: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d

    /// Adds a part; its length counts, so that what moves from one part to the next makes a difference.
    mutating func add(_ part: Data) {
        add(word: UInt64(part.count))
        for byte in part { mix(byte) }
    }

    mutating func add(_ part: String) { add(Data(part.utf8)) }

    /// Adds what tells whether a file changed: its path, size, and time of modification.
    mutating func add(fileAt path: String) {
        var status = stat()
        add(path)
        guard stat(path, &status) == 0 else { return }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        add(word: UInt64(status.st_size))
        add(word: UInt64(bitPattern: Int64(time.tv_sec)))
        add(word: UInt64(bitPattern: Int64(time.tv_nsec)))
    }

    /// 32 hexadecimal digits.
    var text: String {
        let digits = String(state, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }

    private mutating func add(word: UInt64) {
        withUnsafeBytes(of: word.littleEndian) { for byte in $0 { mix(byte) } }
    }

    private mutating func mix(_ byte: UInt8) {
        state = (state ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b
    }
}
