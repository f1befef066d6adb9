import Foundation

/// Reads in a program's file which function a call goes to: the instruction before a return address says so.
///
/// A function that ends in a call of another leaves by a jump in optimized code. It is on no stack then, and the code that
/// called it seems to have called the other: `of` of the library's release build seems to be an initialiser.
enum CallTargets {
    /// The addresses of the functions that were called right before return addresses, by these. Calls through a pointer,
    /// and those of another file, are left out, as are all where the file is none of this processor's.
    static func of(_ addresses: [UInt64], in image: ProgramImage) -> [UInt64: UInt64] {
        let file = open(image.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return [:] }
        defer { close(file) }
        guard let segments = ImageFile.codeSegments(of: file) else { return [:] }
        var targets: [UInt64: UInt64] = [:]
        for address in addresses {
            guard let segment = segments.first(where: { $0.addresses.contains(address &- 1) }),
                address - segment.addresses.lowerBound >= callSize,
                let place = Int(exactly: segment.offset &+ (address - callSize - segment.addresses.lowerBound)),
                let bytes = ImageFile.bytes(of: file, at: place, count: Int(callSize)),
                let target = target(of: bytes, before: address),
                segments.contains(where: { $0.addresses.contains(target) })
            else { continue }
            targets[address] = target
        }
        return targets
    }

    #if arch(arm64)
        private static let callSize: UInt64 = 4

        /// `bl`: six bits, then the distance in instructions from this one.
        private static func target(of bytes: [UInt8], before address: UInt64) -> UInt64? {
            let instruction = bytes.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            guard instruction >> 26 == 0b100101 else { return nil }
            let distance = Int32(bitPattern: instruction << 6) >> 6
            return address &- callSize &+ UInt64(bitPattern: Int64(distance) * 4)
        }
    #elseif arch(x86_64)
        private static let callSize: UInt64 = 5

        /// `call`: E8, then the distance in bytes from the next instruction.
        ///
        /// Instructions differ in length: the five bytes may also be an E8 that belongs to something else, and then a call
        /// through a pointer, which is two to four bytes here and begins with FF and a byte with 2 in its middle bits. A
        /// distance that has the same bytes by chance is given up with it: no function is better than a wrong one.
        private static func target(of bytes: [UInt8], before address: UInt64) -> UInt64? {
            guard bytes.first == 0xE8, !mayCallThroughPointer(bytes) else { return nil }
            let distance = bytes.dropFirst().reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            return address &+ UInt64(bitPattern: Int64(Int32(bitPattern: distance)))
        }

        /// Whether the last bytes are a call through a pointer whose length is what its second byte says.
        private static func mayCallThroughPointer(_ bytes: [UInt8]) -> Bool {
            (2...4).contains { length in
                let call = bytes.suffix(length)
                guard call.first == 0xFF, let mode = call.dropFirst().first else { return false }
                return mode >> 3 & 7 == 2
            }
        }
    #else
        private static let callSize: UInt64 = 1

        private static func target(of bytes: [UInt8], before address: UInt64) -> UInt64? { nil }
    #endif
}
