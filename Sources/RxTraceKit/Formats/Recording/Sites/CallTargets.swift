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
        private static func target(of bytes: [UInt8], before address: UInt64) -> UInt64? {
            guard bytes.first == 0xE8 else { return nil }
            let distance = bytes.dropFirst().reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            return address &+ UInt64(bitPattern: Int64(Int32(bitPattern: distance)))
        }
    #else
        private static let callSize: UInt64 = 1

        private static func target(of bytes: [UInt8], before address: UInt64) -> UInt64? { nil }
    #endif
}
