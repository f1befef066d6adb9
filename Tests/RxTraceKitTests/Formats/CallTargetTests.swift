import Foundation
import Testing

@testable import RxTraceKit

/// Which function a call goes to, read from the bytes before a return address, in a file made here.
@Suite
struct CallTargetTests {
    private static let start: UInt64 = 1 << 32

    #if arch(arm64)
        private static let ownMachine: UInt64 = 183
    #else
        private static let ownMachine: UInt64 = 62
    #endif

    private static func bytes(_ value: UInt64, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    private static func segment(at address: UInt64, size: UInt64, offset: UInt64) -> [UInt8] {
        bytes(1, 4) + bytes(5, 4) + bytes(offset, 8) + bytes(address, 8) + bytes(address, 8) + bytes(size, 8)
            + bytes(size, 8) + bytes(0x1000, 8)
    }

    /// An ELF file with a segment of code and, if `hasCodeAllAround`, a second one that claims all addresses.
    private static func file(code: [UInt8], machine: UInt64, hasCodeAllAround: Bool) -> [UInt8] {
        let head: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + Array(repeating: 0, count: 9)
        let sizes = bytes(64, 2) + bytes(56, 2) + bytes(hasCodeAllAround ? 2 : 1, 2) + Array(repeating: 0, count: 6)
        return head + bytes(2, 2) + bytes(machine, 2) + bytes(1, 4) + bytes(0, 8) + bytes(64, 8) + bytes(0, 12) + sizes
            + segment(at: start, size: UInt64(code.count), offset: 64 + 2 * 56)
            + segment(at: 0, size: 1 << 40, offset: 0) + code
    }

    private func target(
        _ code: [UInt8], machine: UInt64 = ownMachine, returnsTo offset: Int? = nil, hasCodeAllAround: Bool = false
    ) throws -> UInt64? {
        let file = Self.file(code: code, machine: machine, hasCodeAllAround: hasCodeAllAround)
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("calls-\(UUID().uuidString)")
        try Data(file).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let address = Self.start + UInt64(offset ?? code.count - Self.rest.count)
        let image = ProgramImage(
            path: url.path, build: nil, base: 0, extent: Self.start..<Self.start + UInt64(code.count))
        return CallTargets.of([address], in: image)[address]
    }

    private static let rest = [UInt8](repeating: 0x90, count: 16)

    #if arch(x86_64)
        @Test
        func aCallGoesToWhereItsDistanceSays() throws {
            #expect(try target([0x90, 0xE8, 4, 0, 0, 0] + Self.rest) == Self.start + 10)
            #expect(try target([0xE8, 0, 0, 0, 0x10] + Self.rest, hasCodeAllAround: true) == Self.start + 0x1000_0005)
            #expect(try target([0x90, 0x90, 0xE8, 0xFB, 0xFF, 0xFF, 0xFF] + Self.rest) == Self.start + 2)
        }

        /// What begins with the byte of a call may be the end of another instruction, and a call through a pointer.
        @Test(
            arguments: [
                [0xE8, 0x00, 0x00, 0xFF, 0xD0],  // call *%rax
                [0xE8, 0x00, 0xFF, 0x50, 0x08],  // call *8(%rax)
                [0xE8, 0xFF, 0x54, 0x24, 0x08],  // call *8(%rsp)
                [0xE8, 0x00, 0xFF, 0x14, 0x24],  // call *(%rsp)
                [0xE8, 0x00, 0x41, 0xFF, 0xD5],  // call *%r13
            ] as [[UInt8]])
        func aCallThroughAPointerHasNone(bytes: [UInt8]) throws {
            #expect(try target(bytes + Self.rest, hasCodeAllAround: true) == nil)
        }
    #elseif arch(arm64)
        @Test
        func aCallGoesToWhereItsDistanceSays() throws {
            #expect(try target([2, 0, 0, 0x94] + Self.rest) == Self.start + 8)
        }

        @Test
        func aCallThroughAPointerHasNone() throws {
            #expect(try target([0, 0, 0x3F, 0xD6] + Self.rest) == nil)
        }
    #endif

    @Test
    func anotherProcessorsFileHasNone() throws {
        #expect(try target([0x90, 0xE8, 4, 0, 0, 0] + Self.rest, machine: 40) == nil)
    }

    @Test
    func aTargetOutsideTheCodeIsNone() throws {
        #expect(try target([0xE8, 0, 0, 0, 0x10] + Self.rest) == nil)
    }

    @Test
    func anAddressAtTheVeryStartHasNone() throws {
        #expect(try target([0xE8, 0, 0] + Self.rest, returnsTo: 3) == nil)
    }
}
