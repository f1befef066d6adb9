/// Base64 of RFC 4648.
enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func text(of bytes: [UInt8]) -> String {
        let groups = (bytes.count + 2) / 3
        return String(unsafeUninitializedCapacity: 4 * groups) { text in
            digits.withUnsafeBufferPointer { digits in
                for group in 0..<groups {
                    let (start, end) = (3 * group, min(3 * group + 3, bytes.count))
                    var bits = 0
                    for place in start..<start + 3 { bits = bits << 8 | (place < end ? Int(bytes[place]) : 0) }
                    for digit in 0...3 {
                        let isThere = digit <= end - start
                        text[4 * group + digit] = isThere ? digits[bits >> (18 - 6 * digit) & 63] : UInt8(ascii: "=")
                    }
                }
            }
            return 4 * groups
        }
    }
}
