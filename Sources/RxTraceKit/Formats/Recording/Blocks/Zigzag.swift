/// Signed numbers as unsigned ones: small ones of either sign stay small.
package enum Zigzag {
    @inlinable package static func encode(_ number: Int64) -> UInt64 {
        UInt64(bitPattern: number << 1 ^ number >> 63)
    }

    @inlinable package static func decode(_ number: UInt64) -> Int64 {
        Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }
}
